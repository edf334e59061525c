// The proxies' recipes in docker/, each run by the real proxy before a real server: TLS, HTTP/2, a game on a WebSocket, the
// visitor's own address, and silence for longer than the proxy waits. Only addresses, ports and times are put in.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect as connectHttp2 } from "node:http2";
import { request } from "node:http";
import { request as requestTls } from "node:https";
import { join } from "node:path";
import { before, test } from "node:test";
import { bareEnvironment, eventually, freePorts, freshFolder, run, start, startHouse } from "./house.mjs";
import { scrape } from "./prometheus.mjs";
import { playEpisode, sitDown } from "./visitor.mjs";

const recipe = (name) => readFileSync(new URL(`../../docker/${name}`, import.meta.url), "utf8");
let folder, ca;

before(async () => {
  folder = freshFolder();
  const { code, stderr } = await run("openssl", ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=localhost",
    "-addext", "subjectAltName=DNS:localhost", "-keyout", "privkey.pem", "-out", "fullchain.pem"], { cwd: folder });
  assert.equal(code, 0, stderr);
  ca = readFileSync(join(folder, "fullchain.pem"));
  writeFileSync(join(folder, "both.pem"), Buffer.concat([ca, readFileSync(join(folder, "privkey.pem"))]));
});

/** The recipe with each [from, to] put in; each must be there. */
function adapted(text, changes) {
  return changes.reduce((all, [from, to]) => {
    assert.ok(typeof from === "string" ? all.includes(from) : from.test(all), `the recipe has ${from}`);
    return all.replaceAll(from, to);
  }, text);
}

const proxies = {
  nginx({ house, http, https, wait, buffering }) {
    const site = adapted(recipe("proxies/nginx.conf"), [
      ["menagerie.example", "localhost"], ["127.0.0.1:8080", house.host], [/^ *listen \[::\].*\n/gm, ""],
      ["listen 80;", `listen 127.0.0.1:${http};`], ["listen 443 ssl", `listen 127.0.0.1:${https} ssl`], ["$http_host$request_uri", `localhost:${https}$request_uri`],
      ["/etc/ssl/menagerie", folder], ["read_timeout 90s", `read_timeout ${wait}s`], ["send_timeout 90s", `send_timeout ${wait}s`], ["proxy_buffering off", `proxy_buffering ${buffering}`],
    ]);
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join(" ");
    writeFileSync(join(folder, "nginx.conf"), `daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr;\nevents {}\nhttp { access_log off; ${temporary}\n${site}}\n`);
    return ["nginx", ["-c", join(folder, "nginx.conf"), "-p", folder]];
  },
  haproxy({ house, http, https, wait }) {
    const file = join(folder, "haproxy.cfg");
    writeFileSync(file, adapted(recipe("proxies/haproxy.cfg"), [
      ["127.0.0.1:8080", house.host], ["bind :80\n", `bind 127.0.0.1:${http}\n`], ["bind :443", `bind 127.0.0.1:${https}`],
      ["redirect scheme https", `redirect prefix https://localhost:${https}`], ["/etc/haproxy/menagerie.pem", join(folder, "both.pem")],
      ["timeout client 90s", `timeout client ${wait}s`], ["timeout server 90s", `timeout server ${wait}s`], ["timeout tunnel 90s", `timeout tunnel ${wait}s`],
    ]));
    return ["haproxy", ["-db", "-f", file]];
  },
  caddy({ http, https }) {
    const file = join(folder, "Caddyfile");
    mkdirSync(join(folder, "caddy"), { recursive: true });
    writeFileSync(file, `{\n  admin off\n  http_port ${http}\n  https_port ${https}\n  default_bind 127.0.0.1\n}\n${adapted(recipe("Caddyfile"), [
      ["{$MENAGERIE_HOST:localhost} {", `{$MENAGERIE_HOST:localhost} {\n  tls ${folder}/fullchain.pem ${folder}/privkey.pem`],
    ])}`);
    return ["caddy", ["run", "--config", file, "--adapter", "caddyfile"]];
  },
};

/** One request through the proxy: {status, headers, text}. */
function ask({ protocol = "https", port, path, from = "127.0.0.1", headers = {} }) {
  return new Promise((done, fail) => {
    const send = protocol === "https" ? requestTls : request;
    const sent = send({ host: "127.0.0.1", servername: "localhost", port, path, ca, localAddress: from, agent: false, headers: { Host: `localhost:${port}`, ...headers } }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (piece) => { text += piece; });
      answer.on("end", () => done({ status: answer.statusCode, headers: answer.headers, text }));
    });
    sent.on("error", fail).end();
  });
}

/** GET / over HTTP/2. */
function askHttp2(https) {
  return new Promise((done, fail) => {
    const session = connectHttp2(`https://localhost:${https}`, { ca, lookup: (_, options, found) => (options.all ? found(null, [{ address: "127.0.0.1", family: 4 }]) : found(null, "127.0.0.1", 4)) });
    session.on("error", fail);
    const stream = session.request({ ":path": "/" });
    stream.on("response", (headers) => {
      stream.resume().on("end", () => session.close());
      done(headers[":status"]);
    });
    stream.on("error", fail).end();
  });
}

/** The proxy before a house. `wait`: so many seconds of silence it lets pass; the server pings after three. */
async function open(name, { wait = 8, buffering = "off" } = {}) {
  const [http, https] = await freePorts(2);
  // The server pings a silent visitor well within the proxy's 8 s, as it does within 90 s where nothing is shortened.
  const house = await startHouse({ flags: ["--trusted-proxy", "127.0.0.1", "--public-url", `https://localhost:${https}`, "--idle-socket-s", "9", "--curator-guesses-per-minute-max", "1"], env: { MENAGERIE_CURATOR_TOKEN: "the-token-of-the-proxies-test" } });
  const [program, argv] = proxies[name]({ house, http, https, wait, buffering });
  const env = bareEnvironment({ HOME: folder, XDG_DATA_HOME: join(folder, "caddy"), XDG_CONFIG_HOME: join(folder, "caddy"), MENAGERIE_UPSTREAM: house.host, PATH: `${process.env.PATH}:/usr/sbin` });
  const child = start(program, argv, { env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise((done) => child.on("exit", done));
  let log = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => { log += text; });
  child.on("error", (error) => { log += error; });
  await eventually(async () => {
    assert.equal(child.exitCode, null, `${name} ended: ${log}`);
    return (await ask({ port: https, path: "/healthz" })).status === 200;
  }, { what: `${name} answers; it said: ${log}` });
  const close = async () => {
    child.kill("SIGKILL");
    await ended;
    await house.close();
  };
  return { house, http, https, close };
}

/** What a page behind the proxy needs to know. */
const behind = (https) => ({ socketUrl: `wss://localhost:${https}`, tls: { ca, origin: `https://localhost:${https}`, family: 4 } });

for (const name of Object.keys(proxies)) {
  test(`${name}: TLS, HTTP/2, a game, the visitor's address, silence`, { timeout: 300_000 }, async () => {
    const { house, http, https, close } = await open(name);
    const redirect = await ask({ protocol: "http", port: http, path: "/api/v1/machines?a=b" });
    assert.ok([301, 308].includes(redirect.status), `${redirect.status}`);
    assert.match(redirect.headers.location, /^https:\/\/localhost.*\/api\/v1\/machines\?a=b$/);

    assert.match((await ask({ port: https, path: "/" })).text, /^<!doctype html>/);
    assert.equal(await askHttp2(https), 200);

    // As the page does it: the Origin is the address that visitors use.
    const visitor = await sitDown(behind(https), "her");
    const { learned } = await playEpisode(visitor);
    assert.ok(learned.seq > 1);

    // A wrong guess each a minute for each address, so a second one is 429, whatever address it claims; another's first is 401.
    const guess = (from, claimed) => ask({ port: https, path: "/api/v1/audit", from, headers: { Authorization: "Bearer a-wrong-guess-of-sixteen", ...(claimed ? { "X-Forwarded-For": claimed } : {}) } });
    assert.equal((await guess("127.0.0.2")).status, 401);
    assert.equal((await guess("127.0.0.2", "192.0.2.7")).status, 429);
    assert.equal((await guess("127.0.0.3")).status, 401);

    // Four pings take longer than the proxy waits in silence; after them the connection is still there.
    let pings = 0;
    await new Promise((done, fail) => {
      visitor.socket.on("ping", () => (pings += 1) === 4 && done());
      visitor.closed.then(({ code }) => fail(new Error(`the line was closed with ${code} after ${pings} pings`)));
    });
    await playEpisode(visitor);
    await visitor.close();
    assert.doesNotMatch(house.log, /cut the last/);
    await close();
  });
}

for (const name of ["nginx", "haproxy"]) {
  test(`${name} with a short timeout: the log says which proxy, after how long, and the remedy`, { timeout: 300_000 }, async () => {
    const { house, https, close } = await open(name, { wait: 2 });
    // Five alike; more, where a busy machine made one of them longer than the others. It may have noticed the last one late.
    const said = /net: what stands before the server at 127\.0\.0\.1 cut the last 5 WebSockets that it ended after [23] s of silence: let it wait at least 9 s, by proxy_read_timeout in nginx or timeout tunnel in HAProxy/;
    for (let round = 1; round <= 5 || (round <= 20 && !said.test(house.log)); round += 1) {
      if (round <= 5) assert.doesNotMatch(house.log, /cut the last/, "so few say nothing");
      const visitor = await sitDown(behind(https), "her");
      assert.equal((await visitor.closed).code, 1006, "nobody has closed it");
      await eventually(async () => (await scrape(house)).value("menagerie_websockets_cut_total") === round, { what: `${round} that were cut` });
    }
    await house.logged(said);
    await close();
  });
}

test("nginx that buffers does no harm: an export is the same bytes, and a game goes on beside it", { timeout: 300_000 }, async () => {
  const { house, https, close } = await open("nginx", { buffering: "on" });
  const { seq } = await house.get("/machines/ellis");
  const path = `/api/v1/machines/ellis/history.csv?to=${seq}`;
  const visitor = await sitDown(behind(https), "her");
  const [through, { learned }] = await Promise.all([ask({ port: https, path }), playEpisode(visitor)]);
  assert.equal(through.status, 200);
  assert.ok(learned.seq > 1);
  const direct = (await house.ask(path)).text;
  assert.ok(direct.length > 100_000, `${direct.length}`);
  assert.ok(through.text === direct, "the same bytes");
  await visitor.close();
  await close();
});

test("nginx takes the recipes in the form of http2 that its version wants, without a warning", async () => {
  const [, ...version] = (await run("nginx", ["-v"], { env: bareEnvironment({ PATH: `${process.env.PATH}:/usr/sbin` }) })).stderr.match(/nginx\/(\d+)\.(\d+)\.(\d+)/).map(Number);
  const newer = version[0] * 1e6 + version[1] * 1e3 + version[2] >= 1_025_001;
  const [program, argv] = proxies.nginx({ house: { host: "127.0.0.1:9" }, http: 9, https: 10, wait: 90, buffering: "off" });
  const file = argv[1], text = readFileSync(file, "utf8");
  const [, form] = text.match(/# nginx 1\.25\.1 and newer want, in place of http2 in both lines: (http2 on;)\n/);
  if (newer) writeFileSync(file, text.replace(" ssl http2;", ` ssl; ${form}`));
  const { code, stderr } = await run(program, ["-t", ...argv], { env: bareEnvironment({ PATH: `${process.env.PATH}:/usr/sbin` }) });
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(stderr, /\[warn\]|deprecated/);
});

test("nginx with a bare proxy_pass, which loses Host and Upgrade: the log tells it with the remedy, and so does /metrics", { timeout: 300_000 }, async () => {
  const house = await startHouse({ flags: ["--trusted-proxy", "127.0.0.1"] });
  const [port] = await freePorts(1);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join(" ");
  writeFileSync(join(folder, "bare.conf"), `daemon off; master_process off; pid ${folder}/bare.pid; error_log stderr;
events {}
http { access_log off; ${temporary} server { listen 127.0.0.1:${port}; location / { proxy_pass http://${house.host}; } } }
`);
  const child = start("nginx", ["-c", join(folder, "bare.conf"), "-p", folder], { env: bareEnvironment({ PATH: `${process.env.PATH}:/usr/sbin` }), stdio: "ignore" });
  const ended = new Promise((done) => child.on("exit", done));
  await eventually(async () => (await ask({ protocol: "http", port, path: "/" })).status === 200, { what: "nginx answers" });
  const key = "dGhlIHNhbXBsZSBub25jZQ==";
  const handshake = { Origin: `http://localhost:${port}`, Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Key": key, "Sec-WebSocket-Version": "13", "Sec-WebSocket-Protocol": "menagerie.v1" };
  for (let i = 0; i < 12; ++i) assert.equal((await ask({ protocol: "http", port, path: "/api/v1/play?machine=her", headers: handshake })).status, 426);
  const said = await house.logged(/^.*a WebSocket was refused.*$/gm);
  assert.equal(said.length, 1, house.log);
  assert.match(said[0], /\(bare-proxy\): .*drops the Upgrade header and puts its own Host in place.*"Behind a proxy"/);
  assert.equal((await scrape(house)).value("menagerie_handshakes_refused_total", { reason: "bare-proxy" }), 12);
  child.kill("SIGKILL");
  await ended;
  await house.close();
});
