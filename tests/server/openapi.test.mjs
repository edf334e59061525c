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

for (const path of Object.keys(openapi.paths)) {
  test(`GET ${path}`, async () => {
    const { responses } = openapi.paths[path].get;
    const boxes = ["2", encodeURIComponent("bbb/w../.ww b")];
    for (const machine of path.includes("{id}") || path.includes("{box}") ? ["her"] : path.includes("{machine}") ? ["menace", "menace-two", "her", "him"] : [""]) {
      for (const box of path.includes("{box}") ? boxes : [""]) {
        const actual = path.replace("{machine}", machine).replace("{box}", box).replace("{id}", id).replace("{game}", "hexapawn");
        const answer = await assertAnswers(house, path, actual, 200);
        if (responses["304"] && answer.headers.etag) await assertAnswers(house, path, actual, 304, { "If-None-Match": answer.headers.etag });
        if (responses["406"]) await assertAnswers(house, path, actual, 406, { Accept: "image/png" });
        if (path.endsWith("/history")) for (const type of ["text/csv", "application/x-ndjson", "application/json"]) await assertAnswers(house, path, actual, 200, { Accept: type });
        const limited = (openapi.paths[path].get.parameters ?? []).some((it) => it.name === "limit" || it.$ref?.endsWith("/limit"));
        if (limited) {
          await assertAnswers(house, path, `${actual}?limit=1`, 200);
          await assertAnswers(house, path, `${actual}?limit=none`, 400);
        }
      }
    }
    if (path.includes("{machine}")) await assertAnswers(house, path, path.replace("{machine}", "hal").replace("{box}", "1").replace("{id}", id), 404);
    if (path.includes("{game}")) await assertAnswers(house, path, path.replace("{game}", "chess"), 404);
  });
}
