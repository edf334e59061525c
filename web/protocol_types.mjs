// The types of the frames and resources that the pages read: js/protocol.d.ts, made of what schema/ says of them.
// tests/prepare.mjs writes it; tsc reads it; no browser does.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(new URL("../tests/package.json", import.meta.url));
const { parse } = require("yaml");
// require() of it fails on Node 18
const { default: openapiTypescript, astToString } = await import(
  new URL("dist/index.mjs", pathToFileURL(require.resolve("openapi-typescript/package.json"))).href
);
const prettier = require("prettier");
const read = (name) => readFileSync(new URL(`../schema/${name}`, import.meta.url), "utf8");
const messages = JSON.parse(read("messages.schema.json"));
const openapi = parse(read("openapi.yaml"));
const asyncapi = parse(read("asyncapi.yaml"));

/**
 * What a type is made of, by the type's name. A path begins with a frame, a schema of openapi.yaml, or the operationId
 * of a JSON answer, and goes on to a member; [] is an item of an array. An operation of asyncapi.yaml stands for any of
 * its frames.
 */
const SOURCES = {
  // what the server says on a WebSocket, and what it is told
  PlayFrame: "answerVisitor",
  WatchFrame: "tellWatchers",
  HouseFrame: "tellHall",
  SealedFrame: "tellSealed",
  VisitorFrame: "takeFrames",
  SealedVisitorFrame: "takeSealedFrames",
  Hello: "hello",
  Begin: "begin",
  Layout: "hello.board",
  DrawRule: "hello.drawing",
  State: "state",
  Drawn: "state.drawn",
  End: "state.end",
  Learned: "learned",
  Outcome: "learned.outcome",
  Change: "learned.changes[]",
  Dry: "dry",
  Failure: "error",
  WatchHello: "watch-hello",
  Feed: "feed",
  FeedRow: "feed.rows[]",
  HouseMachine: "house-hello.machines[]",
  SealedHello: "sealed-hello",
  Room: "room",
  Door: "door",
  // resources
  Machine: "Machine",
  Graduate: "Graduate",
  Box: "Box",
  Boxes: "listBoxes",
  Curve: "showCurve",
  Strength: "showStrength",
  Side: "Sides[]",
  Prizes: "showStrength.prizes",
  Practice: "showPractice",
  PracticeGame: "showPractice.shown[]",
  ShowGame: "ShowGame",
  ShowPly: "ShowGame.plies[]",
  Episode: "Episode",
  ReplayedPly: "ReplayedPly",
  Draw: "DrawRow",
  Lesson: "Lesson",
  LessonChange: "Lesson.changes[]",
  Givers: "Givers",
  Game: "Game",
  Analysis: "Analysis",
  Act: "Act",
  AuditRow: "AuditRow",
  LogRow: "LogRow",
  Rules: "Rules",
};

/** The schema that a reference leads to, or the schema itself. */
function follow(schema) {
  if (!schema.$ref) return schema;
  const parts = schema.$ref.replace(/^.*#\//, "").split("/");
  return follow(parts.reduce((at, part) => at[part], parts[0] === "$defs" ? messages : openapi));
}

/** The same, and where a value may also be null, the schema of what else it is. */
function valueOf(schema) {
  const { anyOf } = follow(schema);
  const others = anyOf?.filter(({ type }) => type !== "null");
  return others?.length === 1 ? follow(others[0]) : follow(schema);
}

const answers = Object.fromEntries(
  Object.values(openapi.paths)
    .flatMap((path) => Object.values(path))
    .filter(({ operationId }) => operationId)
    .map(({ operationId, responses }) => [operationId, responses["200"]?.content?.["application/json"]?.schema]),
);
const unions = Object.fromEntries(
  Object.entries(asyncapi.operations).map(([name, operation]) => [
    name,
    { anyOf: operation.messages.map(({ $ref }) => messages.$defs[$ref.split("/").at(-1)]) },
  ]),
);

/** The schema at a path of SOURCES. */
function schemaAt(path) {
  const [first, ...members] = path.replaceAll("[]", ".[]").split(".");
  const known = { ...messages.$defs, ...openapi.components.schemas, ...answers, ...unions };
  const found = members.reduce((at, member) => {
    const next = member === "[]" ? valueOf(at ?? {}).items : valueOf(at ?? {}).properties?.[member];
    return next && valueOf(next);
  }, known[first]);
  if (!found) throw new Error(`the schemas have no ${path}`);
  return follow(found);
}

const schemas = Object.fromEntries(Object.entries(SOURCES).map(([name, path]) => [name, schemaAt(path)]));
const names = new Map(Object.entries(schemas).map(([name, schema]) => [schema, name]));

/**
 * What a type can say of a schema, with other types by their names.
 * @param {boolean} [whole] its own name is not enough
 */
function reduced(schema, whole = false) {
  const meant = follow(schema);
  const description = schema.description ?? meant.description;
  const name = names.get(meant);
  if (name && !whole) return { $ref: `#/components/schemas/${name}`, description };
  const { enum: values, required, properties, additionalProperties, items, anyOf, minItems, maxItems } = meant;
  const type = schema.type ?? meant.type; // which can leave out the null of the schema that is referred to
  return {
    description,
    ...(type && { type }),
    ...("const" in meant && { const: meant.const }),
    ...(values && { enum: values.filter((value) => value !== null || schema.type !== "string") }),
    ...(required && { required }),
    ...(properties && { properties: mapped(properties) }),
    ...(additionalProperties && { additionalProperties: reduced(additionalProperties) }),
    ...(items && { items: reduced(items) }),
    ...(anyOf && { anyOf: anyOf.map((part) => reduced(part)) }),
    ...(minItems === maxItems && { minItems, maxItems }), // a tuple; other lengths are no types
  };
}

const mapped = (parts) => Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, reduced(part)]));

const described = {
  openapi: "3.1.0",
  info: { title: "", version: "" },
  paths: {},
  components: {
    schemas: Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, reduced(schema, true)])),
  },
};
const options = {
  arrayLength: true,
  emptyObjectsUnknown: true,
  rootTypes: true,
  rootTypesKeepCasing: true,
  rootTypesNoSchemaPrefix: true,
  silent: true,
};
const head = "// Made of schema/ by tests/prepare.mjs: web/protocol_types.mjs says which type is what there.\n\n";
const text = astToString(await openapiTypescript(described, options));
/** Comments without what the types say already. */
const lighter = text
  .replace(/\n *\* @(constant|enum \{unknown\})$/gm, "")
  .replace(/ *\/\*\* @(constant|enum \{unknown\}) \*\/\n/g, "")
  .replace(/\/\*\*\s+(?:\* )?@description (.*?)\s*\*\//g, "/** $1 */");
const layout = await prettier.resolveConfig(new URL("js/hall.js", import.meta.url).pathname);

export const protocolTypes = await prettier.format(head + lighter, { ...layout, parser: "typescript" });
