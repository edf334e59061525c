// The museum under a path of another site, and at a unix socket: the recipe in docker/, run by the real nginx, whether it
// passes the path on or cuts it off. A visitor goes through all of it, and nothing leads out of the path.
import assert from "node:assert/strict";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { askAt, bareEnvironment, eventually, freePorts, freshFolder, run, start, startHouse } from "../server/house.mjs";
import { on, Visitor } from "./table.mjs";

const recipe = readFileSync(new URL("../../docker/proxies/nginx-path.conf", import.meta.url), "utf8");
let house, folder, port;

before(async () => {
  folder = freshFolder();
  [port] = await freePorts(1);
  house = await startHouse({ socket: join(folder, "web.sock"), flags: ["--public-url", `http://127.0.0.1:${port}/menagerie/`], env: { MENAGERIE_CURATOR_TOKEN: "the-token-of-the-path-test" } });
});
after(() => house.close());

/** nginx before the house: {host, url, close()}. */
async function openProxy(change) {
  const own = folder + change.length;
  let site = recipe;
  const put = (from, to) => {
    assert.ok(typeof from === "string" ? site.includes(from) : from.test(site), `the recipe has ${from}`);
    site = site.replace(from, to);
  };
  put("unix:/run/menagerie/web.sock;\n  keep", `unix:${folder}/web.sock;\n  keep`);
  put("listen 443 ssl http2;", `listen 127.0.0.1:${port};`);
  put(/^ *listen \[::\].*\n/m, "");
  put(/^ *ssl_certificate .*\n *ssl_certificate_key .*\n/m, "");
  put("proxy_pass http://menagerie;", `proxy_pass http://menagerie${change};`);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join(" ");
  const file = join(folder, "nginx.conf");
  writeFileSync(file, `daemon off; master_process off; pid ${own}.pid; error_log stderr;\nevents {}\nhttp { access_log off; ${temporary}\n${site}}\n`);
  const child = start("nginx", ["-c", file, "-p", folder], { env: bareEnvironment({ PATH: `${process.env.PATH}:/usr/sbin` }), stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise((done) => child.on("exit", done));
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text) => { log += text; });
  child.on("error", (error) => { log += error; });
  const url = `http://127.0.0.1:${port}/menagerie`;
  await eventually(async () => (await askAt(`${url}/readyz`)).status === 200, { what: `nginx answers; it said: ${log}` });
  const close = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  return { host: `127.0.0.1:${port}`, url, close };
}

test("the socket is for its owner and its group", () => {
  assert.equal(statSync(join(folder, "web.sock")).mode & 0o777, 0o660);
});

for (const [what, change] of [["passes the path on", ""], ["cuts the path off", "/"]]) {
  test(`behind a proxy that ${what}: hall, table, a game, labels, data`, async () => {
    const site = await openProxy(change);
    const visitor = await Visitor.come(site, "/");
    const paths = [];
    visitor.page.on("request", (request) => paths.push(new URL(request.url()).pathname));
    await (await visitor.see(on.exhibit("her"))).click();
    await visitor.page.waitForURL(`${site.url}/machine/her`);
    await visitor.anyGame();
    await visitor.see(on.learned);
    for (const id of ["labels", "csv"]) {
      const href = await visitor.page.locator(`#${id}`).getAttribute("href");
      assert.ok(href.startsWith("/menagerie/api/v1/machines/her/"), href);
      assert.equal((await askAt(new URL(href, site.url))).status, 200);
    }
    await visitor.page.goto(`${site.url}/api`);
    await visitor.page.locator("#listMachines pre.curl", { hasText: `'${site.url}/api/v1/machines'` }).waitFor();
    assert.deepEqual(paths.filter((path) => !path.startsWith("/menagerie/")), []);
    await visitor.leave();
    await assertData(site);
    await site.close();
  });
}

/** Links, codes and descriptions lead to the same path. */
async function assertData(site) {
  const get = async (path) => {
    const answer = await fetch(`${site.url}${path}`);
    assert.equal(answer.status, 200, path);
    return answer;
  };
  const page = await get("/api/v1/machines/menace/history?limit=1");
  const { next } = await page.json();
  assert.match(next, /^\/menagerie\/api\/v1\/machines\/menace\/history\.json\?after=/);
  assert.equal(page.headers.get("link"), `<${next}>; rel="next"`);
  assert.equal((await askAt(new URL(next, site.url))).status, 200);
  assert.equal((await (await get("/api/v1")).json()).page, "/menagerie/api");
  assert.equal((await (await get("/api/v1/openapi.json")).json()).servers[0].url, site.url);
  assert.equal((await (await get("/api/v1/asyncapi.json")).json()).servers.house.pathname, "/menagerie");
  const made = await askAt(`${site.url}/api/v1/machines`, {
    method: "POST",
    headers: { Authorization: "Bearer the-token-of-the-path-test", "Content-Type": "application/json" },
    body: JSON.stringify({ name: `cubs-${next.length}-${Date.now()}`, game: "hexapawn", seat: "second", rule: "gardner-her" }),
  });
  assert.equal(made.status, 201);
  assert.match(made.headers.location, /^\/menagerie\/api\/v1\/machines\/cubs-/);
  const pdf = join(folder, "her.pdf");
  writeFileSync(pdf, Buffer.from(await (await get("/api/v1/machines/her/labels.pdf?numbers=1&size=tray")).arrayBuffer()));
  await run("pdftoppm", ["-r", "300", "-f", "2", "-l", "2", "-gray", "-singlefile", pdf, join(folder, "her")]);
  const { stdout } = await run("zbarimg", ["-q", "--raw", join(folder, "her.pgm")]);
  assert.ok(stdout.split("\n").includes(`${site.url}/machine/her#box-1`), stdout);
}

test("the socket is gone when the house is closed, and one that was left behind is replaced", async () => {
  const socket = join(folder, "web.sock");
  await house.kill();
  assert.ok(statSync(socket).isSocket());
  await house.open();
  assert.equal((await house.ask("/healthz")).status, 200);
  await house.close();
  assert.throws(() => statSync(socket), /ENOENT/);
});
