// A problem document says what was wrong, and repeats at most 200 bytes of what was sent, whatever that was.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { parse } from "yaml";
import { order, token } from "./desk.mjs";
import { startHouse } from "./house.mjs";

const openapi = parse(readFileSync(new URL("../../schema/openapi.yaml", import.meta.url), "utf8"), { merge: true });
const inPlace = { machine: "her", box: "1", bead: "1", game: "hexapawn", id: "01a1f873-0364-70c6-a6a3-a4506513270e", visit: "01a1f873-0364-70c6-a6a3-a4506513270e" };

let house;
before(async () => { house = await startHouse({ flags: ["--curator-guesses-per-minute-max", "0"], env: { MENAGERIE_CURATOR_TOKEN: token } }); });
after(() => house.close());

const long = "é".repeat(600); // in UTF-8 two bytes each, so that a cut can be wrong
const digits = `${"0".repeat(1000)}9999999`;
/** The most bytes in a row that `text` has of what was sent. */
const repeated = (text) => Math.max(0, ...[...text.matchAll(/(?:é|%C3%A9|%c3%a9)+|0{20,}9*|x{20,}/g)].map(([run]) => Buffer.byteLength(run)));

function assertShort(answer, what) {
  if (answer.status < 400) return 0;
  assert.match(answer.headers["content-type"], /^application\/problem\+json/, what);
  assert.ok(repeated(answer.text) <= 200, `${what}: ${answer.text}`);
  assert.ok(answer.text.length < 1500, `${what}: ${answer.text.length}`);
  assert.ok(!answer.text.includes("\ufffd"), `${what}: half a character`);
  return 1;
}

test("of a parameter, its name, a path and a method", async () => {
  let problems = 0;
  const deref = (it) => (it.$ref ? it.$ref.slice(2).split("/").reduce((at, part) => at[part], openapi) : it);
  for (const [path, item] of Object.entries(openapi.paths)) {
    if (!item.get || /\/(play|watch)$/.test(path)) continue;
    const target = path.replaceAll(/\{(\w+)\}/g, (_, name) => inPlace[name] ?? name);
    const full = target.startsWith("/api/") || /^\/(healthz|readyz|metrics)/.test(target) ? target : `/api/v1${target}`;
    const ask = async (query) => {
      problems += assertShort(await house.ask(`${full}?${query}`, { headers: { Authorization: `Bearer ${token}` } }), `${full}?${query.slice(0, 30)}`);
    };
    const names = [...(item.parameters ?? []), ...(item.get.parameters ?? [])].map(deref).filter((it) => it.in === "query").map(({ name }) => name);
    for (const name of names) for (const value of [encodeURIComponent(long), digits]) await ask(`${name}=${value}`);
    await ask(`${encodeURIComponent(long)}=1`);
  }
  for (const path of [`/${encodeURIComponent(long)}`, `/api/v1/${encodeURIComponent(long)}`, `/api/v1/machines/${encodeURIComponent(long)}`, `/api/v1/machines/her/boxes/${encodeURIComponent(long)}`,
    `/api/v1/machines/her/episodes/${encodeURIComponent(long)}`, `/api/v1/games/${encodeURIComponent(long)}`]) {
    const answer = await house.ask(path);
    assert.equal(answer.status >= 400, true, path);
    problems += assertShort(answer, path);
  }
  assert.ok(problems > 60, `${problems}`);
});

test("of a body, its members and their names", async () => {
  const good = { name: "cubs", game: "hexapawn", seat: "second", rule: "gardner-reward" };
  for (const [name, value] of [["name", "x".repeat(1000)], ["game", long], ["seat", long], ["rule", long], ["rule", `gardner-reward,win=${"x".repeat(1000)}`], ["boxes", long], ["colour", long], ["title", long], [long, 1], ["preview", long], ["game", [long]]]) {
    const answer = await order(house, "/machines", { ...good, [name]: value });
    assert.equal(answer.status, 422, answer.text);
    assertShort(answer, name);
  }
  for (const [path, body] of [["/machines/her/unteach", { visit: long }], ["/machines/her/rewind", { to: long }], ["/machines/her/fork", { name: long, at: 1 }]]) {
    const answer = await order(house, path, body);
    assert.ok(answer.status >= 400, answer.text);
    assertShort(answer, path);
  }
});
