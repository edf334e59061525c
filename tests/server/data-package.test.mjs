// Frictionless data packages: a machine's downloads described over REST, and the folder that `menagerie export` writes.
// Each field is held against the specification (https://datapackage.org/standard), each row against the described columns; a
// reader of version 1, the npm package datapackage, reads them too.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import datapackage from "datapackage";
import { token } from "./desk.mjs";
import { freshFolder, menagerie, startHouse } from "./house.mjs";
import { playEpisode, sitDown } from "./visitor.mjs";

const machines = ["her", "menace", "ellis"];
const lists = ["history", "draws", "log", "episodes"];
let house;
before(async () => {
  house = await startHouse({ flags: ["--dry-era-after-s", "0", "--data-license", "CC-BY-4.0"], env: { MENAGERIE_CURATOR_TOKEN: token } });
  for (const machine of machines) {
    const visitor = await sitDown(house, machine);
    for (let game = 0; game < 8; game += 1) await playEpisode(visitor, visitor.hello.seat === "either" ? { begin: { seat: "first" } } : {});
    await visitor.close();
  }
  for (const act of ["freeze", "thaw", "reset"]) {
    const { status, text } = await house.ask("/api/v1/machines/her/" + act, { method: "POST", headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" }, body: "{}" });
    assert.ok(status < 300, text);
  }
});
after(() => house.close());

const at = (machine, path) => `/api/v1/machines/${machine}/${path}`;
const sha256 = (bytes) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;

/** The records of a CSV text (RFC 4180), as arrays of fields. */
function readCsv(text) {
  const records = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    records.at(-1).push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== ",") records.push([]);
  }
  return records.filter((record) => record.length > 1);
}

const types = {
  integer: (text) => /^-?\d+$/.test(text),
  number: (text) => /^-?\d+(\.\d+)?(e-?\d+)?$/.test(text),
  string: (text, { format }) => format !== "uuid" || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text),
  datetime: (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text)),
  object: (text) => { const value = JSON.parse(text); return typeof value === "object" && value !== null && !Array.isArray(value); },
};

/** What is wrong with a field of a table schema, if anything is. */
function assertField(field) {
  assert.deepEqual(Object.keys(field).filter((key) => !["name", "type", "format", "description", "constraints"].includes(key)), []);
  assert.match(field.name, /^[a-z_]+$/);
  assert.ok(types[field.type], `${field.name}: ${field.type}`);
  // Of times readers of version 1 take milliseconds only by `any`, which version 2 has too.
  assert.equal(field.format, { datetime: "any", string: field.format && "uuid" }[field.type], field.name);
  assert.ok(field.description.length > 5 && /\.$/.test(field.description), `${field.name}: ${field.description}`);
  for (const [name, value] of Object.entries(field.constraints ?? {})) {
    if (name === "required") assert.equal(value, true);
    else if (name === "enum") assert.ok(value.length > 0 && new Set(value).size === value.length && value.every((it) => types[field.type](it, field)));
    else assert.ok(["minimum", "maximum"].includes(name) && Number.isInteger(value) && ["integer", "number"].includes(field.type), `${field.name}: ${name}`);
  }
}

/** Holds a value against its field; an empty one is missing. */
function assertValue(text, field, where) {
  if (text === "") return assert.ok(!field.constraints?.required, `${where}: ${field.name} is required`);
  assert.ok(types[field.type](text, field), `${where}: ${field.name} is ${text}, no ${field.type}`);
  if (field.constraints?.enum) assert.ok(field.constraints.enum.includes(text), `${where}: ${field.name} is ${text}`);
  if (field.constraints?.maximum !== undefined) assert.ok(Number(text) <= field.constraints.maximum, `${where}: ${field.name} is ${text}`);
  if (field.constraints?.minimum !== undefined) assert.ok(Number(text) >= field.constraints.minimum, `${where}: ${field.name} is ${text}`);
  return undefined;
}

/** The described columns are the file's, in its order, and hold for all of its rows. Returns the rows, as objects. */
function assertTable({ name, schema }, text) {
  schema.fields.forEach(assertField);
  assert.deepEqual(schema.missingValues, [""]);
  const [columns, ...records] = readCsv(text);
  assert.deepEqual(columns, schema.fields.map((field) => field.name), name);
  for (const [number, record] of records.entries()) {
    assert.equal(record.length, columns.length, `${name} ${number}`);
    schema.fields.forEach((field, column) => assertValue(record[column], field, `${name} ${number}`));
  }
  const rows = records.map((record) => Object.fromEntries(columns.map((column, i) => [column, record[i]])));
  assert.equal(new Set(rows.map((row) => schema.primaryKey.map((key) => row[key]).join())).size, rows.length, `${name}: keys`);
  return rows;
}

const isPath = (text) => /^https?:\/\/\S+$/.test(text) || /^(?![./~])(?!.*\.\.\/)(?!.*:\/\/)[^\\]+$/.test(text);

/** Holds a descriptor against the specification, field by field; its tables' texts come from `textOf`. */
async function assertPackage(descriptor, textOf, { license = "CC-BY-4.0", fixed = true } = {}) {
  assert.equal(descriptor.$schema, "https://datapackage.org/profiles/2.0/datapackage.json");
  assert.equal(descriptor.profile, descriptor.resources.every(({ type }) => type === "table") ? "tabular-data-package" : "data-package");
  assert.match(descriptor.name, /^[-a-z0-9._/]+$/);
  assert.ok(descriptor.title && descriptor.description);
  assert.match(descriptor.created, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.deepEqual(descriptor.licenses, [{ name: license, path: `https://spdx.org/licenses/${license}.html` }]);
  assert.equal(descriptor.sources.length, 1);
  assert.ok(descriptor.sources[0].title);
  const names = descriptor.resources.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  const tables = new Map();
  for (const resource of descriptor.resources) {
    assert.match(resource.name, /^[-a-z0-9._/]+$/);
    assert.ok(isPath(resource.path) && resource.title && resource.description, resource.name);
    if (!resource.schema) continue;
    const { type, profile, format, mediatype, encoding } = resource;
    assert.deepEqual([type, profile, format, mediatype, encoding], ["table", "tabular-data-resource", "csv", "text/csv", "utf-8"]);
    const bytes = Buffer.from(await textOf(resource.path));
    if (fixed) assert.deepEqual([resource.bytes, resource.hash], [bytes.length, sha256(bytes)], resource.name);
    else assert.deepEqual([resource.bytes, resource.hash], [undefined, undefined]);
    tables.set(resource.name, assertTable(resource, bytes.toString("utf8")));
  }
  for (const { name, schema } of descriptor.resources) {
    for (const { fields, reference } of schema?.foreignKeys ?? []) {
      const known = new Set(tables.get(reference.resource).map((row) => reference.fields.map((key) => row[key]).join()));
      assert.ok(tables.get(name).every((row) => known.has(fields.map((key) => row[key]).join())), `${name}: foreign keys`);
    }
  }
  return tables;
}

const fetched = async (path) => {
  const answer = await house.ask(path);
  assert.equal(answer.status, 200, `${path}: ${answer.text.slice(0, 200)}`);
  return answer;
};

for (const machine of machines) {
  test(`datapackage.json of ${machine} over REST: every column of a closed range, its bytes and hashes`, async () => {
    const { seq, title } = await house.get(`/machines/${machine}`);
    const answer = await fetched(at(machine, `datapackage.json?to=${seq}`));
    const descriptor = answer.json();
    assert.deepEqual([descriptor.name, descriptor.title], [machine, title]);
    assert.deepEqual(descriptor.resources.map(({ name, path }) => [name, path]), lists.map((list) => [`${machine}-${list}`, `${list}.csv?to=${seq}`]));
    const tables = await assertPackage(descriptor, async (path) => (await fetched(at(machine, path))).body);
    const log = tables.get(`${machine}-log`);
    assert.equal(log.length, seq);
    assert.equal(descriptor.created, log.at(-1).time);
    assert.equal(tables.get(`${machine}-episodes`).length, log.filter(({ kind }) => kind === "episode").length);
    assert.equal(tables.get(`${machine}-history`).length, log.reduce((sum, { change_count: count }) => sum + Number(count), 0));
    const again = await house.ask(at(machine, `datapackage.json?to=${seq}`), { headers: { "If-None-Match": answer.headers.etag } });
    assert.equal(again.status, 304);
  });
}

test("without `to` the descriptor names the downloads as they go on, and the SQLite file", async () => {
  const descriptor = (await fetched(at("her", "datapackage.json"))).json();
  assert.deepEqual(descriptor.resources.map(({ path }) => path), ["history.csv", "draws.csv", "log.csv", "episodes.csv", "export.sqlite"]);
  await assertPackage(descriptor, async (path) => (await fetched(at("her", path))).body, { fixed: false });
  const sqlite = descriptor.resources.at(-1);
  const answer = await fetched(at("her", sqlite.path));
  assert.deepEqual([sqlite.format, sqlite.mediatype], ["sqlite", answer.headers["content-type"]]);
});

test("another range has another descriptor; what is no range is refused", async () => {
  const first = (await fetched(at("her", "datapackage.json?to=2"))).json();
  await assertPackage(first, async (path) => (await fetched(at("her", path))).body);
  const second = await fetched(at("her", "datapackage.json?to=3"));
  assert.notEqual(second.headers.etag, (await fetched(at("her", "datapackage.json?to=2"))).headers.etag);
  for (const [query, status] of [["to=0", 400], ["to=9999", 404], ["too=1", 400]]) assert.equal((await house.ask(at("her", `datapackage.json?${query}`))).status, status, query);
  assert.equal((await house.ask(at("her", "datapackage.json"), { headers: { Accept: "text/csv" } })).status, 406);
});

test("where the house knows its address, paths, page and source are addresses", async () => {
  const other = await startHouse({ flags: ["--public-url", "https://school.example/menagerie/"] });
  const descriptor = (await other.ask(at("her", "datapackage.json?to=1"))).json();
  assert.deepEqual(descriptor.resources.map(({ path }) => path), lists.map((list) => `https://school.example/menagerie/api/v1/machines/her/${list}.csv?to=1`));
  assert.equal(descriptor.homepage, "https://school.example/menagerie/machine/her");
  assert.equal(descriptor.sources[0].path, descriptor.homepage);
  assert.equal(descriptor.licenses[0].name, "CC0-1.0");
  await assertPackage(descriptor, async (path) => (await other.ask(new URL(path).pathname.replace("/menagerie", "") + new URL(path).search)).body, { license: "CC0-1.0" });
  await other.close();
});

/** Runs `menagerie export --format datapackage` and reads what it wrote: {folder, descriptor, files}. */
async function exported(...flags) {
  const folder = join(freshFolder(), "data");
  const { code, stderr } = await menagerie("export", "--data", house.data, "--format", "datapackage", "--out", folder, ...flags);
  assert.equal(code, 0, stderr);
  const descriptor = JSON.parse(readFileSync(join(folder, "datapackage.json"), "utf8"));
  return { folder, descriptor, files: readdirSync(folder).sort() };
}

test("menagerie export writes the same tables into a folder, with the same columns", async () => {
  const { folder, descriptor, files } = await exported("--machine", "her", "--data-license", "CC-BY-4.0");
  assert.deepEqual(files, ["datapackage.json", ...lists.map((list) => `her-${list}.csv`).sort()]);
  await assertPackage(descriptor, (path) => readFileSync(join(folder, path)));
  const { seq } = await house.get("/machines/her");
  const described = (await fetched(at("her", `datapackage.json?to=${seq}`))).json();
  const bare = ({ path, ...rest }) => rest;
  assert.deepEqual(descriptor.resources.map(bare), described.resources.map(bare));
  assert.deepEqual({ ...descriptor, resources: [] }, { ...described, resources: [] });
});

test("a package of the whole house has every machine's tables; filters narrow all tables of one", async () => {
  const { folder, descriptor } = await exported("--public-url", "https://menagerie.example");
  const { machines: all } = await house.get("/machines");
  assert.deepEqual(descriptor.resources.map(({ name }) => name).sort(), all.flatMap(({ name }) => lists.map((list) => `${name}-${list}`)).sort());
  assert.equal(descriptor.homepage, "https://menagerie.example");
  await assertPackage(descriptor, (path) => readFileSync(join(folder, path)), { license: "CC0-1.0" });

  const era = await exported("--machine", "her", "--era", "1", "--to", "5");
  assert.match(era.descriptor.description, /those with era 1 of rows 1 to 5 of its log\.$/);
  const tables = await assertPackage(era.descriptor, (path) => readFileSync(join(era.folder, path)), { license: "CC0-1.0" });
  assert.deepEqual([tables.get("her-log").length, tables.get("her-episodes").length], [5, 4]);
});

test("a reader of version 1 takes the descriptor and every row of every table, with its types and keys", async () => {
  const { folder, descriptor } = await exported("--machine", "ellis");
  const read = await datapackage.Package.load(descriptor, { basePath: folder });
  assert.deepEqual([read.valid, read.errors], [true, []]);
  assert.equal(read.descriptor.profile, "tabular-data-package");
  for (const resource of read.resources) {
    const rows = await resource.read({ keyed: true, relations: true });
    assert.equal(rows.length, readCsv(readFileSync(join(folder, resource.descriptor.path), "utf8")).length - 1, resource.name);
    // Where a key leads to the log, the reader gives that row in its place.
    assert.equal(resource.name.endsWith("-log") ? rows[0].machine : rows[0].machine.machine, "ellis", resource.name);
  }
  const open = (await fetched(at("her", "datapackage.json"))).json(); // with the SQLite file, which is no table
  assert.equal((await datapackage.Package.load(open, { basePath: folder })).valid, true);
});

test("what a data package cannot be is refused in one line, and nothing is written", async () => {
  const folder = join(freshFolder(), "data");
  const file = join(freshFolder(), "file");
  writeFileSync(file, "");
  const cases = [
    [["--machine", "her"], /name it with --out/],
    [["--out", file], /is a file; a data package is a folder/],
    [["--out", folder, "--era", "1"], /--era is for one machine: name it with --machine/],
    [["--out", folder, "--machine", "hal"], /there is no machine "hal"/],
    [["--out", folder, "--machine", "her", "--list", "log"], /holds every list/],
    [["--out", folder, "--machine", "her", "--outcome", "win"], /there is no parameter "outcome" here/],
    [["--out", folder, "--machine", "her", "--to", "9999"], /the log of HER ends with seq/],
    [["--out", folder, "--data-license", "my own"], /is no SPDX identifier/],
  ];
  for (const [flags, said] of cases) {
    const { code, stderr } = await menagerie("export", "--data", house.data, "--format", "datapackage", ...flags);
    assert.equal(code, 2, `${flags}: ${stderr}`);
    assert.match(stderr, said);
    assert.deepEqual(existsSync(folder) ? readdirSync(folder) : [], [], `${flags}`);
  }
  const { code, stderr } = await menagerie("export", "--data", house.data, "--format", "csv");
  assert.equal(code, 2);
  assert.match(stderr, /--machine is required/);
});
