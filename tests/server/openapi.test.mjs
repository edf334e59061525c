// Every path of openapi.yaml answers as it is described there.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse } from "yaml";
import { startHouse } from "./house.mjs";
import { messages, playEpisode, sitDown } from "./visitor.mjs";

const openapi = parse(readFileSync(new URL("../../schema/openapi.yaml", import.meta.url), "utf8"), { merge: true });
const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true, strictRequired: false });
addFormats.default(ajv);
ajv.addSchema(messages);
ajv.addVocabulary(Object.keys(openapi));
ajv.addSchema(openapi, "openapi.yaml", undefined, false);

const fragment = (parts) => `#${parts.map((part) => `/${encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))}`).join("")}`;

/** What the description says of that answer: {schema, headers}, for its content type. */
function described(path, status, type) {
  let at = ["paths", path, "get", "responses", String(status)];
  let answer = at.reduce((inner, part) => inner?.[part], openapi);
  assert.ok(answer, `${path} may answer ${status}`);
  if (answer.$ref) {
    at = answer.$ref.slice(2).split("/");
    answer = at.reduce((inner, part) => inner?.[part], openapi);
  }
  if (status === 304) return { validate: () => true, headers: {} };
  const name = type.split(";")[0];
  assert.ok(answer.content[name], `${path} ${status} comes as ${Object.keys(answer.content)}, not ${name}`);
  return { validate: ajv.getSchema(`openapi.yaml${fragment([...at, "content", name, "schema"])}`), headers: answer.headers ?? {} };
}

async function assertAnswers(house, path, actual, status, headers = {}) {
  const answer = await house.ask(actual, { headers });
  assert.equal(answer.status, status, `${actual}: ${answer.text.slice(0, 300)}`);
  const { validate, headers: expected } = described(path, status, answer.headers["content-type"] ?? "");
  const value = /json/.test(answer.headers["content-type"] ?? "") && !/ndjson/.test(answer.headers["content-type"]) ? answer.json() : answer.text;
  assert.ok(validate(value), `${actual} ${status}: ${ajv.errorsText(validate.errors)}`);
  if (status === 503 || status === 429) assert.ok(expected["Retry-After"]);
  return answer;
}

let house;
let id;
before(async () => {
  house = await startHouse();
  for (const machine of ["menace", "menace-two", "her", "him"]) {
    const visitor = await sitDown(house, machine);
    for (let game = 0; game < 3; game += 1) {
      const { learned } = await playEpisode(visitor);
      if (machine === "her") id = learned.episode;
    }
    await visitor.close();
  }
});
after(() => house.close());

const follow = (value) => (value?.$ref ? value.$ref.slice(2).split("/").reduce((inner, part) => inner[part], openapi) : value);
const parametersOf = (path) => (openapi.paths[path].get.parameters ?? []).map(follow).filter(({ in: place }) => place === "query");
const examplesOf = ({ example, examples }) => (examples ? Object.values(examples).map(({ value }) => value) : [example]);
/** A path with what must be asked along with it. */
const withMust = (path, actual) => {
  const must = parametersOf(path).filter(({ required }) => required).map((it) => `${it.name}=${encodeURIComponent(examplesOf(it)[0])}`);
  return must.length > 0 ? `${actual}?${must.join("&")}` : actual;
};

for (const path of Object.keys(openapi.paths)) {
  test(`GET ${path}`, async () => {
    const { responses } = openapi.paths[path].get;
    const boxes = ["2", encodeURIComponent("bbb/w../.ww b")];
    for (const machine of path.includes("{id}") || path.includes("{box}") ? ["her"] : path.includes("{machine}") ? ["menace", "menace-two", "her", "him"] : [""]) {
      for (const box of path.includes("{box}") ? boxes : [""]) {
        const actual = withMust(path, path.replace("{machine}", machine).replace("{box}", box).replace("{id}", id).replace("{game}", "hexapawn"));
        const answer = await assertAnswers(house, path, actual, 200);
        if (responses["304"] && answer.headers.etag) await assertAnswers(house, path, actual, 304, { "If-None-Match": answer.headers.etag });
        if (responses["406"]) await assertAnswers(house, path, actual, 406, { Accept: "image/png" });
        for (const type of responses["406"] ? Object.keys(responses["200"].content) : []) await assertAnswers(house, path, actual, 200, { Accept: type });
      }
    }
    if (path.includes("{machine}")) await assertAnswers(house, path, withMust(path, path.replace("{machine}", "hal").replace("{box}", "1").replace("{id}", id)), 404);
    if (path.includes("{game}")) await assertAnswers(house, path, path.replace("{game}", "chess"), 404);
  });

  for (const parameter of parametersOf(path)) {
    test(`GET ${path} with ${parameter.name}`, async () => {
      const actual = path.replace("{machine}", "menace").replace("{id}", id).replace("{box}", "1");
      const others = parametersOf(path).filter((it) => it.required && it !== parameter).map((it) => `&${it.name}=${encodeURIComponent(examplesOf(it)[0])}`).join("");
      const ask = (value) => `${actual}?${parameter.name}=${encodeURIComponent(value)}${others}`;
      for (const example of examplesOf(parameter)) {
        // An example may name an episode, a visit or a seq of another house.
        const { status } = await house.ask(ask(example));
        await assertAnswers(house, path, ask(example), ["episode", "after", "before"].includes(parameter.name) ? status : 200);
        assert.ok(status === 200 || status === 404, `${ask(example)}: ${status}`);
      }
      await assertAnswers(house, path, ask("\u2603"), parameter.name === "box" ? 404 : 400);
      if (parameter.required) await assertAnswers(house, path, actual, 400);
    });
  }
}

test("the routes that the server lists are those described, and each has these methods and no others", async () => {
  const methodsOf = (item) => Object.keys(item).filter((name) => ["get", "post"].includes(name)).map((name) => name.toUpperCase()).sort();
  const described = Object.entries(openapi.paths).filter(([path]) => path.startsWith("/api/")).map(([path, item]) => [path, methodsOf(item)]);
  const { resources } = await house.get("");
  assert.deepEqual(resources.map(({ path, methods }) => [path, [...methods].sort()]).sort(), described.sort());
  for (const [path, methods] of described) {
    const actual = path.replace("{machine}", "her").replace("{box}", "2").replace("{id}", id).replace("{game}", "hexapawn");
    const allowed = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].sort();
    for (const method of ["OPTIONS", "DELETE"]) {
      const answer = await house.ask(actual, { method });
      assert.equal(answer.status, method === "OPTIONS" ? 204 : 405, `${method} ${path}`);
      assert.deepEqual(answer.headers.allow.split(", ").sort(), allowed, `${method} ${path}`);
      assert.equal(answer.headers["access-control-allow-origin"], "*");
      if (method === "OPTIONS") assert.deepEqual(answer.headers["access-control-allow-methods"].split(", ").sort(), allowed);
    }
  }
});

test("the description that the server gives is this one, with all that it refers to", async () => {
  for (const name of ["openapi.yaml", "asyncapi.yaml", "messages.schema.json"]) {
    const { text } = await house.ask(`/api/v1/${name}`);
    assert.equal(text, readFileSync(new URL(`../../schema/${name}`, import.meta.url), "utf8"));
    const referred = [...text.matchAll(/\$ref"?: *"([^"#]+)#/g)].map(([, file]) => file);
    for (const file of new Set(referred)) assert.equal((await house.ask(`/api/v1/${file}`)).status, 200, `${name} refers to ${file}`);
  }
});

test("the page at /api tells every route with its parameters, answers and an example", async () => {
  const page = await house.ask("/api");
  assert.equal(page.status, 200);
  assert.match(page.headers["content-type"], /^text\/html/);
  const told = [...page.text.matchAll(/data-method="(\w+)" data-path="([^"]+)"/g)].map(([, method, path]) => `${method} ${path}`);
  const routes = Object.entries(openapi.paths).flatMap(([path, item]) => Object.keys(item).filter((name) => ["get", "post"].includes(name)).map((method) => `${method} ${path}`));
  assert.deepEqual(told.sort(), routes.sort());
  const articles = page.text.split("<article").filter((article) => article.includes("data-path"));
  for (const article of articles) {
    const [, method, path] = article.match(/data-method="(\w+)" data-path="([^"]+)"/);
    const { parameters = [], responses, summary } = openapi.paths[path][method];
    assert.ok(article.includes("curl -s") && article.includes(summary.replaceAll("&", "&amp;")), path);
    if (!article.includes("As for")) for (const { name } of parameters.map(follow)) assert.ok(article.includes(`<code>${name}</code>`), `${path} ${name}`);
    for (const status of Object.keys(responses)) assert.ok(article.includes(`<b>${status}</b>`), `${path} ${status}`);
  }
  assert.doesNotMatch(page.text, /<script|style=|\son\w+=/, "nothing that the content security policy forbids");
  const ids = new Set([...page.text.matchAll(/ id="([^"]+)"/g)].map(([, name]) => name));
  for (const [, name] of page.text.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.has(name), `#${name} is on the page`);
});
