// Every path of openapi.yaml answers as it is described there.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse } from "yaml";
import { token } from "./desk.mjs";
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
function described(path, status, type, method = "get") {
  let at = ["paths", path, method, "responses", String(status)];
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

/** The token, where it is needed. */
const shown = (path, method = "get") => (openapi.paths[path][method].security ? { Authorization: `Bearer ${token}` } : {});

async function assertAnswers(house, path, actual, status, headers = {}, { method = "get", body } = {}) {
  const answer = await house.ask(actual, { method: method.toUpperCase(), headers: { ...shown(path, method), ...headers }, body });
  assert.equal(answer.status, status, `${method} ${actual}: ${answer.text.slice(0, 300)}`);
  const { validate, headers: expected } = described(path, status, answer.headers["content-type"] ?? "", method);
  const value = /json/.test(answer.headers["content-type"] ?? "") && !/ndjson/.test(answer.headers["content-type"]) ? answer.json() : answer.text;
  assert.ok(validate(value), `${actual} ${status}: ${ajv.errorsText(validate.errors)}`);
  if (status === 503 || status === 429) assert.ok(expected["Retry-After"]);
  return answer;
}

/** Another method than those described is refused as the description says. */
async function assertWrongMethod(path, actual) {
  const answer = await house.ask(actual, { method: "DELETE" });
  assert.equal(answer.status, 405, path);
  const { validate, headers } = described(path, 405, answer.headers["content-type"]);
  assert.ok(validate(answer.json()) && headers.Allow && answer.headers.allow, path);
}

let house;
let id;
let code;
let visit;
before(async () => {
  house = await startHouse({ flags: ["--curator-guesses-per-minute-max", "0", "--practices-per-minute-max", "0"], env: { MENAGERIE_CURATOR_TOKEN: token } });
  for (const machine of ["menace", "menace-two", "her", "him"]) {
    const visitor = await sitDown(house, machine);
    for (let game = 0; game < 3; game += 1) {
      const { learned } = await playEpisode(visitor);
      if (machine === "her") id = learned.episode;
      if (machine === "her") code = learned.lesson;
      if (machine === "her") visit = visitor.hello.visit;
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

/** A path of this house. */
const fill = (path, machine = "her", box = "2") => path.replace("{machine}", machine).replace("{box}", box).replace("{id}", id).replace("{visit}", visit).replace("{code}", code).replace("{bead}", "0").replace("{game}", "hexapawn");

for (const path of Object.keys(openapi.paths).filter((it) => openapi.paths[it].get)) {
  test(`GET ${path}`, async () => {
    const { responses } = openapi.paths[path].get;
    const boxes = ["2", encodeURIComponent("bbb/w../.ww b")];
    for (const machine of path.includes("{id}") || path.includes("{box}") ? ["her"] : path.includes("{machine}") ? ["menace", "menace-two", "her", "him"] : [""]) {
      for (const box of path.includes("{box}") ? boxes : [""]) {
        const actual = withMust(path, fill(path, machine, box));
        const answer = await assertAnswers(house, path, actual, 200);
        if (responses["304"] && answer.headers.etag) await assertAnswers(house, path, actual, 304, { "If-None-Match": answer.headers.etag });
        if (responses["406"]) await assertAnswers(house, path, actual, 406, { Accept: "audio/ogg" });
      if (responses["405"]) await assertWrongMethod(path, actual);
        for (const type of responses["406"] ? Object.keys(responses["200"].content) : []) await assertAnswers(house, path, actual, 200, { Accept: type });
      }
    }
    if (path.includes("{machine}")) await assertAnswers(house, path, withMust(path, fill(path, "hal", "1")), 404);
    if (path.includes("{code}")) for (const wrong of ["45J", "V9R5K6C8D"]) await assertAnswers(house, path, path.replace("{code}", wrong), 404);
    if (path.includes("{visit}")) await assertAnswers(house, path, path.replace("{visit}", id), 404);
    if (responses["401"]) await assertAnswers(house, path, path, 401, { Authorization: "" });
    if (responses["403"]) await assertAnswers(house, path, path, 403, { Origin: "http://evil.example" });
    if (path.includes("{game}")) await assertAnswers(house, path, path.replace("{game}", "chess"), 404);
  });

  for (const parameter of parametersOf(path)) {
    test(`GET ${path} with ${parameter.name}`, async () => {
      const actual = fill(path, parameter.name === "ticket" ? "carnival" : "menace", "1"); // carnival alone pays prizes
      const others = parametersOf(path).filter((it) => it.required && it !== parameter).map((it) => `&${it.name}=${encodeURIComponent(examplesOf(it)[0])}`).join("");
      const ask = (value) => `${actual}?${parameter.name}=${encodeURIComponent(value)}${others}`;
      for (const example of examplesOf(parameter)) {
        // An example may name an episode, a visit or a seq of another house.
        const { status } = await house.ask(ask(example), { headers: shown(path) });
        await assertAnswers(house, path, ask(example), ["episode", "after", "before"].includes(parameter.name) ? status : 200);
        assert.ok(status === 200 || status === 404, `${ask(example)}: ${status}`);
      }
      await assertAnswers(house, path, ask("\u2603"), parameter.name === "box" ? 404 : 400);
      if (parameter.required) await assertAnswers(house, path, actual, 400);
    });
  }
}

const experiments = "/api/v1/experiments"; // changes nothing, and needs no token
const posts = Object.keys(openapi.paths).filter((path) => openapi.paths[path].post && path !== experiments);
const json = { "Content-Type": "application/json" };
let era; // HER's first row in it
/** The description's body for a path, but for a visit and a row of this house. */
const bodyOf = (path, name) => {
  const { value } = openapi.paths[path].post.requestBody.content["application/json"].examples[name];
  return JSON.stringify({ ...value, ...(value.visit ? { visit } : {}), ...(path.endsWith("/rewind") ? { to: era } : {}) });
};

// In the order of the description: a machine that is frozen must be thawed before it is taught less.
for (const path of posts) {
  test(`POST ${path}`, async () => {
    const actual = fill(path, "her");
    const post = (status, headers, body) => assertAnswers(house, path, actual, status, headers, { method: "post", body });
    const { responses } = openapi.paths[path].post;
    await post(400, json, "{");
    await post(401, { ...json, Authorization: "" }, "{}");
    await post(401, { ...json, Authorization: "Bearer of-bad-news" }, "{}");
    await post(403, { ...json, Origin: "http://evil.example" }, "{}");
    if (responses["404"]) await assertAnswers(house, path, fill(path, "hal"), 404, json, { method: "post", body: bodyOf(path, "preview") });
    await post(406, { ...json, Accept: "image/png" }, "{}");
    await post(413, json, "x".repeat(70_000));
    await post(415, { "Content-Type": "text/plain" }, "{}");
    await post(422, json, '{"preveiw":true}');
    if (/\/(rewind|unteach)$/.test(path)) {
      ({ seq: era } = await house.get("/machines/her"));
      const visitor = await sitDown(house, "her");
      visit = visitor.hello.visit;
      await playEpisode(visitor);
      await visitor.close();
    }
    await post(200, json, bodyOf(path, "preview"));
    const made = responses["201"] !== undefined;
    const { headers } = await post(made ? 201 : 200, json, bodyOf(path, "done"));
    if (made) assert.equal((await house.ask(headers.location)).status, 200);
    if (path.endsWith("/reset")) await post(200, json, "{}"); // which can be done again
    else if (!path.endsWith("/rewind")) await post(409, json, bodyOf(path, "done"));
  });
}

test(`POST ${experiments}`, async () => {
  const post = (status, headers, body) => assertAnswers(house, experiments, experiments, status, headers, { method: "post", body });
  await post(200, json, bodyOf(experiments, "her"));
  await post(400, json, "{");
  await post(400, json, '{"machine":"hal"}');
  await post(413, json, "x".repeat(70_000));
  await post(415, { "Content-Type": "text/plain" }, "{}");
  await post(422, json, '{"game":3}');
});

test("every answer that a POST is said to give was asked for above, but where the house must be in trouble", () => {
  const asked = ["200", "201", "400", "401", "403", "404", "406", "409", "413", "415", "422"];
  for (const path of posts) assert.deepEqual(Object.keys(openapi.paths[path].post.responses).filter((status) => !asked.includes(status)), ["429", "503"], path);
});

test("429 is described where a token was guessed", async () => {
  const strict = await startHouse({ flags: ["--curator-guesses-per-minute-max", "1"], env: { MENAGERIE_CURATOR_TOKEN: token } });
  await strict.ask("/api/v1/audit", { headers: { Authorization: "Bearer of-bad-news" } });
  await assertAnswers(strict, "/api/v1/audit", "/api/v1/audit", 429);
  await assertAnswers(strict, posts[0], fill(posts[0]), 429, json, { method: "post", body: "{}" });
  await strict.close();
});

test("the routes that the server lists are those described, and each has these methods and no others", async () => {
  const methodsOf = (item) => Object.keys(item).filter((name) => ["get", "post"].includes(name)).map((name) => name.toUpperCase()).sort();
  const described = Object.entries(openapi.paths).filter(([path]) => path.startsWith("/api/")).map(([path, item]) => [path, methodsOf(item)]);
  const { resources } = await house.get("");
  assert.deepEqual(resources.map(({ path, methods }) => [path, [...methods].sort()]).sort(), described.sort());
  for (const [path, methods] of described) {
    const actual = fill(path);
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

/** References into the messages as the server gives them: to components, such as hello.machine. */
const here = (text, file) => text.replaceAll(new RegExp(`"${file}#/\\$defs/([^"]+)"`, "g"), (_, path) => `"#/components/schemas/${path.split("/").filter((part) => part !== "properties").join(".")}"`);

/** openapi.yaml as the server gives it, without what comes along of the messages. */
function withoutFrames({ components: { schemas, ...components }, ...rest }) {
  const own = Object.entries(schemas).filter(([name, schema]) => {
    const [frame, ...members] = name.split(".");
    if (!messages.$defs[frame]) return true;
    const known = members.reduce((at, member) => at.properties?.[member] ?? at[member], messages.$defs[frame]);
    assert.deepEqual(schema, JSON.parse(here(JSON.stringify(known), "")), name);
    return false;
  });
  return { ...rest, components: { ...components, schemas: Object.fromEntries(own) } };
}

test("the description that the server gives is this one, with all that it refers to", async () => {
  const written = (name) => readFileSync(new URL(`../../schema/${name}`, import.meta.url), "utf8");
  for (const name of ["openapi.yaml", "asyncapi.yaml", "messages.schema.json"]) {
    const { text } = await house.ask(`/api/v1/${name}`);
    // What openapi.yaml refers to in the other file comes along in it.
    if (name === "openapi.yaml") assert.deepEqual(withoutFrames(parse(text)), parse(here(written(name), "messages\\.schema\\.json")));
    else assert.equal(text, written(name));
    const referred = [...text.matchAll(/\$ref"?: *"([^"#]+)#/g)].map(([, file]) => file);
    for (const file of new Set(referred)) assert.equal((await house.ask(`/api/v1/${file}`)).status, 200, `${name} refers to ${file}`);
  }
  for (const name of ["openapi", "asyncapi"]) {
    const { text } = await house.ask(`/api/v1/${name}.yaml`);
    assert.deepEqual(await house.get(`/${name}.json`), parse(text));
  }
});

test("with --public-url the descriptions and the page name that address", async () => {
  const known = await startHouse({ flags: ["--public-url", "https://museum.example/"] });
  const [json, yaml] = [await known.get("/openapi.json"), parse((await known.ask("/api/v1/openapi.yaml")).text)];
  assert.deepEqual(json.servers, [{ url: "https://museum.example", description: "This museum." }]);
  assert.deepEqual(yaml, { ...parse((await house.ask("/api/v1/openapi.yaml")).text), servers: json.servers });
  const { servers: { house: server } } = await known.get("/asyncapi.json");
  assert.deepEqual([server.host, server.protocol, server.pathname], ["museum.example", "wss", "/"]);
  assert.deepEqual(parse((await known.ask("/api/v1/asyncapi.yaml")).text).servers.house, server);
  const { text } = await known.ask("/api");
  assert.ok(text.includes("curl -s 'https://museum.example/api/v1/machines'") && !text.includes("localhost"));
  const { headers } = await known.ask("/api/v1/openapi.json");
  assert.equal((await known.ask("/api/v1/openapi.json", { headers: { "If-None-Match": headers.etag } })).status, 304);
  await known.close();
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
  assert.doesNotMatch(page.text.replace('<script type="module" src="/js/try_api.js"></script>', ""), /<script|style=|\son\w+=/, "nothing that the content security policy forbids");
  const ids = new Set([...page.text.matchAll(/ id="([^"]+)"/g)].map(([, name]) => name));
  for (const [, name] of page.text.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.has(name), `#${name} is on the page`);
});
