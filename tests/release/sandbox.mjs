// A program in the sandbox of a systemd unit, made by sandbox.py, and what it tells its supervisor.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bareEnvironment, eventually, freshFolder, start } from "../server/house.mjs";

const script = fileURLToPath(new URL("sandbox.py", import.meta.url));
const namespaces = ["--mount", "--ipc", "--propagation", "private"];
const asRoot = process.getuid() === 0 ? [] : ["--user", "--map-root-user"];

/** A folder with `usr` and `etc` for sandbox.py, that others than its owner can look into. */
export function stage() {
  const folder = join(freshFolder(), "stage");
  for (const name of ["usr/bin", "etc/default"]) mkdirSync(join(folder, name), { recursive: true, mode: 0o755 });
  return folder;
}

/** The command that runs `argv` in the unit's sandbox: [program, [argument...]]. */
export const sandboxed = (unit, user, folder, ...argv) => ["unshare", [...asRoot, ...namespaces, "/usr/bin/python3", script, unit, user, folder, ...argv]];

/** Listens as a supervisor does, at a path or at `@name`: {told, times, sent(state), close()}; `times` are milliseconds, one for
 * each state told. Node has no datagrams of this kind. */
export async function listenAsSupervisor(address) {
  const listen = `import socket, sys, time
it = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
it.bind(sys.argv[1].replace("@", "\\0", 1) if sys.argv[1][0] == "@" else sys.argv[1])
print("listening", flush=True)
while True: print(it.recv(4096).decode(), int(time.monotonic() * 1000), flush=True)`;
  const child = start("/usr/bin/python3", ["-c", listen, address], { env: bareEnvironment(), stdio: ["ignore", "pipe", "inherit"] });
  const told = [], times = [];
  let rest = "", listening = false;
  child.stdout.setEncoding("utf8").on("data", (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop();
    for (const [state, time] of lines.map((line) => line.split(" "))) {
      if (state === "listening") listening = true;
      else told.push(state), times.push(Number(time));
    }
  });
  await eventually(() => listening, { what: "the supervisor's socket" });
  return { told, times, sent: (state) => eventually(() => told.includes(state), { what: `${state}, after ${told.join(", ")}` }), close: () => child.kill("SIGKILL") };
}
