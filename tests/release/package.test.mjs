// The packages: made of this build by cpack, unpacked, and served from where they were unpacked. What a bare machine makes
// of them (installing, upgrading, removing) is tried by tests/packages/deb.
import assert from "node:assert/strict";
import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { differing, ofProgram } from "../prepare.mjs";
import { askAt, bareEnvironment, bin, eventually, freePorts, freshFolder, menagerie, run, start } from "../server/house.mjs";
import { followLinks } from "../tidy/links.mjs";
import { listenAsSupervisor, sandboxed, stage } from "./sandbox.mjs";

const parseLicence = createRequire(import.meta.url)("spdx-expression-parse");
const build = dirname(bin);
const packaging = fileURLToPath(new URL("../../packaging", import.meta.url));
let deb, tarball; // unpacked
let folder;
process.env.SOURCE_DATE_EPOCH = "1790000000"; // as ./run package has it from the commit

async function succeed(program, ...argv) {
  const { code, stdout, stderr } = await run(program, argv, { cwd: folder });
  assert.equal(code, 0, `${program} ${argv.join(" ")}: ${stdout}${stderr}`);
  return stdout;
}

/** Makes both packages in a folder: their names. */
async function pack(out) {
  await succeed("cmake", "--build", build, "--target", "menagerie_package");
  for (const generator of ["DEB", "TGZ"]) await succeed("cpack", "--config", join(build, "CPackConfig.cmake"), "-G", generator, "-B", out);
  return readdirSync(out).filter((name) => /\.(deb|tar\.gz)$/.test(name));
}

before(async () => {
  folder = freshFolder();
  const names = await pack(folder);
  deb = join(folder, "deb");
  await succeed("dpkg-deb", "-R", names.find((name) => name.endsWith(".deb")), deb);
  mkdirSync(join(folder, "tar"));
  await succeed("tar", "xzf", names.find((name) => name.endsWith(".tar.gz")), "-C", "tar");
  // It was packed under one name; it must not matter where it is.
  tarball = join(folder, "somewhere else");
  renameSync(join(folder, "tar", readdirSync(join(folder, "tar"))[0]), tarball);
});

const asked = (text) => text.split("\n").map((line) => line.trim());

test("the .deb: its files, its settings kept by dpkg, libraries by the names of this release", async () => {
  const control = readFileSync(join(deb, "DEBIAN/control"), "utf8");
  for (const library of ["libsqlite3-0", "libcairo2", "libsodium", "libc6"]) assert.match(control, new RegExp(`^Depends: .*\\b${library}`, "m"));
  assert.deepEqual(asked(readFileSync(join(deb, "DEBIAN/conffiles"), "utf8")).filter(Boolean), ["/etc/default/menagerie", "/etc/menagerie/menagerie.conf"]);
  for (const script of ["postinst", "prerm", "postrm"]) await succeed("sh", "-n", join(deb, "DEBIAN", script));
  const files = (await succeed("find", deb, "-type", "f", "-printf", "%P\\n")).split("\n");
  for (const file of ["usr/bin/menagerie", "usr/share/menagerie/web/index.html", "usr/share/doc/menagerie/copyright", "usr/share/man/man1/menagerie.1.gz",
    "usr/share/bash-completion/completions/menagerie", "usr/share/zsh/vendor-completions/_menagerie", "usr/share/fish/vendor_completions.d/menagerie.fish",
    "usr/lib/systemd/system/menagerie.service", "etc/menagerie/menagerie.conf", "etc/default/menagerie"]) assert.ok(files.includes(file), file);
  assert.deepEqual(files.filter((file) => /\.so/.test(file)), [], "Debian has the libraries");
});

test("the settings that the .deb brings are ones that serve takes", async () => {
  const settings = readFileSync(join(deb, "etc/menagerie/menagerie.conf"), "utf8");
  const names = [...settings.matchAll(/^#([a-z-]+) = /gm)].map(([, name]) => `--${name}`);
  const variables = [...readFileSync(join(deb, "etc/default/menagerie"), "utf8").matchAll(/^#MENAGERIE_(\w+)=/gm)].map(([, name]) => `--${name.toLowerCase().replaceAll("_", "-")}`);
  assert.ok(names.length >= 4 && variables.length >= 3);
  const { stdout } = await menagerie("serve", "--help");
  for (const name of [...names, ...variables]) assert.ok(stdout.includes(`${name} `), name);
});

test("systemd finds the unit in order, and its sandbox scores 2.0 at most", async () => {
  const { stdout, stderr, code } = await run("systemd-analyze", ["security", "--offline=yes", "--threshold=20", "--no-pager", unit], { env: bareEnvironment({ LC_ALL: "C.UTF-8" }) });
  assert.equal(code, 0, stdout + stderr);
  const here = join(freshFolder(), "menagerie.service");
  writeFileSync(here, readFileSync(unit, "utf8").replace("/usr/bin/menagerie", "/bin/true")); // the program need not be on this machine
  const checked = await run("systemd-analyze", ["verify", "--man=no", "--recursive-errors=no", here], { env: bareEnvironment({ LC_ALL: "C.UTF-8" }) });
  assert.equal(checked.stderr.split("\n").filter((line) => line.includes("menagerie.service")).join("\n"), "");
  const score = Number(stdout.match(/Overall exposure level for menagerie\.service: ([\d.]+)/)[1]);
  assert.ok(score <= 2.0, `${score}`);
});

const unit = join(packaging, "menagerie.service");

/** The service as the unit starts it, from what the .deb holds, with these settings: {told, log, ended, stop()}. */
async function startService(settings) {
  const folder = stage();
  cpSync(join(deb, "usr"), join(folder, "usr"), { recursive: true });
  cpSync(join(deb, "etc"), join(folder, "etc"), { recursive: true });
  writeFileSync(join(folder, "etc/menagerie/menagerie.conf"), settings);
  const address = `@menagerie-test-${process.pid}-${Math.random()}`;
  const supervisor = await listenAsSupervisor(address);
  const command = readFileSync(unit, "utf8").match(/^ExecStart=\/usr\/bin\/(.*)$/m)[1].split(" ");
  const [program, argv] = sandboxed(unit, "menagerie", folder, `/srv/bin/${command[0]}`, ...command.slice(1));
  // A leak check of a build with AddressSanitizer would trace the process.
  const child = start(program, argv, { cwd: "/", env: bareEnvironment({ NOTIFY_SOCKET: address, WATCHDOG_USEC: "180000000", ASAN_OPTIONS: "detect_leaks=0" }), stdio: ["ignore", "ignore", "pipe"] });
  const service = { told: supervisor.told, log: "", pid: child.pid };
  child.stderr.setEncoding("utf8").on("data", (text) => { service.log += text; });
  service.ended = new Promise((done) => child.on("exit", (code, signal) => done(code ?? signal)));
  await eventually(() => {
    assert.equal(child.exitCode, null, service.log);
    return supervisor.told.includes("READY=1");
  }, { what: "READY=1" });
  service.stop = async () => {
    child.kill("SIGTERM");
    assert.equal(await service.ended, 0, service.log);
    await supervisor.sent("STOPPING=1");
    supervisor.close();
  };
  return service;
}

test("in the unit's own sandbox the server is ready, makes a backup and an export, and tells when it stops", async () => {
  const [port] = await freePorts(1);
  const service = await startService(`listen = "127.0.0.1:${port}"\nbackup-every = "1h"\n`);
  const asked = (path) => askAt(`http://127.0.0.1:${port}${path}`);
  assert.equal((await asked("/readyz")).status, 200);
  const { body: file } = await asked("/api/v1/machines/ellis/export.sqlite");
  assert.equal(file.subarray(0, 15).toString(), "SQLite format 3");
  assert.equal((await asked("/api/v1/machines/her/labels.pdf")).status, 200);
  const verified = /^menagerie_backups_total\{result="verified"\} 1$/m;
  await eventually(async () => verified.test((await asked("/metrics")).text), { what: `a backup; the log says ${service.log}` });
  await eventually(() => service.told.includes("WATCHDOG=1"), { what: "WATCHDOG=1" });
  await service.stop();
});

test("in the unit's own sandbox the recipe under a path has its unix socket, for a proxy in its group, and its access log", async () => {
  const [, flags] = readFileSync(new URL("../../docker/proxies/nginx-path.conf", import.meta.url), "utf8").match(/^# Start the server with (.*)$/m);
  const options = [...flags.matchAll(/--([a-z-]+) (\S+)/g)].map(([, name, value]) => `${name} = "${value}"`);
  assert.ok(options.includes('listen = "unix:/run/menagerie/web.sock"'));
  const service = await startService([...options, 'access-log = "/var/log/menagerie/access.log"', ""].join("\n"));
  const within = (path) => join(`/proc/${service.pid}/root`, path);
  const { mode, gid } = statSync(within("/run/menagerie/web.sock"));
  assert.equal(mode & 0o777, 0o660);
  assert.equal(gid, statSync(within("/run/menagerie")).gid);
  // Where the test is root, as another user of that group.
  const inGroup = process.getuid() === 0 ? ["--mount", "setpriv", "--reuid=nobody", "--regid=nogroup", `--groups=${gid}`] : ["--user", "--preserve-credentials", "--mount"];
  const [program, ...argv] = ["nsenter", "--target", String(service.pid), ...inGroup, "curl", "-sS", "--unix-socket", "/run/menagerie/web.sock", "-o", "/dev/null", "-w", "%{http_code}", "http://school.example/menagerie/api/v1/machines"];
  const { stdout, stderr } = await run(program, argv, { cwd: "/" });
  assert.equal(stdout, "200", stderr + service.log);
  await eventually(() => readFileSync(within("/var/log/menagerie/access.log"), "utf8").includes("/api/v1/machines"), { what: "a line of the access log" });
  await service.stop();
});

for (const [kind, place] of [["deb", () => join(deb, "usr")], ["tarball", () => tarball]]) {
  test(`what the ${kind} unpacks to serves its pages from where it stands`, async () => {
    const child = start(join(place(), "bin/menagerie"), ["serve", "--listen", "127.0.0.1:0", "--data", freshFolder()], { cwd: "/", env: bareEnvironment(), stdio: ["ignore", "ignore", "pipe"] });
    let log = "";
    const url = await new Promise((done, fail) => {
      child.stderr.setEncoding("utf8").on("data", (text) => {
        log += text;
        const found = log.match(/open at (http:\S+)/);
        if (found) done(found[1]);
      });
      child.on("exit", (code) => fail(new Error(`exit status ${code}: ${log}`)));
    });
    assert.match((await askAt(`${url}/`)).text, /^<!doctype html>/);
    // A proxy that drops Upgrade: the log names a file that this package has.
    request(`${url}/api/v1/play?machine=her`, { headers: { "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version": "13" } }, (answer) => answer.resume()).end();
    const [, file] = await eventually(() => log.match(/see "Behind a proxy" in (.*docker\/README\.md)/), { what: "the remedy in the log" });
    assert.equal(file, join(place(), "share/doc/menagerie/docker/README.md"));
    assert.match(readFileSync(file, "utf8"), /^## Behind a proxy$/m);
    child.removeAllListeners("exit").kill("SIGTERM");
    assert.equal(await new Promise((done) => child.on("exit", done)), 0);
  });
}

test("both packages have the documentation, and its links lead to what is there", async () => {
  for (const place of [join(deb, "usr"), tarball]) {
    const doc = join(place, "share/doc/menagerie");
    const texts = (await succeed("find", doc, "-name", "*.md", "-printf", "%P\\n")).trim().split("\n");
    for (const text of ["README.md", "CHANGELOG.md", "SECURITY.md", "docker/README.md", "server/README.md", "schema/README.md"]) assert.ok(texts.includes(text), text);
    const { count, broken } = followLinks(doc, texts);
    assert.ok(count > 30, `${count} links`);
    assert.deepEqual(broken, []);
    for (const name of ["docker/proxies/nginx.conf", "docker/proxies/haproxy-path.cfg", "docker/Caddyfile", "packaging/menagerie-kiosk.service", "packaging/monitoring/menagerie.rules.yml"]) assert.ok(existsSync(join(doc, name)), name);
  }
  const named = readFileSync(join(deb, "etc/menagerie/menagerie.conf"), "utf8").match(/\/usr\/share\/doc\/\S+/g);
  for (const path of named) assert.ok(lstatSync(join(deb, path)).isFile(), path);
});

test("packed once more, what follows from the program made anew, both packages are the same bytes", async () => {
  const again = freshFolder(), made = join(build, "package-files");
  for (const name of readdirSync(made)) if (name !== "conffiles") rmSync(join(made, name));
  const names = await pack(again);
  assert.equal(names.length, 2);
  for (const name of names) assert.ok(readFileSync(join(folder, name)).equals(readFileSync(join(again, name))), `${name} is another one`);
});

test("lintian finds no error in the .deb", async () => {
  const { code, stdout, stderr } = await run("lintian", ["--fail-on", "error", join(folder, readdirSync(folder).find((name) => name.endsWith(".deb")))], { env: bareEnvironment({ LC_ALL: "C.UTF-8" }) });
  assert.equal(code, 0, stdout + stderr);
});

test("the tarball brings its libraries, and takes none of the machine's but the C library", async () => {
  const libraries = (await succeed("ldd", join(tarball, "bin/menagerie"))).split("\n").flatMap((line) => line.match(/=> (.+) \(/)?.[1] ?? []);
  const foreign = libraries.filter((path) => !path.startsWith(tarball) && !join(dirname(path), "").startsWith(join(tarball, "bin", "..", "lib")));
  assert.ok(libraries.length > foreign.length + 10);
  assert.deepEqual(foreign.filter((path) => !/\/(libc|libm|libpthread|libdl|librt|libresolv)\.so/.test(path)), []);
});

test("the manual and the completions are kept as this program's --help makes them", () => {
  assert.deepEqual(differing(ofProgram(bin)), [], "mended by: node tests/prepare.mjs PROGRAM");
});

test("the manual has every command and every flag, as --help has them", async () => {
  const page = gunzipSync(readFileSync(join(deb, "usr/share/man/man1/menagerie.1.gz"))).toString().replaceAll("\\-", "-");
  const commands = [...(await menagerie("--help")).stdout.matchAll(/^ {2}(\w+) /gm)].map(([, name]) => name);
  assert.ok(commands.length >= 13);
  for (const command of commands) {
    assert.ok(page.includes(`\n.SS ${command}\n`), command);
    const section = page.slice(page.indexOf(`\n.SS ${command}\n`) + 5).split(/\n\.S[SH] /)[0];
    const { stdout } = await menagerie(command, "--help");
    for (const [, flag] of stdout.matchAll(/^ +(?:-\w,)?(--[a-z-]+)/gm)) assert.ok(section.includes(flag), `${command} ${flag}`);
  }
  const { stdout, stderr } = await run("man", ["--warnings", "-l", join(deb, "usr/share/man/man1/menagerie.1.gz")], { env: bareEnvironment({ LC_ALL: "C.UTF-8", MANWIDTH: "100" }) });
  assert.equal(stderr, "");
  assert.match(stdout, /SYNOPSIS\s+menagerie COMMAND/);
});

/** What bash would offer for these words, the last of which is being written. */
async function offered(...words) {
  const script = `. '${join(deb, "usr/share/bash-completion/completions/menagerie")}'
COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}; compopt() { :; }
_menagerie; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return (await succeed("bash", "-c", script)).split("\n").filter(Boolean);
}

test("bash completes commands, flags and the values of those that take only some", async () => {
  assert.deepEqual(await offered("menagerie", "ba"), ["backup"]);
  assert.deepEqual((await offered("menagerie", "b")).sort(), ["backup", "boxes"]);
  assert.deepEqual(await offered("menagerie", "serve", "--curator-t"), ["--curator-token-file"]);
  assert.deepEqual(await offered("menagerie", "boxes", "her", "--format", "j"), ["json"]);
  assert.deepEqual((await offered("menagerie", "serve", "--log-level", "")).sort(), ["debug", "error", "info", "warn"]);
});

test("zsh and fish can read their completions, and fish completes", async () => {
  await succeed("zsh", "-n", join(deb, "usr/share/zsh/vendor-completions/_menagerie"));
  const script = join(deb, "usr/share/fish/vendor_completions.d/menagerie.fish");
  await succeed("fish", "--no-execute", script);
  const offers = await succeed("fish", "--no-config", "-c", `source '${script}'; complete -C 'menagerie boxes her --format '`);
  assert.deepEqual(offers.trim().split("\n").sort().map((line) => line.split("\t")[0]), ["csv", "json", "text"]);
});

test("the list of parts is SPDX and has what is linked, what is compiled in and what the pages take, each with its licence", async () => {
  const document = JSON.parse(readFileSync(join(deb, "usr/share/doc/menagerie/sbom.spdx.json"), "utf8"));
  assert.equal(document.spdxVersion, "SPDX-2.3");
  const names = document.packages.map(({ name }) => name);
  for (const name of ["menagerie", "libsqlite3-0", "libsodium23", "libcairo2", "nlohmann-json3-dev", "libcli11-dev", "libsqlitecpp-dev", "libhowardhinnant-date-dev", "@fontsource/inter"]) assert.ok(names.includes(name), name);
  assert.ok(names.some((name) => /^libboost[\d.]*-dev$/.test(name)));
  assert.match(document.creationInfo.created, /^2026-09-21T\d\d:\d\d:\d\dZ$/, "of SOURCE_DATE_EPOCH");
  // Each licence is an expression of SPDX's list; one that is not in it comes with its text.
  const own = new Set((document.hasExtractedLicensingInfos ?? []).filter(({ extractedText }) => extractedText.length > 100).map(({ licenseId }) => licenseId));
  for (const it of document.packages) {
    assert.match(it.SPDXID, /^SPDXRef-[A-Za-z0-9.-]+$/);
    assert.ok(it.versionInfo && it.downloadLocation);
    if (!own.has(it.licenseDeclared)) assert.ok(parseLicence(it.licenseDeclared), it.name);
  }
  const declared = (name) => document.packages.find((it) => it.name === name).licenseDeclared;
  assert.deepEqual(["menagerie", "libsodium23", "nlohmann-json3-dev", "libcairo2", "@fontsource/inter"].map(declared), ["MIT", "ISC", "MIT", "LGPL-2.1-only OR MPL-1.1", "OFL-1.1"]);
  assert.equal(new Set(document.packages.map(({ SPDXID }) => SPDXID)).size, document.packages.length);
  const related = new Set(document.relationships.map(({ relatedSpdxElement }) => relatedSpdxElement));
  for (const { SPDXID } of document.packages) assert.ok(related.has(SPDXID), SPDXID);
  const licences = gunzipSync(readFileSync(join(deb, "usr/share/doc/menagerie/THIRD-PARTY-LICENSES.gz"))).toString();
  for (const name of names.filter((name) => name !== "menagerie")) assert.ok(licences.includes(`\n${name} `), name);
  assert.match(licences, /SIL OPEN FONT LICENSE/i);
});
