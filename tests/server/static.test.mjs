// The pages as files, and what lies around them that nobody may have.
import assert from "node:assert/strict";
import { connect as dial } from "node:net";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { bin, run, startHouse } from "./house.mjs";

const web = join(dirname(bin), "web");
let house;
before(async () => { house = await startHouse(); });
after(() => house.close());

const types = { html: "text/html; charset=utf-8", js: "text/javascript; charset=utf-8", css: "text/css; charset=utf-8", svg: "image/svg+xml", woff2: "font/woff2" };
const files = (folder = "") => readdirSync(join(web, folder), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? files(`${folder}${entry.name}/`) : [folder + entry.name]));

/** As it is served where no public URL is known: without the address of a picture for links. */
const served = (file) => (file.endsWith(".html") ? Buffer.from(readFileSync(join(web, file), "utf8").replace(/^ *<meta property="og:.*\n/gm, "")) : readFileSync(join(web, file)));

test("every file of the pages is served as it is, with its type", async () => {
  const all = files();
  assert.ok(all.length > 15);
  for (const file of all) {
    const answer = await house.ask(`/${file}`);
    assert.equal(answer.status, 200, file);
    assert.ok(answer.body.equals(served(file)), file);
    const type = types[file.split(".").pop()];
    if (type) assert.equal(answer.headers["content-type"], type, file);
    assert.ok(answer.headers["cache-control"], file);
  }
});

test("/minichess says why no matchbox machine plays it, and the hall leads there", async () => {
  const page = await house.ask("/minichess");
  assert.equal(page.status, 200);
  assert.match(String(page.body), /legal positions/);
  assert.match(String((await house.ask("/")).body), /href="\/minichess"/);
});

test("/ is the hall, and /machine/NAME a table; where there is no such machine, it is 404", async () => {
  assert.equal((await house.ask("/")).text, String(served("index.html")));
  for (const machine of ["menace", "menace-two", "her", "him"]) {
    const answer = await house.ask(`/machine/${machine}`);
    assert.equal(answer.status, 200);
    assert.equal(answer.text, String(served("table.html")));
  }
  assert.equal((await house.ask("/machine/hal")).status, 404);
});

test("a page tells the browser which words it needs, in the language that the browser speaks", async () => {
  const told = async (path, language) => {
    const { headers } = await house.ask(path, { headers: language ? { "Accept-Language": language } : {} });
    assert.match(headers.vary, /Accept-Language/);
    return [...headers.link.matchAll(/<([^>]+)>; rel=modulepreload/g)].map(([, file]) => file);
  };
  for (const [path, language, words] of [
    ["/", "de-AT,en;q=0.5", ["de", "hall/de"]],
    ["/film", "fr, EN-gb;q=0.8, de;q=0.2", ["en", "film/en"]],
    ["/machine/menace", "fr", ["en"]],
    ["/machine/menace?lang=de", "en", ["de"]],
    ["/books", "", ["en", "books/en"]],
  ]) {
    const files = words.map((name) => `/js/messages/${name}.js`);
    assert.deepEqual(await told(path, language), files, path);
    for (const file of files) assert.equal((await house.ask(file)).status, 200, file);
  }
});

test("every answer keeps the browser at home", async () => {
  for (const path of ["/", "/machine/menace", "/js/table.js", "/nowhere", "/api/v1/machines"]) {
    const { headers } = await house.ask(path);
    const policy = headers["content-security-policy"] ?? "";
    assert.match(policy, /default-src 'self'/, path);
    assert.match(policy, /frame-ancestors 'none'/, path);
    assert.doesNotMatch(policy, /unsafe|\*|https?:/, path);
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.equal(headers["set-cookie"], undefined);
  }
});

test("no page can frame a label either, which has a policy of its own", async () => {
  const { status, headers } = await house.ask("/api/v1/machines/her/labels.svg");
  assert.equal(status, 200);
  assert.match(headers["content-security-policy"], /frame-ancestors 'none'/);
});

/** The whole answer to one request line, sent as it is. */
const raw = (line) => new Promise((done, fail) => {
  const socket = dial(house.port, "127.0.0.1");
  let text = "";
  socket.on("data", (data) => { text += data; }).on("close", () => done(text)).on("error", fail);
  socket.write(`${line}\r\nHost: x\r\nConnection: close\r\n\r\n`);
});

test("no way leads out of the folder", async () => {
  const ways = ["/../menagerie", "/../../../../../../etc/passwd", "/js/../../CMakeCache.txt", "/%2e%2e/menagerie", "/%2e%2e%2fmenagerie", "/..%2f..%2f..%2fetc%2fpasswd",
    "/js/%2e%2e/%2e%2e/CMakeCache.txt", "/.%2e/menagerie", "/..%5cmenagerie", "//etc/passwd", "/%00", "/index.html%00.js", "/machine/../../menagerie", "/machine/%2e%2e%2f%2e%2e%2fmenagerie",
    "/package.json", "/tsconfig.json", "/CMakeLists.txt", "/js/vendor.d.ts", "/node_modules/", "/js/", "/js", "/.git/config"];
  for (const way of ways) {
    const text = await raw(`GET ${way} HTTP/1.1`);
    assert.match(text, /^HTTP\/1\.1 40[04] /, way);
    assert.doesNotMatch(text, /root:|ELF|CMAKE_/, way);
  }
  const { stdout } = await run("curl", ["-sS", "--path-as-is", "-o", "/dev/null", "-w", "%{http_code}", `${house.url}/../../../../etc/passwd`]);
  assert.ok(["400", "404"].includes(stdout), stdout);
});

test("what is not there: a page for a browser, a problem for a program, both 404", async () => {
  const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
  for (const path of ["/nowhere", "/nowhere.html", "/js/nowhere.js", "/api/nowhere", "/api/v1/nowhere", "/api/v1/machines/hal"]) {
    const page = await house.ask(path, { headers: { Accept: browser } });
    assert.deepEqual([page.status, page.headers["content-type"]], [404, "text/html; charset=utf-8"], path);
    assert.match(page.text, /<a [^>]*href="\/"/, "the way back");
    for (const headers of [{}, { Accept: "*/*" }, { Accept: "application/json" }, { Accept: "application/json, text/html;q=0.5, */*;q=0.6" }]) {
      const problem = await house.ask(path, { headers });
      assert.deepEqual([problem.status, problem.headers["content-type"]], [404, "application/problem+json"], path);
      assert.equal(problem.json().status, 404);
    }
  }
});

test("robots and icons are answered", async () => {
  const robots = await house.ask("/robots.txt");
  assert.deepEqual([robots.status, robots.headers["content-type"]], [200, "text/plain; charset=utf-8"]);
  assert.match(robots.text, /^User-agent: \*\nDisallow: \/api\/v1\/$/m);
  const icon = await house.ask("/favicon.ico");
  assert.deepEqual([icon.status, icon.headers["content-type"]], [200, "image/svg+xml"]);
});

test("what is no HTTP is told so, and hurts nobody", async () => {
  assert.match(await raw("HELLO"), /^HTTP\/1\.1 400 /);
  assert.match(await raw("GET http://elsewhere.example/ HTTP/1.1"), /^HTTP\/1\.1 (200|4\d\d) /);
  assert.match(await raw("GET /%zz HTTP/1.1"), /^HTTP\/1\.1 400 /);
  assert.match(await raw(`GET /${"a".repeat(9000)} HTTP/1.1`), /^HTTP\/1\.1 4(14|31) /);
  const { code, stdout } = await run("curl", ["-sS", "-o", "/dev/null", "-w", "%{http_code}", "-X", "POST", "--data-binary", "@-", `${house.url}/api/v1/machines`], { input: "x".repeat(100_000) });
  assert.ok(stdout === "413" || stdout === "405", `${code} ${stdout}`);
  assert.equal((await house.ask("/healthz")).text, "ok\n");
});

test("/healthz and /readyz", async () => {
  assert.equal((await house.ask("/healthz")).status, 200);
  const ready = await house.ask("/readyz");
  assert.equal(ready.status, 200);
  assert.deepEqual(ready.json(), { ready: true });
});
