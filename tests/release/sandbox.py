"""Runs a program in the sandbox that a systemd unit describes, without systemd: in a mount namespace made from the unit's
own lines, as its user, without privileges, under its filter of system calls.

    sandbox.py UNIT USER STAGE PROGRAM [ARGUMENT...]

As root, or in a user namespace of one user, where that user stands for the unit's. STAGE is a folder: STAGE/usr is bound to /srv, where PROGRAM is, and STAGE/etc is laid over /etc. A line of the unit
that this does not know is an error: whoever adds one adds it here, or to what needs a manager of services.
"""
import ctypes
import os
import pwd
import re
import resource
import shlex
import shutil
import struct
import subprocess
import sys

UNIT, USER, STAGE, PROGRAM = sys.argv[1:5]

# What a manager of services does around the program, or by control groups, which a test does not have.
MANAGERS = set(
    "Type WatchdogSec TimeoutStartSec TimeoutStopSec User Group ExecStart ExecStartPre ExecReload Restart RestartSec DevicePolicy DeviceAllow PAMName TTYPath"
    " TTYReset TTYVHangup TTYVTDisallocate StandardInput StandardOutput StandardError UtmpIdentifier UtmpMode KeyringMode RemoveIPC StateDirectoryMode"
    " CacheDirectoryMode RuntimeDirectoryMode LogsDirectoryMode".split()
)
# What these refuse, a process without capabilities cannot do, or the filter of system calls refuses.
IMPLIED = set("CapabilityBoundingSet AmbientCapabilities LockPersonality ProtectClock ProtectHostname ProtectKernelLogs ProtectKernelModules RestrictRealtime RestrictSUIDSGID SystemCallArchitectures SystemCallErrorNumber NoNewPrivileges".split())
ROOTS = {"StateDirectory": ("/var/lib", "STATE"), "CacheDirectory": ("/var/cache", "CACHE"), "RuntimeDirectory": ("/run", "RUNTIME"), "LogsDirectory": ("/var/log", "LOGS")}


def read_unit():
    """{directive: [values]} of [Service], in order; an empty value begins the list anew."""
    text = re.sub(r"\\\n\s*", " ", open(UNIT).read())
    section = re.split(r"^\[(\w+)\]$", text, flags=re.M)
    lines = dict(zip(section[1::2], section[2::2]))["Service"].splitlines()
    unit = {}
    for line in lines:
        if not line.strip() or line.startswith("#"):
            continue
        name, value = line.split("=", 1)
        unit.setdefault(name, []).append(value.replace("%S", "/var/lib").replace("%t", "/run"))
    return unit


unit = read_unit()
used = set()
# Without the machine's root there is one user, and no new /proc.
ALONE = open("/proc/self/uid_map").read().split()[2] != "4294967295"


def value(name, default=""):
    used.add(name)
    return unit.get(name, [default])[-1]


def on(name):
    return value(name) in ("yes", "true")


def mount(*arguments):
    subprocess.run(["mount", *arguments], check=True)


def tmpfs(path, mode="755"):
    mount("-t", "tmpfs", "-o", "mode=" + mode, "tmpfs", path)


def read_only(under, but=()):
    options = {line.split()[4]: line.split()[5] for line in open("/proc/self/mountinfo")}
    for point in sorted(options):
        inside = under == "/" or point == under or point.startswith(under + "/")
        covered = not os.path.ismount(point)  # another one lies over the folder that it is in
        if inside and not covered and not any(point == it or point.startswith(it + "/") for it in but):
            mount("-o", "remount,bind," + re.sub(r"^rw", "ro", options[point]), point)


def lay_out():
    """What the machine has, and a fresh /var and /run as after a boot, so that nothing of this machine is touched."""
    etc = "/opt/etc"
    tmpfs("/opt")
    try:
        shutil.copytree("/etc", etc, symlinks=True)
    except shutil.Error:
        pass  # what only root may read; the rest is there
    shutil.copytree(os.path.join(STAGE, "etc"), etc, dirs_exist_ok=True)
    if not any(it.pw_name == USER for it in pwd.getpwall()):
        for file, line in (("passwd", f"{USER}:x:64001:64001::/nonexistent:/usr/sbin/nologin"), ("group", f"{USER}:x:64001:")):
            with open(f"{etc}/{file}", "a") as out:
                out.write(line + "\n")
    mount("--bind", etc, "/etc")
    mount("--bind", os.path.join(STAGE, "usr"), "/srv")
    for path in ("/var", "/run"):
        tmpfs(path)
    for path in ("/var/lib", "/var/cache", "/var/log", "/var/tmp", "/run/user"):
        os.mkdir(path)


def make_directories(user):
    """The service's own directories, which stay writable."""
    own = []
    for name, (root, variable) in ROOTS.items():
        mode = value(name + "Mode", "0755")
        for it in value(name).split():
            path = os.path.join(root, it)
            os.makedirs(path)
            os.chmod(path, int(mode, 8))
            if not ALONE:
                os.chown(path, user.pw_uid, user.pw_gid)
            mount("--bind", path, path)
            own.append(path)
            os.environ[variable + "_DIRECTORY"] = path
    return own


def hide(own):
    if on("PrivateTmp"):
        for path in ("/tmp", "/var/tmp"):
            tmpfs(path, "1777")
        own += ["/tmp", "/var/tmp"]
    if on("PrivateDevices"):
        tmpfs("/opt")
        for name in ("null", "zero", "full", "random", "urandom", "tty"):
            open("/opt/" + name, "w").close()
            mount("--bind", "/dev/" + name, "/opt/" + name)
        for name in ("shm", "pts"):
            os.mkdir("/opt/" + name)
        tmpfs("/opt/shm", "1777")
        mount("--rbind", "/opt", "/dev")
    if value("ProtectProc") or value("ProcSubset"):
        options = ["hidepid=" + value("ProtectProc", "default")] + (["subset=pid"] if value("ProcSubset") == "pid" else [])
        if not ALONE:
            mount("-t", "proc", "-o", ",".join(options), "proc", "/proc")
    hidden = ["/home", "/root", "/run/user"] if on("ProtectHome") else []
    hidden += [it.lstrip("-") for it in value("InaccessiblePaths").split()]
    for path in hidden:
        if os.path.isdir(path):
            tmpfs(path, "000")
    own += [it.lstrip("-") for it in value("ReadWritePaths").split()]
    for path in own:
        if not os.path.ismount(path):
            mount("--bind", path, path)
    if value("ProtectSystem") == "strict":
        read_only("/", ["/proc", "/sys", "/dev", *own])
    if on("ProtectKernelTunables"):
        read_only("/sys")
    if on("ProtectControlGroups") and os.path.ismount("/sys/fs/cgroup"):
        read_only("/sys/fs/cgroup")


# ---- the filter of system calls, as seccomp(2) takes it

LOAD, EQUAL, ANY_BIT, AND, RETURN = 0x20, 0x15, 0x45, 0x54, 0x06
ALLOW, ERRNO = 0x7FFF0000, 0x00050000
EPERM, ENOSYS, EAFNOSUPPORT = 1, 38, 97
NEW_NAMESPACES = {"cgroup": 0x02000000, "uts": 0x04000000, "ipc": 0x08000000, "user": 0x10000000, "pid": 0x20000000, "net": 0x40000000, "mnt": 0x00020000}
FAMILIES = {"AF_UNIX": 1, "AF_INET": 2, "AF_INET6": 10, "AF_NETLINK": 16}


def numbers():
    text = subprocess.run(["cc", "-E", "-dM", "-include", "sys/syscall.h", "-"], input="", capture_output=True, text=True, check=True).stdout
    return {name: int(number) for name, number in re.findall(r"^#define __NR_(\w+) (\d+)$", text, re.M)}


def groups():
    text = subprocess.run(["systemd-analyze", "syscall-filter", "--no-pager"], capture_output=True, text=True, check=True).stdout
    all_groups, name = {}, ""
    for line in re.sub(r"\x1b\[[0-9;]*m", "", text).splitlines():  # systemd 255 sets colours in a pipe too
        if line.startswith("@"):
            name = line.strip()
            all_groups[name] = []
        elif line.startswith("    ") and not line.strip().startswith("#"):
            all_groups[name].append(line.strip())
    return all_groups


def expand(names, all_groups):
    found = set()
    for name in names:
        found |= expand(all_groups[name], all_groups) if name.startswith("@") else {name}
    return found


def instruction(code, k, yes=0, no=0):
    return struct.pack("HBBI", code, yes, no, k)


def with_argument(number, index, checks):
    """For one system call: its argument is loaded, `checks` may answer; the number is loaded again behind them."""
    body = instruction(LOAD, 16 + 8 * index) + b"".join(checks) + instruction(LOAD, 0)
    return instruction(EQUAL, number, 0, len(body) // 8) + body


def program():
    nr, all_groups = numbers(), groups()
    allowed = set()
    for line in unit.get("SystemCallFilter", []):
        names = expand(line.lstrip("~").split(), all_groups)
        allowed = allowed - names if line.startswith("~") else allowed | names
    used.add("SystemCallFilter")
    allowed |= expand(["@default"], all_groups)
    refuse = instruction(RETURN, ERRNO | EPERM)
    out = instruction(LOAD, 0)
    if on("MemoryDenyWriteExecute"):
        # Written and executed at once, or executed after it was made: write 2, execute 4.
        out += with_argument(nr["mmap"], 2, [instruction(AND, 6), instruction(EQUAL, 6, 0, 1), refuse])
        for name in ("mprotect", "pkey_mprotect"):
            out += with_argument(nr[name], 2, [instruction(ANY_BIT, 4, 0, 1), refuse])
    families = value("RestrictAddressFamilies").split()
    if families:
        checks = [instruction(EQUAL, FAMILIES[it], len(families) - at, 0) for at, it in enumerate(families)]
        out += with_argument(nr["socket"], 0, [*checks, instruction(RETURN, ERRNO | EAFNOSUPPORT)])
    spaces = value("RestrictNamespaces")
    if spaces:
        denied = sum(bit for name, bit in NEW_NAMESPACES.items() if name not in spaces.split())
        for name in ("clone", "unshare"):
            out += with_argument(nr[name], 0, [instruction(ANY_BIT, denied, 0, 1), refuse])
        out += instruction(EQUAL, nr["clone3"], 0, 1) + instruction(RETURN, ERRNO | ENOSYS)
        if on("RestrictNamespaces"):
            out += instruction(EQUAL, nr["setns"], 0, 1) + refuse
    for name in sorted(allowed & nr.keys()):
        out += instruction(EQUAL, nr[name], 0, 1) + instruction(RETURN, ALLOW)
    return out + refuse


# Applies a filter, which it reads from a pipe, and becomes another program: the last thing before the service runs.
APPLY = """
import ctypes, os, struct, sys
code = os.read(int(sys.argv[1]), 65536)
buffer = ctypes.create_string_buffer(code, len(code))
described = struct.pack("HxxxxxxP", len(code) // 8, ctypes.addressof(buffer))
libc = ctypes.CDLL(None, use_errno=True)
if libc.prctl(38, 1, 0, 0, 0) != 0 or libc.prctl(22, 2, described, 0, 0) != 0:
    sys.exit("no filter: " + os.strerror(ctypes.get_errno()))
os.execv(sys.argv[2], sys.argv[2:])
"""


def environment():
    """As a manager of services sets it; MENAGERIE_*, NOTIFY_SOCKET and the like come from the test."""
    used.update(["Environment", "EnvironmentFile"])
    variables = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin", "LANG": "C.UTF-8"}
    keep = ("NOTIFY_SOCKET", "WATCHDOG_USEC", "ASAN_OPTIONS")
    variables.update({name: it for name, it in os.environ.items() if name in keep or name.endswith("_DIRECTORY")})
    for line in unit.get("Environment", []):
        variables.update(it.split("=", 1) for it in shlex.split(line))
    for file in unit.get("EnvironmentFile", []):
        if os.path.exists(file.lstrip("-")):
            lines = [it.strip() for it in open(file.lstrip("-"))]
            variables.update(it.split("=", 1) for it in lines if it and not it.startswith("#"))
    return variables


def main():
    filter_bytes = program()
    lay_out()
    user = pwd.getpwnam(USER)
    own = make_directories(user)
    hide(own)
    if value("LimitNOFILE"):
        most = min(int(value("LimitNOFILE")), resource.getrlimit(resource.RLIMIT_NOFILE)[1])
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    os.umask(int(value("UMask", "0022"), 8))
    os.chdir(value("WorkingDirectory", "/"))
    variables = environment()
    used.update(["PrivateIPC", "PrivateUsers"])  # this program is run by unshare --ipc, and goes on below
    unknown = set(unit) - used - MANAGERS - IMPLIED
    if unknown:
        sys.exit(f"sandbox.py does not know {', '.join(sorted(unknown))}")
    uid, gid = str(user.pw_uid), str(user.pw_gid)
    command = [] if ALONE else ["setpriv", "--reuid", uid, "--regid", gid, "--clear-groups", "--bounding-set=-all", "--inh-caps=-all", "--ambient-caps=-all", "--no-new-privs"]
    if on("PrivateUsers") or ALONE:
        command += ["unshare", "--user", "--map-user", uid, "--map-group", gid]
    read_end, write_end = os.pipe()
    os.set_inheritable(read_end, True)
    os.write(write_end, filter_bytes)
    os.close(write_end)
    command += ["/usr/bin/python3", "-c", APPLY, str(read_end), PROGRAM, *sys.argv[5:]]
    os.execvpe(command[0], command, variables)


main()
