// The command line: what it prints, what it refuses, and where its settings come from.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { bareEnvironment, bin, freshFolder, menagerie, run, start, startHouse } from "./house.mjs";

async function boxes(...argv) {
  const { code, stdout, stderr } = await menagerie("boxes", ...argv, "--format", "json");
  assert.equal(code, 0, stderr);
  assert.equal(stderr, "");
  return JSON.parse(stdout);
}

const lists = [
  [["noughts-and-crosses", "--seat", "first", "--rule", "michie-1961"], 304, 1720, [1, 12, 108, 183], "noughts-and-crosses"],
  [["menace"], 304, 1720, [1, 12, 108, 183], "noughts-and-crosses"],
  [["noughts-and-crosses", "--seat", "second", "--rule", "scroggs-2015"], 289, 2237, [3, 38, 153, 95], "noughts-and-crosses"],
  [["menace-two"], 289, 2237, [3, 38, 153, 95], "noughts-and-crosses"],
  [["hexapawn", "--seat", "second"], 19, null, [2, 10, 7], "hexapawn"],
  [["her"], 24, 55, [2, 11, 11], "hexapawn"],
  [["hexapawn", "--seat", "second", "--boxes", "gardner-24"], 24, 55, [2, 11, 11], "hexapawn"],
  [["hexapawn", "--seat", "second", "--boxes", "raw"], null, null, null, "hexapawn"],
];

for (const [argv, count, beads, byTurn, game] of lists) {
  test(`boxes ${argv.join(" ")}`, async () => {
    const list = await boxes(...argv);
    assert.deepEqual(Object.keys(list), ["game", "seat", "rule", "count", "beads", "by_turn", "boxes"]);
    assert.equal(list.game, game);
    if (count) assert.equal(list.count, count);
    if (beads) assert.equal(list.beads, beads);
    if (byTurn) assert.deepEqual(list.by_turn, byTurn);
    assert.equal(list.boxes.length, list.count);
    assert.equal(list.by_turn.reduce((a, b) => a + b, 0), list.count);
    assert.equal(list.boxes.flatMap((box) => box.moves).reduce((sum, move) => sum + move.beads, 0), list.beads);
    for (const box of list.boxes) {
      assert.deepEqual(Object.keys(box), ["box", "turn", "moves"]);
      for (const move of box.moves) {
        assert.deepEqual(Object.keys(move), ["move", "orbit", "beads"]);
        assert.equal(move.orbit[0], move.move);
      }
    }
  });
}

test("raw boxes are more than canonical ones, and each of their beads is one move", async () => {
  for (const [name, least] of [["menace", 304], ["her", 24]]) {
    const raw = await boxes(name, "--boxes", "raw");
    assert.ok(raw.count > least);
    assert.ok(raw.boxes.every((box) => box.moves.every((move) => move.orbit.length === 1)));
  }
});

test("csv and text tell the same boxes", async () => {
  const list = await boxes("her");
  const csv = (await menagerie("boxes", "her", "--format", "csv")).stdout.trim().split("\n");
  assert.equal(csv[0], "number,turn,box,move,orbit,beads");
  assert.equal(csv.length - 1, list.boxes.flatMap((box) => box.moves).length);
  const text = (await menagerie("boxes", "her")).stdout;
  assert.match(text, /24 boxes, 55 beads; by turn: 2 11 11/);
  for (const { box } of list.boxes) assert.ok(text.includes(box));
});

test("the house lists the boxes that the command line does", async () => {
  const house = await startHouse();
  for (const machine of ["menace", "menace-two", "her", "him"]) {
    const beads = ({ move, orbit, beads }) => ({ move, orbit, beads }); // the house tells odds and values too
    const here = (await house.boxes(machine)).boxes.map(({ box, turn, moves }) => ({ box, turn, moves: moves.map(beads) }));
    assert.deepEqual(here, (await boxes(machine)).boxes);
  }
  await house.close();
});

const bad = [
  [["boxes"], /name/], [["boxes", "hal"], /hal.*menace/], [["boxes", "menace", "--colour"], /--colour/], [["boxes", "menace", "--format", "xml"], /xml/],
  [["boxes", "hexapawn", "--seat", "third"], /third/], [["boxes", "hexapawn", "--rule", "kind"], /kind/], [["boxes", "hexapawn", "--boxes", "round"], /round/], [["boxes", "menace", "her"], /her/],
  [["serve", "--listen", "here"], /here/], [["serve", "--listen", "127.0.0.1:99999"], /99999/], [["serve", "--frames-per-second-max", "many"], /many/],
  [["serve", "--log-level", "loud"], /loud/], [["serve", "--port", "80"], /--port/], [["serve", "--trusted-proxy", "friend"], /friend/], [["serve", "--config", "/nowhere.conf"], /nowhere\.conf/],
  [["verify", "--data"], /--data/], [["verify", "--quick"], /--quick/], [["healthcheck", "--listen", "x"], /x/],
];

test("bad names and flags: exit status 2 and one clear line on stderr", async () => {
  for (const [argv, words] of bad) {
    const { code, stdout, stderr } = await menagerie(...argv);
    assert.equal(code, 2, `${argv.join(" ")}: ${stdout}${stderr}`);
    assert.equal(stdout, "", argv.join(" "));
    assert.equal(stderr.trim().split("\n").length, 1, stderr);
    assert.match(stderr, words);
    assert.match(stderr, /^menagerie /);
  }
  for (const argv of [[], ["open"], ["--bogus"]]) {
    const { code, stdout, stderr } = await menagerie(...argv);
    assert.equal(code, 2);
    assert.equal(stdout, "");
    assert.match(stderr, /serve/);
  }
});

const flags = {
  serve: ["--answers", "--listen", "--data", "--store", "--doorbell", "--web", "--public-url", "--data-license", "--allow-origin", "--trusted-proxy", "--curator-token-file", "--curator-guesses-per-minute-max", "--metrics", "--log-format", "--log-level", "--access-log", "--read-only", "--backup-every", "--backup-keep", "--backup-dir", "--config", "--frame-bytes-max", "--resume-bytes-max",
    "--header-bytes-max", "--body-bytes-max", "--connections-max", "--connections-per-address-max", "--frames-per-second-max", "--frames-burst-max", "--episodes-per-minute-max",
    "--idle-socket-s", "--idle-episode-s", "--handshake-s", "--write-s", "--outbox-frames-max", "--learner-episodes-max", "--exports-per-client-max", "--reads-per-address-max", "--reads-waiting-per-address-max", "--reads-waiting-max", "--buffered-bytes-per-address-max", "--buffered-bytes-max", "--read-bytes-per-second-min", "--document-cache-bytes-max", "--export-copies-max", "--export-bytes-max", "--export-kept-s", "--ticket-s", "--dry-era-after-s", "--finished-games", "--practice-games-max", "--practices-per-minute-max", "--experiment-games-max", "--sealed-seats-max", "--sealed-seats-per-address-max", "--sealed-machines-percent", "--sealed-round-s", "--sealed-pause-s", "--sealed-idle-s", "--copies-max", "--copies-per-address-max", "--past-rooms-max", "--past-rooms-per-address-max"],
  boxes: ["--seat", "--rule", "--boxes", "--format"], solve: ["--position", "--format"], evaluate: ["--data", "--machine", "--against", "--seat", "--rule", "--boxes", "--format"],
  simulate: ["--against", "--games", "--runs", "--seed", "--window", "--threads", "--seat", "--rule", "--boxes", "--format"], tournament: ["--games", "--runs", "--seed", "--format"],
  learn: ["--games", "--runs", "--to-move", "--seed", "--format"], verify: ["--data", "--store", "--format"], backup: ["--data", "--out", "--force"], restore: ["--check", "--data", "--from"], copy: ["--from", "--to"], status: ["--data", "--store", "--config", "--backup-dir", "--format"],
  export: ["--data", "--store", "--machine", "--format", "--out", "--list", "--public-url", "--web", "--data-license", "--from", "--to", "--era", "--box", "--episode", "--visit", "--since", "--until", "--kind", "--outcome", "--after", "--before", "--limit"], healthcheck: ["--listen"],
};

test("a misspelt command, flag or setting is told with the one that was meant", async () => {
  const file = join(freshFolder(), "menagerie.conf");
  writeFileSync(file, 'listem = "127.0.0.1:0"\n');
  for (const [argv, meant] of [
    [["verfy"], /^menagerie: there is no command "verfy"; did you mean verify\? \(see menagerie --help\)\n$/], [["hlep"], /did you mean help\?/], [["serv"], /did you mean serve\?/], [["help", "exprot"], /did you mean export\?/],
    [["boxes", "menace", "--fromat", "json"], /--fromat.*; did you mean --format\? \(see menagerie boxes --help\)\n$/], [["verify", "--dta=x"], /did you mean --data\?/], [["serve", "--lisen", "x"], /did you mean --listen\?/],
    [["serve", "--config", file], /menagerie\.conf:1: there is no such setting: listem .*; did you mean listen\?/],
  ]) {
    const { code, stdout, stderr } = await menagerie(...argv);
    assert.deepEqual([code, stdout, stderr.trim().split("\n").length], [2, "", 1], `${argv}: ${stderr}`);
    assert.match(stderr, meant);
  }
  for (const argv of [["zebra"], ["boxes", "menace", "--colour"], ["boxes", "menace", "-x"]]) assert.doesNotMatch((await menagerie(...argv)).stderr, /did you mean/, `${argv}`);
});

test("menagerie help COMMAND is that command's --help", async () => {
  for (const command of Object.keys(flags)) {
    const [told, own] = [await menagerie("help", command), await menagerie(command, "--help")];
    assert.deepEqual([told.code, told.stderr, told.stdout], [0, "", own.stdout], command);
  }
  assert.deepEqual(await menagerie("help"), await menagerie("--help"));
  const { code, stdout, stderr } = await menagerie("help", "nothing-there");
  assert.deepEqual([code, stdout], [2, ""]);
  assert.match(stderr, /there is no command "nothing-there"/);
});

test("the log has colours on a terminal, but not where NO_COLOR says so", async () => {
  const house = await startHouse();
  const seen = async (env) => {
    const line = `${bin} serve --listen 127.0.0.1:${house.port} --data ${freshFolder()}`; // ends by itself: the port is in use
    const { stdout } = await run("script", ["-qec", line, "/dev/null"], { env: bareEnvironment({ TERM: "xterm-256color", ...env }) });
    assert.match(stdout, /info/);
    return stdout;
  };
  assert.match(await seen({ NO_COLOR: "" }), /\x1b\[[\d;]+m/);
  assert.doesNotMatch(await seen({ NO_COLOR: "1" }), /\x1b\[[\d;]+m/);
  await house.close();
});

test("--help of each command lists every flag with a word about it", async () => {
  const all = await menagerie("--help");
  assert.equal(all.code, 0);
  for (const [command, names] of Object.entries(flags)) {
    assert.match(all.stdout, new RegExp(`^ +${command} +\\w`, "m"));
    const { code, stdout, stderr } = await menagerie(command, "--help");
    assert.equal(code, 0);
    assert.equal(stderr, "");
    const listed = [...stdout.matchAll(/^ +(?:-\w,)?(--[a-z-]+)/gm)].map(([, flag]) => flag).filter((flag) => flag !== "--help");
    assert.deepEqual(listed.sort(), [...names].sort(), command);
    for (const name of names) assert.match(stdout, new RegExp(`${name}( [^\\n]*?)?(  |\\n {10,}) *[\\w\`]`), `${command} ${name} says what it is`);
  }
  const { stdout: version } = await menagerie("--version");
  assert.match(version, /^menagerie \d+\.\d+\.\d+\n/);
  for (const library of ["SQLite", "Boost", "libsodium", "zlib", "spdlog", "CLI11"]) assert.match(version, new RegExp(`^${library} \\d+\\.\\d+`, "m"));
  assert.match(version, /^(?![\s\S]*^commit $)/m, "a commit is told where it is known, and not as an empty one");
  const { stdout: serving } = await menagerie("serve", "--help");
  assert.match(serving, /--header-bytes-max 1024\.\.1048576(=8192| \[8192\])\s/);
  assert.match(serving, /--frames-per-second-max 0\.\.1000000000(=20| \[20\])\s/);
  for (const command of Object.keys(flags)) assert.doesNotMatch((await menagerie(command, "--help")).stdout, /UINT|FLOAT|INT:| in \[|\d{30}|e\+\d/, command);
});

/** Starts `serve` with these settings; the line that says where it is open, or what it said when it did not open. */
function opening(argv, env = {}) {
  return new Promise((done) => {
    const child = start(bin, ["serve", "--data", freshFolder(), ...argv], { env: bareEnvironment(env), stdio: ["ignore", "ignore", "pipe"] });
    let log = "";
    child.stderr.setEncoding("utf8").on("data", (text) => {
      log += text;
      const found = log.match(/open at (\S+)"?/);
      if (found) {
        done({ url: found[1].replace(/"}?$/, ""), log });
        child.kill("SIGTERM");
      }
    });
    child.on("close", (code) => done({ code, log })); // when all that it said was read
  });
}

test("a flag goes before the environment, that before the config file, that before the default", async () => {
  const config = join(freshFolder(), "house.conf");
  writeFileSync(config, 'public-url = "http://config.example"\nlisten = "127.0.0.1:0"\nlog-format = "json"\n');
  const environment = { MENAGERIE_PUBLIC_URL: "http://environment.example" };
  const flag = ["--public-url", "http://flag.example"];
  const free = ["--listen", "127.0.0.1:0"];

  assert.match((await opening(free)).url, /^http:\/\/localhost:\d+$/);
  const fromConfig = await opening(["--config", config]);
  assert.equal(fromConfig.url, "http://config.example");
  for (const line of fromConfig.log.trim().split("\n")) assert.ok(JSON.parse(line).message, "the log is in JSON");
  assert.equal((await opening(["--config", config], environment)).url, "http://environment.example");
  assert.equal((await opening(["--config", config, ...flag], environment)).url, "http://flag.example");
  assert.equal((await opening([...free, ...flag], environment)).url, "http://flag.example");
  assert.equal((await opening([], { ...environment, MENAGERIE_LISTEN: "127.0.0.1:0" })).url, "http://environment.example");
  assert.equal((await opening(free, { MENAGERIE_LISTEN: "nowhere" })).code, undefined, "the flag counts, not the environment");
  assert.equal((await opening([], { MENAGERIE_LISTEN: "nowhere" })).code, 2);
  assert.equal((await opening([...free, "--config", config], { MENAGERIE_FRAME_BYTES_MAX: "1" })).code, 2, "the environment is checked as a flag is");
  writeFileSync(config, "colour = red\n");
  assert.equal((await opening([...free, "--config", config])).code, 2, "a setting that is none is refused");
});

test("--public-url is an address that the pages can be served at, or serve says in one line why it is not", async () => {
  const faults = {
    foo: /"foo" is no address; it looks like https:\/\/menagerie\.example/,
    "ftp://menagerie.example": /is no address/,
    "https://": /names no host/,
    "https:///": /names no host/,
    "https://user@menagerie.example": /names no host/,
    "https://menagerie.example:99999": /names no host/,
    "https://two words": /names no host/,
    "https://school.example/a b": /has a path that is not made of plain parts, as \/menagerie is/,
    "https://school.example/a//b": /has a path/,
    "https://school.example/../a": /has a path/,
    "https://menagerie.example/?a": /ends in \? or #/,
    "https:menagerie.example": /is no address/,
    "HTTPS://menagerie.example": /is no address/,
    "https://menagerie.example#top": /ends in \? or #/,
    "https://user:word@menagerie.example": /names no host/,
    "https://@menagerie.example": /names no host/,
    "https://menagerie.example:": /names no host/,
    "https://menagerie.example:0": /names no host/,
    "https://menagerie.example:80x": /names no host/,
    "https://:8443": /names no host/,
    "https://menagerie%2eexample": /names no host/,
    "https://-menagerie.example": /names no host/,
    "https://the_menagerie.example": /names no host/,
    "https://2001:db8::1": /names no host/,
    "https://[2001:db8::1": /names no host/,
    "https://[2001:db8::xyz]": /names no host/,
    "https://[v1.x]": /names no host/,
    "https://school.example//": /has a path/,
    "https://school.example/a/./b": /has a path/,
    "https://school.example/%61": /has a path/,
    "https://school.example/a%2fb": /has a path/,
    "https://school.example/a%": /has a path/,
  };
  for (const [address, words] of Object.entries(faults)) {
    for (const [argv, env] of [[["--public-url", address], {}], [[], { MENAGERIE_PUBLIC_URL: address }]]) {
      const { code, log } = await opening(["--listen", "127.0.0.1:0", ...argv], env);
      assert.equal(code, 2, `${address}: ${log}`);
      assert.match(log, words);
      assert.equal(log.trim().split("\n").length, 1);
    }
  }
  for (const address of ["https://menagerie.example", "https://menagerie.example/", "https://school.example/menagerie/", "http://localhost:8080", "http://192.0.2.1", "https://[2001:db8::1]:8443", "http://[::1]", "https://MENAGERIE.example:65535", "https://school.example/~art/menagerie_2.0"])
    assert.equal((await opening(["--listen", "127.0.0.1:0", "--public-url", address])).url, address);
  const label = await menagerie("label", "her", "--public-url", "foo", "--out", join(freshFolder(), "her.pdf"));
  assert.deepEqual([label.code, label.stderr], [2, 'menagerie label: --public-url: "foo" is no address; it looks like https://menagerie.example\n']);
});

test("a token that every user of the machine can read is warned of", async () => {
  const file = join(freshFolder(), "curator.token");
  writeFileSync(file, "0123456789abcdef0123456789abcdef\n", { mode: 0o644 });
  const argv = ["--listen", "127.0.0.1:0", "--curator-token-file", file];
  assert.match((await opening(argv)).log, new RegExp(`warn.*${file}: every user of this machine can read the curator's token; chmod 600`));
  chmodSync(file, 0o600);
  assert.doesNotMatch((await opening(argv)).log, /every user/);
});

test("a fault in the config file is told with the file and the line", async () => {
  const config = join(freshFolder(), "house.conf");
  for (const [text, words] of [
    ['# a comment\nlisten = "127.0.0.1:0"\n\ncolour = red\n', /house\.conf:4: there is no such setting: colour = red/],
    ["frame-bytes-max = 2\n", /house\.conf:1: .*"2" is no whole number from 128 to 65536/],
    ['log-level = "info"\nlog-format = "xml"\n', /house\.conf:2: .*xml/],
    ["idle-socket-s = many\n", /house\.conf:1: .*"many" is no whole number/],
  ]) {
    writeFileSync(config, text);
    const { code, log } = await opening(["--listen", "127.0.0.1:0", "--config", config]);
    assert.equal(code, 2, log);
    assert.equal(log.trim().split("\n").length, 1, log);
    assert.match(log, words);
  }
  writeFileSync(config, "");
  assert.doesNotMatch((await opening(["--frame-bytes-max", "2", "--config", config])).log, /house\.conf/, "a flag's fault is not the file's");
});

test("the log has UTC time with its zone, and a house that listens everywhere says so", async () => {
  for (const [listen, where] of [["127.0.0.1:0", /open at http:\/\/localhost:\d+$/m], [":0", /open at port \d+ of every IPv4 address$/m], ["0.0.0.0:0", /open at port \d+ of every IPv4 address$/m]]) {
    const { log } = await opening(["--listen", listen], { TZ: "Asia/Tokyo" });
    assert.match(log, where);
    for (const line of log.trim().split("\n")) assert.match(line, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \w+ /);
    assert.ok(Math.abs(Date.parse(log.slice(0, 24)) - Date.now()) < 600_000, "it is UTC");
    if (listen !== "127.0.0.1:0") assert.doesNotMatch(log, /localhost/);
  }
});

test("a port in use is told in one line, exit status 1", async () => {
  const house = await startHouse();
  const { code, log } = await opening(["--listen", `127.0.0.1:${house.port}`]);
  assert.equal(code, 1);
  assert.match(log, new RegExp(`cannot listen at .*${house.port}.*in use`));
  await house.close();
});

test("healthcheck: 0 where the house is well, 1 where nobody answers or somebody else does", async () => {
  const house = await startHouse();
  const well = await run(bin, ["healthcheck", "--listen", house.host]);
  assert.deepEqual([well.code, well.stdout, well.stderr], [0, "", ""]);
  assert.equal((await run(bin, ["healthcheck"], { env: bareEnvironment({ MENAGERIE_LISTEN: `0.0.0.0:${house.port}` }) })).code, 0);
  await house.close();
  const gone = await run(bin, ["healthcheck", "--listen", house.host]);
  assert.equal(gone.code, 1);
  assert.equal(gone.stderr.trim().split("\n").length, 1);
  const other = createServer((_, answer) => answer.writeHead(503).end());
  await new Promise((done) => other.listen(0, "127.0.0.1", done));
  assert.equal((await run(bin, ["healthcheck", "--listen", `127.0.0.1:${other.address().port}`])).code, 1);
  other.close();
});

test("one log row is one, not one rows", async () => {
  const house = await startHouse();
  await house.close();
  const { code, stdout } = await menagerie("verify", "--data", house.data);
  assert.equal(code, 0);
  assert.match(stdout, /^menace: 1 log row replayed, ok$/m);
  assert.match(stdout, /^ellis: \d+ log rows replayed, ok$/m);
});
