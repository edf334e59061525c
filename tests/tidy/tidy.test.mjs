// What reviewers would otherwise have to say again and again, held by a machine.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { isText, read, repositoryFiles, top } from "./files.mjs";

const files = repositoryFiles();
const texts = files.filter((file) => isText(file) && !file.startsWith("tests/fuzz/corpus/")); // what strangers send has no form
const isMade = (file) => /^(web|packaging)\/made\/|^web\/js\/protocol\.d\.ts$/.test(file); // by tests/prepare.mjs

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

// The layers, from the lowest. A file may include its own layer and those below.
const layers = ["engine", "server/store", "server/wire", "server/core", "server/ledger", "server/museum", "server/api", "server/net", "server/app"];
const layerOf = (path) => layers.findIndex((layer) => path.startsWith(`${layer}/`));

// Which layers may use these libraries. Any layer of the server may use the others.
const libraries = [
  { library: "Beast", includes: /^boost\/beast/, layers: ["server/net"] },
  { library: "sockets", includes: /^boost\/asio(\.hpp|\/ip\/|\/local\/)/, layers: ["server/net", "server/app"] },
  { library: "SQLite", includes: /^(SQLiteCpp\/|sqlite3)/, layers: ["server/store"] },
  { library: "libpq", includes: /^(libpq|postgresql|postgres_ext)/, layers: ["server/store"] },
  { library: "nlohmann JSON", includes: /^nlohmann\//, layers: ["server/store", "server/wire", "server/api", "server/app"] },
  { library: "prometheus-cpp", includes: /^prometheus\//, layers: ["server/net"] },
  { library: "Cairo, FreeType and QR codes", includes: /^(cairo\/|ft2build|freetype|qrencode)/, layers: ["server/api"] },
  { library: "CLI11", includes: /^CLI\//, layers: ["server/app"] },
];

// The engine has no input or output, no clock, no thread and no randomness of its own.
const notInEngine =
  /^(iostream|fstream|istream|ostream|filesystem|chrono|ctime|thread|mutex|shared_mutex|atomic|condition_variable|future|semaphore|random|syncstream)$/;

const includes = files
  .filter((file) => /\.(cpp|hpp)$/.test(file) && layerOf(file) >= 0)
  .flatMap((file) =>
    [...read(file).matchAll(/^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]/gm)].map(([, bracket, path]) => ({
      file,
      path,
      own: bracket === '"',
      layer: layerOf(file),
    })),
  );

test("there are includes to check in every layer that has files", () => {
  const seen = new Set(includes.map(({ layer }) => layers[layer]));
  const expected = layers.filter((layer) => files.some((file) => file.startsWith(`${layer}/`) && file.endsWith(".cpp")));
  assert.deepEqual([...expected].filter((layer) => !seen.has(layer)), []);
  assert.ok(seen.has("engine") && seen.has("server/store"), "the house stands where this test looks for it");
});

test("every source file stands in a layer", () => {
  none(
    files.filter((file) => /^(engine|server)\/.*\.(cpp|hpp|h|cc)$/.test(file) && layerOf(file) < 0),
    "not in a layer's folder",
  );
});

test("an upper layer includes lower ones, never the reverse", () => {
  const own = includes.filter(({ own }) => own);
  none(
    own.filter(({ path }) => layerOf(path) < 0 || !files.includes(path)).map(({ file, path }) => `${file}: "${path}"`),
    'our own headers are included by their path from the top, as "engine/game.hpp"',
  );
  none(
    own.filter(({ path, layer }) => layerOf(path) > layer).map(({ file, path }) => `${file} includes ${path}`),
    `layers from the lowest: ${layers.join(", ")}`,
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

test("Beast, sockets, SQLite, JSON and the command line stay in their layers", () => {
  none(
    includes
      .filter(({ own }) => !own)
      .flatMap(({ file, path, layer }) =>
        libraries
          .filter((library) => library.includes.test(path) && !library.layers.includes(layers[layer]))
          .map(({ library, layers: allowed }) => `${file}: <${path}>: ${library} only in ${allowed.join(", ")}`),
      ),
    "in the wrong layer",
  );
});

test("the top of the repository holds what it should and nothing else", () => {
  const expected = [
    ".ci", ".clang-format", ".devcontainer", ".dockerignore", ".editorconfig", ".github", ".gitignore", ".prettierignore", ".prettierrc.json",
    "CHANGELOG.md", "CITATION.cff", "CMakeLists.txt", "CMakePresets.json", "CONTRIBUTING.md", "LICENSE", "README.md", "SECURITY.md",
    "docker", "engine", "packaging", "run", "schema", "server", "tests", "web",
  ];
  assert.deepEqual([...new Set(files.map((file) => file.split("/")[0]))].sort(), expected.sort());
});

test("no file is too long to read at one sitting", () => {
  const generated = (file) => file.endsWith("package-lock.json") || file.startsWith("tests/golden/") || file.startsWith("tests/server/old/") || isMade(file);
  // One document each by its nature; read at /api, looked up by tools.
  const reference = (file) => ["schema/openapi.yaml", "schema/messages.schema.json"].includes(file);
  // The pages' formatter gives each declaration and each part of a long call a line: there characters tell more.
  const spread = (file) => /^web\/.*\.(js|mjs|css)$/.test(file) && file !== "web/js/books_figures.js";
  const others = texts.filter((file) => !generated(file) && !reference(file));
  none(
    others.filter((file) => !spread(file)).flatMap((file) => {
      const count = read(file).split("\n").length - 1;
      return count > 400 ? [`${file}: ${count} lines`] : [];
    }),
    "more than 400 lines",
  );
  none(
    others.filter(spread).flatMap((file) => {
      const count = read(file).replace(/^ +/gm, "").length;
      return count > 400 * 80 ? [`${file}: ${count} characters`] : [];
    }),
    "more than 400 lines of 80 characters",
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

test("threads get their priorities in one file, where they can be compared", () => {
  const found = linesThat((text) => /\b(setpriority|sched_setscheduler|pthread_setschedparam) ?\(/.test(text), files.filter((file) => /^server\/.*\.[ch]pp$/.test(file)));
  assert.ok(found.length > 0);
  none(found.filter((line) => !line.startsWith("server/store/thread_priority.hpp:")), "not in thread_priority.hpp");
});

test("a house is written and its log copied back by one connection: all others are opened for reading in one place", () => {
  const sources = files.filter((file) => /^server\/.*\.cpp$/.test(file));
  const reading = linesThat((text) => /OPEN_READONLY|mode=ro/.test(text), sources).map((line) => line.split(":")[0]);
  assert.deepEqual([...new Set(reading)].sort(), ["server/store/sqlite_database.cpp", "server/store/sqlite_machine_file.cpp", "server/store/sqlite_append.cpp"].sort());
  // The house's own and the copies of it, index.db, an export's file, a copy that is restored.
  const writing = linesThat((text) => /OPEN_READWRITE/.test(text), sources).map((line) => line.split(":")[0]);
  const allowed = ["backup", "database", "indexer", "machine_file", "schema"];
  assert.deepEqual([...new Set(writing)].sort(), allowed.map((part) => `server/store/sqlite_${part}.cpp`));
  const checkpoints = linesThat((text) => /sqlite3_wal_checkpoint|PRAGMA wal_checkpoint|wal_autocheckpoint/.test(text), sources).map((line) => line.split(":")[0]);
  assert.deepEqual([...new Set(checkpoints)].sort(), ["server/store/sqlite_append.cpp", "server/store/sqlite_database.cpp"]);
});

test("no tabs, no spaces at the end of a line, a newline at the end of a file", () => {
  none(linesThat((text) => text.includes("\t"), texts), "tabs");
  none(linesThat((text) => /[ \r]$/.test(text), texts), "ends in a space");
  none(texts.filter((file) => read(file) !== "" && !read(file).endsWith("\n")), "no newline at the end");
});

test("C++ is formatted as .clang-format says", () => {
  const sources = files.filter((file) => /\.(cpp|hpp)$/.test(file) && !isMade(file));
  // The one of tests/package-lock.json, so that every system finds the same places.
  const result = spawnSync(`${top}/tests/node_modules/.bin/clang-format`, ["--dry-run", "-Werror", "--ferror-limit=3", ...sources], { cwd: top, encoding: "utf8" });
  assert.equal(result.error, undefined, "clang-format is installed");
  assert.equal(result.status, 0, `tests/node_modules/.bin/clang-format -i mends it:\n${result.stderr}`);
});

test("scripts use nothing that Node 18, of Debian 12 and Ubuntu 24.04, does not have", () => {
  const newer = [
    /\.to(Sorted|Reversed|Spliced)\(/, /\bArray\.fromAsync\b/, /\bwithResolvers\(/, /\b(Object|Map)\.groupBy\(/, /\bimport\.meta\.(dirname|filename)\b/,
  ];
  const isNewer = (text) => newer.some((it) => it.test(text));
  none(linesThat(isNewer, texts.filter((file) => file.endsWith(".mjs"))), "newer than Node 18");
});

test("no path of one machine", () => {
  const path = /(^|[^\w.~$}-])\/(?:home\/\w|root\/|Users\/\w|work(?:space|dir)?\/|mnt\/|var\/tmp\/)/;
  none(linesThat((text, file) => path.test(text) && !file.startsWith("docker/"), texts), "a path of one machine");
});

test("lock files and npm settings name no address", () => {
  const npm = files.filter((file) => /(package-lock\.json|\.npmrc)$/.test(file));
  assert.ok(npm.length >= 2, "tests/ has a lock file and a .npmrc");
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
  // The page of the routes tells addresses in its examples.
  const fetchesOrShows = (text, file) => (isMade(file) ? /\b(src|href)=["'](\w+:)?\/\//.test(text) : fetches(text));
  none(linesThat((text, file) => fetchesOrShows(harmless(text), file), pages), "fetched from elsewhere");
});

// One word, one meaning: a type has the field's standard name. A museum's data, its process and its settings were all a
// "House" once, a progress callback "Told", a machine's state its "Life".
test("no type has a name of the old dialect", () => {
  const old = /\b(class|struct|enum class|using) \w*(House|Told|Kept|Keeps|Trouble|Standing|Life|Lives|Knock|Arrival|Wish|Words|Says|Lobby)\b/;
  none(linesThat((text) => old.test(text), files.filter((file) => /^(engine|server)\/.*\.(cpp|hpp)$/.test(file))), "use the glossary's word");
});

test("what is hosted is a museum, what runs a server: a house is only in names that others rely on", () => {
  // A file, a table, codes of problems, a frame's type, a metric's label; and a range of addresses.
  const stays = /house\.key|\b(house-full|full-house|household)\b|["`]house["`]|\b(INTO|FROM|table) house\b|FrameOut::house|feed, house \}/g;
  const program = files.filter((file) => /^(engine|server)\/.*(\.[ch]pp|CMakeLists\.txt)$/.test(file));
  none(linesThat((text) => /house/i.test(text.replace(stays, "")), program), "museum, server or site");
});

test("no two types that other files use have one name", () => {
  const places = new Map();
  for (const file of files.filter((it) => /^(engine|server)\/.*\.hpp$/.test(it)))
    for (const [, name] of read(file).matchAll(/^(?:class|struct|enum class|using) (\w+)(?=[^;]*?(?:\{| = ))/gm))
      places.set(name, [...(places.get(name) ?? []), file]);
  none([...places].filter(([, where]) => where.length > 1).map(([name, where]) => `${name}: ${where.join(", ")}`), "one word, one meaning");
});
