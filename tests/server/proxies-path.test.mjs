// The museum under a path of another site, behind HAProxy and Caddy: the recipes in docker/, run by the real proxies. Only
// addresses and ports are put in, and TLS is left out, which proxies.test.mjs has. nginx's is run by
// tests/browser/under-path.test.mjs. Traefik is not among Debian's packages: what its labels say is read.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { parse } from "yaml";
import { askAt, bareEnvironment, eventually, freePorts, freshFolder, start, startHouse } from "./house.mjs";
import { playEpisode, sitDown } from "./visitor.mjs";

const recipe = (name) => readFileSync(new URL(`../../docker/${name}`, import.meta.url), "utf8");

function adapted(text, changes) {
  return changes.reduce((all, [from, to]) => {
    assert.ok(typeof from === "string" ? all.includes(from) : from.test(all), `the recipe has ${from}`);
    return all.replaceAll(from, to);
  }, text);
}

const proxies = {
  haproxy({ folder, house, port, school }) {
    const file = join(folder, "haproxy.cfg");
    writeFileSync(file, adapted(recipe("proxies/haproxy-path.cfg"), [
      [/bind :443 .*/g, `bind 127.0.0.1:${port}`], ["127.0.0.1:8080", house.host], ["127.0.0.1:8000", school], ["X-Forwarded-Proto https", "X-Forwarded-Proto http"],
    ]));
    return ["haproxy", ["-db", "-f", file]];
  },
  caddy({ folder, house, port, school }) {
    const file = join(folder, "Caddyfile");
    writeFileSync(file, `{\n  admin off\n  auto_https off\n}\n${adapted(recipe("proxies/path.Caddyfile"), [
      ["\nschool.example {", `\nhttp://127.0.0.1:${port} {`], ["127.0.0.1:8080", house.host], ["127.0.0.1:8000", school],
    ])}`);
    return ["caddy", ["run", "--config", file, "--adapter", "caddyfile"]];
  },
};

for (const name of Object.keys(proxies)) {
  test(`${name} with the museum under a path: pages, a game, and the rest of the site`, { timeout: 300_000 }, async () => {
    const folder = freshFolder();
    const [port] = await freePorts(1);
    const site = createServer((_, answer) => answer.end("the school"));
    await new Promise((done) => site.listen(0, "127.0.0.1", done));
    const url = `http://127.0.0.1:${port}/menagerie`;
    const house = await startHouse({ flags: ["--public-url", url, "--trusted-proxy", "127.0.0.1"] });
    const [program, argv] = proxies[name]({ folder, house, port, school: `127.0.0.1:${site.address().port}` });
    const child = start(program, argv, { env: bareEnvironment({ HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, PATH: `${process.env.PATH}:/usr/sbin` }), stdio: ["ignore", "pipe", "pipe"] });
    let log = "";
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => { log += text; });
    child.on("error", (error) => { log += error; });
    await eventually(async () => (await askAt(`${url}/readyz`)).status === 200, { what: `${name} answers; it said: ${log}` });

    const bare = await askAt(url);
    assert.equal(bare.status, 308);
    assert.equal(new URL(bare.headers.location, url).href, `${url}/`);
    assert.match(await (await fetch(`${url}/`)).text(), /^<!doctype html>/);
    assert.equal((await (await fetch(`${url}/api/v1`)).json()).page, "/menagerie/api");
    assert.equal(await (await fetch(`http://127.0.0.1:${port}/menageries`)).text(), "the school");

    const visitor = await sitDown({ socketUrl: `ws://127.0.0.1:${port}/menagerie`, tls: { origin: `http://127.0.0.1:${port}` } }, "her");
    const { learned } = await playEpisode(visitor);
    assert.ok(learned.seq > 1);
    await visitor.close();
    child.kill("SIGKILL");
    site.close();
    site.closeAllConnections();
    await house.close();
  });
}

test("Traefik's labels send the path and what is below it to the museum, and nothing else", () => {
  const { menagerie } = parse(recipe("compose.traefik-path.yaml")).services;
  const below = parse(recipe("compose.traefik.yaml").replaceAll("!reset ", "")).services.menagerie;
  const labels = { ...below.labels, ...menagerie.labels };
  // Compose reads $$ as $.
  const label = (name) => labels[`traefik.http.${name}`].replaceAll("$$", "$");
  const rule = label("routers.menagerie.rule");
  assert.equal(rule, "Host(`${MENAGERIE_HOST}`) && (Path(`/menagerie`) || PathPrefix(`/menagerie/`))");
  assert.equal(label("routers.menagerie.middlewares"), "menagerie-slash");
  const regex = new RegExp(label("middlewares.menagerie-slash.redirectregex.regex"));
  const replacement = label("middlewares.menagerie-slash.redirectregex.replacement").replace(/\$\{(\d)\}/g, "$$$1");
  const redirected = (url) => url.replace(regex, replacement);
  assert.equal(redirected("https://school.example/menagerie"), "https://school.example/menagerie/");
  assert.equal(redirected("https://school.example/menagerie?lang=de"), "https://school.example/menagerie/?lang=de");
  for (const url of ["https://school.example/menagerie/", "https://school.example/menagerie/machine/her"]) assert.equal(redirected(url), url);
  assert.ok(menagerie.command.includes("--public-url=https://${MENAGERIE_HOST:?the name under which visitors come}/menagerie"));
  // A list replaces the one below: nothing else that it says may be lost.
  const flags = ({ command }) => command.map((word) => word.split("=")[0]);
  assert.deepEqual(flags(menagerie), flags(below));
});
