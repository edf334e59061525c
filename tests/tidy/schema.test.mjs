// The schemas are true to themselves (every example fits) and to the server (routes, codes, names).
import assert from "node:assert/strict";
import { test } from "node:test";
import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parseDocument, visit } from "yaml";
import { read } from "./files.mjs";

function parseYaml(file) {
  const document = parseDocument(read(file), { uniqueKeys: true, version: "1.2" });
  assert.deepEqual([...document.errors, ...document.warnings].map(String), [], file);
  const value = document.toJS();
  assert.deepEqual(keysWithSpaces(value), [], `${file}: a text with a comma in it needs quotes between braces`);
  return value;
}

function keysWithSpaces(value) {
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, inner]) => [...(key.includes(" ") ? [key] : []), ...keysWithSpaces(inner)]);
}

const messages = JSON.parse(read("schema/messages.schema.json"));
const openapi = parseYaml("schema/openapi.yaml");
const asyncapi = parseYaml("schema/asyncapi.yaml");
const frames = Object.keys(messages.$defs);

const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true, strictRequired: false });
addFormats.default(ajv);
ajv.addSchema(messages);
// A description, of which parts are schemas: its own members mean nothing to a validator.
ajv.addVocabulary(Object.keys(openapi));
ajv.addSchema(openapi, "openapi.yaml", undefined, false);

/** A pointer's parts, as a fragment of a URI. */
const fragment = (...parts) => `#${parts.map((part) => `/${encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))}`).join("")}`;

/** What `root` holds where a reference within it leads. */
function follow(root, value) {
  if (!value?.$ref) return value;
  const parts = value.$ref.slice(2).split("/").map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const found = parts.reduce((at, part) => at?.[part], root);
  assert.ok(found !== undefined, `${value.$ref} leads nowhere`);
  return follow(root, found);
}

function fits(uri, value, what) {
  const validate = ajv.getSchema(uri);
  assert.ok(validate, `${uri} is there`);
  assert.ok(validate(value), `${what}: ${ajv.errorsText(validate.errors, { separator: "\n" })}\n${JSON.stringify(value)}`);
}

const framesOf = (heading) => frames.filter((frame) => messages.$defs[frame].title.includes(`(${heading}`));

test("every frame has a description, described members, and complete examples that fit it", () => {
  assert.deepEqual([...frames].sort(), [
    "begin", "door", "dry", "enter", "error", "feed", "give_up", "guess", "hello", "house",
    "house-hello", "learned", "left", "move", "resume", "room", "sealed-hello", "sealed-move", "state", "watch-hello",
  ]);
  for (const frame of frames) {
    const definition = messages.$defs[frame];
    assert.ok(definition.description, `${frame} is described`);
    assert.ok(definition.examples?.length > 0, `${frame} has an example`);
    for (const example of definition.examples) {
      fits(`messages.schema.json${fragment("$defs", frame)}`, example, `an example of ${frame}`);
      fits("messages.schema.json", example, `an example of ${frame}`);
    }
    for (const [member, schema] of Object.entries(definition.properties)) {
      assert.ok(member === "type" || schema.description || schema.$ref, `${frame}.${member} is described`);
    }
  }
});

test("every member of a frame stands in some example of it", () => {
  for (const frame of frames) {
    const seen = new Set(messages.$defs[frame].examples.flatMap((example) => Object.keys(example)));
    assert.deepEqual(Object.keys(messages.$defs[frame].properties).filter((member) => !seen.has(member)), [], frame);
  }
});

test("the server's frames hold nothing else, a visitor's may", () => {
  assert.ok(framesOf("server").length === 13 && framesOf("visitor").length === 7);
  for (const frame of frames) {
    const validate = ajv.getSchema(`messages.schema.json${fragment("$defs", frame)}`);
    for (const example of messages.$defs[frame].examples) {
      assert.equal(validate({ ...example, unknown: 1 }), framesOf("visitor").includes(frame), frame);
      assert.equal(validate({ ...example, type: "other" }), false, frame);
    }
  }
});

test("a frame that lacks a required member fits no more", () => {
  for (const frame of frames) {
    const validate = ajv.getSchema(`messages.schema.json${fragment("$defs", frame)}`);
    for (const member of messages.$defs[frame].required) {
      const { [member]: _, ...rest } = messages.$defs[frame].examples[0];
      assert.equal(validate(rest), false, `${frame} without ${member}`);
    }
  }
});

test("the figures within an example agree", () => {
  for (const { position, ply, played, legal, outcome, drawn } of messages.$defs.state.examples) {
    assert.equal(position, played.at(-1)?.position ?? position);
    assert.ok(played.length <= Math.min(ply, 2));
    assert.equal(legal.length === 0, outcome !== undefined);
    if (!drawn) continue;
    const { bead, beads, move } = drawn;
    assert.equal(bead === null, move === null);
    if (bead !== null) assert.ok(beads[bead].moves.includes(move) && beads[bead].count > 0);
  }
  for (const { wins, draws, losses, episodes, from, to, outcomes } of [...messages.$defs.feed.examples, ...messages.$defs["watch-hello"].examples]) {
    assert.equal(wins + draws + losses, episodes);
    if (from) assert.equal(outcomes.length, to - from + 1);
  }
});

test("the error codes are the server's", () => {
  const codes = read("server/wire/frames.cpp").match(/kCodes = \{([^}]*)\}/)?.[1].match(/[a-z]+(-[a-z]+)*/g);
  assert.deepEqual(messages.$defs.error.properties.code.enum, codes);
});

test("asyncapi.yaml carries every frame once, errors for players and for the sealed room, in the direction that its title says", () => {
  const { channels, operations, components } = asyncapi;
  assert.equal(asyncapi.asyncapi, "3.0.0");
  assert.deepEqual(Object.keys(components.messages).sort(), [...frames].sort());
  for (const [frame, message] of Object.entries(components.messages)) {
    assert.equal(message.payload.schema.$ref, `messages.schema.json#/$defs/${frame}`);
  }
  const carried = { receive: [], send: [] };
  for (const operation of Object.values(operations)) {
    const channel = follow(asyncapi, operation.channel);
    for (const reference of operation.messages) {
      const message = follow(asyncapi, reference);
      assert.ok(Object.values(channel.messages).some((own) => follow(asyncapi, own) === message), reference.$ref);
      carried[operation.action].push(message.name);
    }
  }
  assert.deepEqual(carried.receive.sort(), framesOf("visitor").sort());
  assert.deepEqual(carried.send.sort(), [...framesOf("server"), "error"].sort());
  const onChannels = Object.values(channels).flatMap((channel) => Object.keys(channel.messages));
  assert.deepEqual(onChannels.sort(), [...frames, "error"].sort());
});

/** Every operation there is: {path, method, operation, item}. */
const operations = Object.entries(openapi.paths).flatMap(([path, item]) => ["get", "post"].filter((method) => item[method]).map((method) => ({ path, method, operation: item[method], item })));

/** Calls `visit(media, uri, what)` for every content of every answer, and of every body that is taken. */
function visitAnswers(visit) {
  for (const { path, method, operation } of operations) {
    for (const [status, answer] of Object.entries(operation.responses)) {
      const at = answer.$ref ? answer.$ref.slice(2).split("/") : ["paths", path, method, "responses", status];
      const { content = {}, description } = follow(openapi, answer);
      assert.ok(description, `${path} ${status} is described`);
      for (const [type, media] of Object.entries(content)) {
        visit(media, `openapi.yaml${fragment(...at, "content", type, "schema")}`, `${method} ${path} ${status} ${type}`);
      }
      if (/^20[01]$/.test(status) || status >= "400") assert.ok(Object.keys(content).length > 0, `${path} ${status} has a body`);
    }
    const at = ["paths", path, method, "requestBody", "content", "application/json"];
    if (method === "post") visit(operation.requestBody.content["application/json"], `openapi.yaml${fragment(...at, "schema")}`, `${method} ${path}`);
  }
}

test("every body and answer in openapi.yaml has an example, and it fits", () => {
  let count = 0;
  visitAnswers((media, uri, what) => {
    const examples = Object.values(media.examples ?? {}).map((example) => follow(openapi, example).value);
    assert.ok(examples.length > 0, `${what} has an example`);
    for (const example of examples) fits(uri, example, what);
    count += examples.length;
  });
  assert.ok(count > 40, `${count} examples`);
});

test("the descriptions say things once by $ref, not by aliases of YAML, which many tools do not take", () => {
  for (const file of ["schema/openapi.yaml", "schema/asyncapi.yaml"]) {
    const found = [];
    visit(parseDocument(read(file)), { Alias: (_, node) => { found.push(`*${node.source}`); }, Node: (_, node) => { if (node.anchor) found.push(`&${node.anchor}`); } });
    assert.deepEqual(found, [], file);
  }
});

test("every example that is kept apart is used", () => {
  const text = read("schema/openapi.yaml");
  for (const name of Object.keys(openapi.components.examples)) assert.ok(text.includes(`"#/components/examples/${name}"`) , name);
});

test("the schemas in openapi.yaml are sound, also those that no answer uses yet", () => {
  for (const name of Object.keys(openapi.components.schemas)) {
    assert.ok(ajv.getSchema(`openapi.yaml${fragment("components", "schemas", name)}`), name);
  }
});

test("the parameters in openapi.yaml are those of the paths, and their examples fit", () => {
  for (const { path, method, operation, item } of operations) {
    const places = [["paths", path, "parameters", item.parameters ?? []], ["paths", path, method, "parameters", operation.parameters ?? []]];
    const inPath = [];
    for (const place of places) {
      place.pop().forEach((reference, index) => {
        const at = reference.$ref ? reference.$ref.slice(2).split("/") : [...place, String(index)];
        const parameter = follow(openapi, reference);
        if (parameter.in === "path") inPath.push(parameter.name);
        const examples = parameter.examples ? Object.values(parameter.examples).map(({ value }) => value) : [parameter.example];
        for (const example of examples) fits(`openapi.yaml${fragment(...at, "schema")}`, example, `${path} ${parameter.name}`);
      });
    }
    assert.deepEqual(inPath, [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name), path);
  }
});

test("examples of log rows have the columns in their order, in every form", () => {
  for (const [name, schema, member] of [["history", "HistoryRow", "changes"], ["draws", "DrawRow", "draws"], ["log", "LogRow", "rows"], ["episodes", "Episode", "episodes"]]) {
    const columns = openapi.components.schemas[schema].required;
    const { content } = openapi.paths[`/api/v1/machines/{machine}/${name}`].get.responses["200"];
    const example = (type) => Object.values(content[type].examples)[0].value;
    const [head, line] = example("text/csv").split("\r\n");
    const row = JSON.parse(example("application/x-ndjson"));
    const same = example("application/json")[member].find(({ seq }) => seq === row.seq);
    assert.deepEqual(row, same);
    assert.deepEqual(Object.keys(row), columns);
    assert.deepEqual(Object.keys(same), columns);
    const inCsv = columns.filter((column) => !(name === "episodes" && ["trace", "changes"].includes(column)));
    assert.equal(head, inCsv.join(","));
    const text = (column, value) => (column === "moves" ? value.join(" ") : value ?? "");
    assert.equal(line, inCsv.map((column) => text(column, row[column])).join(","));
  }
});

test("openapi.yaml describes the server's routes, all of them and no others", () => {
  const routes = [...read("server/api/resources.cpp").matchAll(/\{"(GET|POST)", "(\/api\/v1\/[^"]*)"/g)].map(([, method, route]) => `${method} ${route}`);
  assert.ok(routes.length > 0, "the table of routes is where this test looks for it");
  const described = operations.filter(({ path }) => path.startsWith("/api/v1/"));
  assert.deepEqual(described.map(({ path, method }) => `${method.toUpperCase()} ${path}`).sort(), routes.sort());
});

test("what needs the curator's token says so, and tells of every way to be turned away", () => {
  const desk = [...read("server/api/resources.cpp").matchAll(/\{"(GET|POST)", "([^"]*)", \w+, (?:true|false), true\}/g)].map(([, method, route]) => `${method} ${route}`);
  const secured = operations.filter(({ operation }) => operation.security);
  assert.deepEqual(secured.map(({ path, method }) => `${method.toUpperCase()} ${path}`).sort(), desk.sort());
  const changing = operations.filter(({ path, method }) => method !== "get" && path !== "/api/v1/experiments"); // which plays, and keeps nothing
  assert.ok(changing.every(({ operation }) => operation.security));
  for (const { path, operation } of secured) {
    assert.deepEqual(operation.security, [{ curator: [] }]);
    for (const status of ["401", "403", "429"]) assert.ok(operation.responses[status], `${path} ${status}`);
  }
});
