// What reviewers would otherwise have to say again and again, held by a machine.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { isText, read, repositoryFiles, top } from "./files.mjs";

const files = repositoryFiles();
const texts = files.filter(isText);

/** Fails with one line for each thing found. */
function none(found, rule) {
  assert.equal(found.length, 0, `${rule}:\n  ${found.join("\n  ")}`);
}

/** [{file, line, text}] of every line of `from` that matches. */
function linesThat(matches, from) {
  return from.flatMap((file) =>
    read(file).split("\n").flatMap((text, index) => (matches(text, file) ? [`${file}:${index + 1}: ${text.trim()}`] : [])),
  );
}

// The house's floors, from the lowest. A file may include its own floor and those below.
const floors = ["engine", "server/store", "server/wire", "server/core", "server/ledger", "server/museum", "server/api", "server/net", "server/app"];
const floorOf = (path) => floors.findIndex((floor) => path.startsWith(`${floor}/`));

// Where the house lets in what is not its own. Everything else may be used on any floor of the server.
const guests = [
  { guest: "Beast", includes: /^boost\/beast/, floors: ["server/net"] },
  { guest: "sockets", includes: /^boost\/asio(\.hpp|\/ip\/|\/local\/)/, floors: ["server/net", "server/app"] },
  { guest: "SQLite", includes: /^(SQLiteCpp\/|sqlite3)/, floors: ["server/store"] },
  { guest: "libpq", includes: /^(libpq|postgresql|postgres_ext)/, floors: ["server/store"] },
  { guest: "nlohmann JSON", includes: /^nlohmann\//, floors: ["server/store", "server/wire", "server/api", "server/app"] },
  { guest: "prometheus-cpp", includes: /^prometheus\//, floors: ["server/net"] },
  { guest: "Cairo, FreeType and QR codes", includes: /^(cairo\/|ft2build|freetype|qrencode)/, floors: ["server/api"] },
  { guest: "CLI11", includes: /^CLI\//, floors: ["server/app"] },
];

// The engine has no input or output, no clock, no thread and no randomness of its own.
const notInEngine =
  /^(iostream|fstream|istream|ostream|filesystem|chrono|ctime|thread|mutex|shared_mutex|atomic|condition_variable|future|semaphore|random|syncstream)$/;

const includes = files
  .filter((file) => /\.(cpp|hpp)$/.test(file) && floorOf(file) >= 0)
  .flatMap((file) =>
    [...read(file).matchAll(/^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]/gm)].map(([, bracket, path]) => ({
      file,
      path,
      own: bracket === '"',
      floor: floorOf(file),
    })),
  );

test("there are includes to check on every floor that has files", () => {
  const seen = new Set(includes.map(({ floor }) => floors[floor]));
  const expected = floors.filter((floor) => files.some((file) => file.startsWith(`${floor}/`) && file.endsWith(".cpp")));
  assert.deepEqual([...expected].filter((floor) => !seen.has(floor)), []);
  assert.ok(seen.has("engine") && seen.has("server/store"), "the house stands where this test looks for it");
});

test("every source file stands on a floor of the house", () => {
  none(
    files.filter((file) => /^(engine|server)\/.*\.(cpp|hpp|h|cc)$/.test(file) && floorOf(file) < 0),
    "not in a floor's folder",
  );
});

test("an upper floor includes lower ones, never the reverse", () => {
  const own = includes.filter(({ own }) => own);
  none(
    own.filter(({ path }) => floorOf(path) < 0 || !files.includes(path)).map(({ file, path }) => `${file}: "${path}"`),
    'our own headers are included by their path from the top, as "engine/game.hpp"',
  );
  none(
    own.filter(({ path, floor }) => floorOf(path) > floor).map(({ file, path }) => `${file} includes ${path}`),
    `floors from the lowest: ${floors.join(", ")}`,
  );
});

test("the engine includes the C++ standard library and itself, and does no input or output", () => {
  const shared = ({ file, path }) => file === "engine/append_list.hpp" && path === "atomic"; // read while it grows
  const foreign = includes.filter((it) => it.file.startsWith("engine/") && !it.own && !shared(it));
  none(
    foreign.filter(({ path }) => !/^[a-z_0-9]+$/.test(path) || notInEngine.test(path)).map(({ file, path }) => `${file}: <${path}>`),
    "not for the engine",
  );
});

test("Beast, sockets, SQLite, JSON and the command line stay on their floors", () => {
  none(
    includes
      .filter(({ own }) => !own)
      .flatMap(({ file, path, floor }) =>
        guests
          .filter((guest) => guest.includes.test(path) && !guest.floors.includes(floors[floor]))
          .map(({ guest, floors: allowed }) => `${file}: <${path}>: ${guest} only in ${allowed.join(", ")}`),
      ),
    "on the wrong floor",
  );
});

test("the top of the repository holds what it should and nothing else", () => {
  const expected = [
    ".ci", ".clang-format", ".clang-tidy", ".dockerignore", ".editorconfig", ".gitignore",
    "CHANGELOG.md", "CMakeLists.txt", "CMakePresets.json", "LICENSE", "README.md", "SECURITY.md",
    "docker", "engine", "packaging", "run", "schema", "server", "tests", "web",
  ];
  assert.deepEqual([...new Set(files.map((file) => file.split("/")[0]))].sort(), expected.sort());
});

test("no file is too long to read at one sitting", () => {
  const generated = (file) => file.endsWith("package-lock.json") || file.startsWith("tests/golden/") || file.startsWith("tests/server/old/");
  // One document each by its nature; read at /api, looked up by tools.
  const reference = (file) => ["schema/openapi.yaml", "schema/messages.schema.json"].includes(file);
  none(
    texts.filter((file) => !generated(file) && !reference(file)).flatMap((file) => {
      const count = read(file).split("\n").length - 1;
      return count > 400 ? [`${file}: ${count} lines`] : [];
    }),
    "more than 400 lines",
  );
});

/** [{file, line, first, count}] of every function in C++: from the first line of its signature to its last brace. */
function functionsOf(file) {
  const lines = read(file).split("\n");
  return lines.flatMap((line, end) => {
    const close = /^( {0,6})\}(  \/\/.*)?$/.exec(line);
    if (!close) return [];
    // As clang-format writes it, everything in between is further in.
    let begin = end - 1;
    while (begin > 0 && (lines[begin] === "" || lines[begin].startsWith(`${close[1]} `) || lines[begin].startsWith("#"))) begin -= 1;
    const first = lines[begin].trim();
    const other = /^(if|for|while|switch|else|do|try|namespace|struct|class|enum|union|case)\b|^[}/]/;
    return first.includes("(") && !other.test(first) ? [{ file, line: begin + 1, first, count: end - begin + 1 }] : [];
  });
}

test("no function is too long to be understood at once", () => {
  const functions = files.filter((file) => /\.(cpp|hpp)$/.test(file)).flatMap(functionsOf);
  assert.ok(functions.length > 2000, "the functions are found");
  const isTable = ({ file, first }) => file === "engine/rules_table.cpp" && first.startsWith("std::vector<Rule> rules()"); // data, row by row
  none(
    functions.filter((it) => it.count > 60 && !isTable(it)).map(({ file, line, first, count }) => `${file}:${line}: ${first} has ${count} lines`),
    "more than 60 lines",
  );
});

test("a house is written and its log copied back by one connection: all others are opened for reading in one place", () => {
  const sources = files.filter((file) => /^server\/.*\.cpp$/.test(file));
  const reading = linesThat((text) => /OPEN_READONLY|mode=ro/.test(text), sources).map((line) => line.split(":")[0]);
  assert.deepEqual([...new Set(reading)].sort(), ["server/store/sqlite_database.cpp", "server/store/sqlite_machine_file.cpp", "server/store/sqlite_append.cpp"].sort());
  // The house's own and the copies of it, index.db, an export's file, a copy that is restored.
  const writing = linesThat((text) => /OPEN_READWRITE/.test(text), sources).map((line) => line.split(":")[0]);
  assert.deepEqual([...new Set(writing)].sort(), ["server/store/postgres_machine_file.cpp", "server/store/sqlite_backup.cpp", "server/store/sqlite_database.cpp", "server/store/sqlite_indexer.cpp", "server/store/sqlite_machine_file.cpp", "server/store/sqlite_schema.cpp"]);
  const checkpoints = linesThat((text) => /sqlite3_wal_checkpoint|PRAGMA wal_checkpoint|wal_autocheckpoint/.test(text), sources).map((line) => line.split(":")[0]);
  assert.deepEqual([...new Set(checkpoints)].sort(), ["server/store/sqlite_append.cpp", "server/store/sqlite_database.cpp"]);
});

test("no tabs, no spaces at the end of a line, a newline at the end of a file", () => {
  none(linesThat((text) => text.includes("\t"), texts), "tabs");
  none(linesThat((text) => /[ \r]$/.test(text), texts), "ends in a space");
  none(texts.filter((file) => read(file) !== "" && !read(file).endsWith("\n")), "no newline at the end");
});

test("C++ is formatted as .clang-format says", () => {
  const sources = files.filter((file) => /\.(cpp|hpp)$/.test(file));
  const result = spawnSync("clang-format", ["--dry-run", "-Werror", "--ferror-limit=3", ...sources], { cwd: top, encoding: "utf8" });
  assert.equal(result.error, undefined, "clang-format is installed");
  assert.equal(result.status, 0, `clang-format -i mends it:\n${result.stderr}`);
});

test("no path of one machine", () => {
  const path = /(^|[^\w.~$}-])\/(?:home\/\w|root\/|Users\/\w|work(?:space|dir)?\/|mnt\/|var\/tmp\/)/;
  none(linesThat((text, file) => path.test(text) && !file.startsWith("docker/"), texts), "a path of one machine");
});

test("lock files and npm settings name no address", () => {
  const npm = files.filter((file) => /(package-lock\.json|\.npmrc)$/.test(file));
  assert.ok(npm.length >= 4, "web/ and tests/ each have a lock file and a .npmrc");
  none(linesThat((text) => /"resolved"|registry *=|https?:.*\.tgz/.test(text), npm), "an address");
});

test("the pages' scripts and styles name no address from the top of a host: a proxy may have the museum under a path", () => {
  const pages = files.filter((file) => /^web\/(js|css)\/|^web\/service_worker\.js$/.test(file));
  none(linesThat((text) => /["'`(]\/(api|css|curator|favicon|fonts|js|machine|readyz|service_worker)\b/.test(text), pages), "an address without js/root.js");
});

test("the pages fetch nothing from elsewhere", () => {
  const pages = files.filter((file) => /^web\/.*\.(html|css|js|mjs|svg|json|webmanifest)$/.test(file) && !/package(-lock)?\.json$/.test(file));
  assert.ok(pages.some((file) => file.endsWith(".html")), "there are pages to check");
  const harmless = (text) =>
    text
      .replace(/http:\/\/www\.w3\.org\/[\w/.#-]*/g, "") // a namespace's name
      .replace(/http:\/\/localhost:8080\b/g, "") // in examples, which the server gives its public address
      .replace(/<a\s[^>]*href="https?:\/\/[^"]*"/g, ""); // a link, followed only by who clicks it
  const fetches = (text) => /\b(https?|wss?):\/\/[\w[]/.test(text) || /(src|href)=["']\/\/|url\(\s*["']?\/\/|from\s+["']\/\//.test(text);
  none(linesThat((text) => fetches(harmless(text)), pages), "fetched from elsewhere");
});
