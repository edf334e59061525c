// A proxy that does not wait long enough, as nginx with a short proxy_read_timeout: the page notices that its connection is
// cut after the same time again and again, though the server is there, and says what the operator should do.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Cuts } from "../../web/js/cuts.js";
import { askAt, bareEnvironment, eventually, freePorts, freshFolder, start, startHouse } from "../server/house.mjs";
import { on, Visitor } from "./table.mjs";

const recipe = readFileSync(new URL("../../docker/proxies/nginx.conf", import.meta.url), "utf8");

/** nginx before the house, without TLS, that waits so many seconds: what a visitor needs to know of the house. */
async function openProxy(house, seconds) {
  const folder = freshFolder();
  const [port, other] = await freePorts(2);
  let site = recipe;
  for (const [from, to] of [
    ["127.0.0.1:8080", house.host], [/^ *listen \[::\].*\n/gm, ""], ["listen 80;", `listen 127.0.0.1:${other};`], ["listen 443 ssl http2;", `listen 127.0.0.1:${port};`],
    [/^ *ssl_certificate.*\n/gm, ""], ["read_timeout 90s", `read_timeout ${seconds}s`], ["send_timeout 90s", `send_timeout ${seconds}s`],
  ]) {
    assert.ok(typeof from === "string" ? site.includes(from) : from.test(site), `the recipe has ${from}`);
    site = site.replace(from, to);
  }
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join(" ");
  writeFileSync(join(folder, "nginx.conf"), `daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr;\nevents {}\nhttp { access_log off; ${temporary}\n${site}}\n`);
  const child = start("nginx", ["-c", join(folder, "nginx.conf"), "-p", folder], { env: bareEnvironment({ PATH: `${process.env.PATH}:/usr/sbin` }), stdio: ["ignore", "ignore", "pipe"] });
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text) => { log += text; });
  child.on("error", (error) => { log += error; });
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => (await askAt(`${url}/readyz`)).status === 200, { what: `nginx answers; it said: ${log}` });
  return { url, host: `127.0.0.1:${port}` };
}

test("a page whose connection is cut after the same silence says so, and what the operator should do; the game goes on", { timeout: 120_000 }, async () => {
  const house = await startHouse({ flags: ["--trusted-proxy", "127.0.0.1"] });
  const visitor = await Visitor.come(await openProxy(house, 3), "/machine/her");
  const { page } = visitor;
  const line = page.locator(on.line("open"));
  await line.filter({ hasText: /cut again and again after 3 seconds.*For the operator of this museum: .*at least 90 seconds/s }).waitFor({ timeout: 60_000 });
  for (const width of [320, 390, 1280, 3840]) {
    await page.setViewportSize({ width, height: width < 500 ? 844 : Math.round(width * 0.6) });
    await line.waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `nothing stands out of a page of ${width} px`);
    if (process.env.MENAGERIE_PICTURES) await page.screenshot({ path: join(process.env.MENAGERIE_PICTURES, `proxy-cuts-${width}.png`), fullPage: true });
  }
  await visitor.anyMove();
  await visitor.leave();
  await house.close();
});

test("only what is cut after the same time again and again counts", () => {
  const told = (...cuts) => {
    const all = new Cuts();
    return cuts.map(([silentMs, ageMs]) => all.add({ silentMs, ageMs }));
  };
  assert.deepEqual(told([3000, 9000], [3400, 20_000], [2900, 3000]), [null, null, 3], "the same silence");
  assert.deepEqual(told([10, 60_000], [9000, 60_100], [300, 60_050]), [null, null, 60], "the same age");
  assert.deepEqual(told([3000, 9000], [5000, 20_000], [2900, 3000], [2950, 30_000]), [null, null, null, null], "a lost visitor's");
  assert.deepEqual(told([3000, 9000], [9000, 20_000], [3000, 3000], [3100, 31_000], [3050, 4000]), [null, null, null, null, 3], "the last ones");
  assert.deepEqual(told([100, 100], [200, 200], [150, 150]), [null, null, null], "at once: no time limit");
  const all = new Cuts();
  for (let round = 0; round < 5; round += 1) {
    assert.equal(all.add({ silentMs: 3000, ageMs: 3000 }), null);
    assert.equal(all.add({ silentMs: 3000, ageMs: 3000 }), null);
    all.clear();
  }
});
