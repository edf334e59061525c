// The files for a kiosk's PC: systemd and Chromium take them as they are, and the README names what is in them.
import assert from "node:assert/strict";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { NUMBERS } from "../../web/js/kiosk_options.js";
import { bareEnvironment, eventually, freePorts, freshFolder, run, startHouse } from "../server/house.mjs";
import { sandboxed, stage } from "./sandbox.mjs";

const packaging = fileURLToPath(new URL("../../packaging", import.meta.url));
const readme = readFileSync(new URL("../../server/README.md", import.meta.url), "utf8");
const unit = readFileSync(join(packaging, "menagerie-kiosk.service"), "utf8");

test("systemd finds the kiosk's unit in order", async () => {
  const here = join(freshFolder(), "menagerie-kiosk.service");
  writeFileSync(here, unit.replace("/usr/bin/cage", "/bin/true")); // the programs need not be on this machine
  const { stdout, stderr, code } = await run("systemd-analyze", ["verify", "--man=no", "--recursive-errors=no", here], { env: bareEnvironment({ LC_ALL: "C.UTF-8" }) });
  assert.equal(code, 0, stdout + stderr);
  assert.equal(stderr.split("\n").filter((line) => line.includes("menagerie-kiosk")).join("\n"), "");
});

test("its sandbox scores 3.0 at most", async () => {
  const { stdout, stderr, code } = await run("systemd-analyze", ["security", "--offline=yes", "--no-pager", join(packaging, "menagerie-kiosk.service")], { env: bareEnvironment({ LC_ALL: "C.UTF-8" }) });
  assert.equal(code, 0, stdout + stderr);
  assert.ok(Number(stdout.match(/Overall exposure level for menagerie-kiosk\.service: ([\d.]+)/)[1]) <= 3.0, stdout);
});

test("Chromium, shut in by its own sandbox too, shows the museum in the unit's sandbox and keeps what it needs", async () => {
  const house = await startHouse();
  const folder = stage();
  let browser = process.env.CHROMIUM ?? "/usr/bin/chromium";
  if (!browser.startsWith("/usr/")) {
    copyFileSync(browser, join(folder, "usr/bin/chromium"));
    browser = "/srv/bin/chromium";
  }
  // As the unit starts it, but for the compositor and the screen.
  const flags = unit.match(/\/usr\/bin\/chromium ([\s\S]*?) \$\{MENAGERIE_KIOSK_URL\}/)[1].replaceAll(/\\\n */g, "").replaceAll("%S", "/var/lib").split(" ").filter((flag) => !flag.startsWith("--ozone"));
  const [port] = await freePorts(1);
  const [program, argv] = sandboxed(join(packaging, "menagerie-kiosk.service"), "kiosk", folder, "/bin/sh", "-c", '"$@" && ls /var/lib/menagerie-kiosk && ! touch /usr/spoilt /etc/spoilt', "sh",
    browser, ...flags, "--headless=new", "--disable-gpu", `--remote-debugging-port=${port}`, `${house.url}/?kiosk`);
  assert.ok(!argv.includes("--no-sandbox"));
  const ended = run(program, argv);
  const connected = eventually(() => chromium.connectOverCDP(`http://127.0.0.1:${port}`), { what: "the browser" });
  const seen = await Promise.race([connected, ended.then(() => null)]);
  if (!seen) assert.fail((await ended).stderr);
  const page = await eventually(() => seen.contexts()[0]?.pages().find((page) => page.url().startsWith(house.url)), { what: "the page" });
  // Playwright's own waitFor() at times never ends in a page that was loading when it came to the browser.
  const hasHeading = () => [...document.querySelectorAll("h1, h2")].some((heading) => heading.checkVisibility());
  await eventually(() => page.evaluate(hasHeading), { what: "a heading" });
  await (await seen.newBrowserCDPSession()).send("Browser.close");
  const { stdout, stderr, code } = await ended;
  assert.equal(code, 0, stdout + stderr);
  assert.match(stdout, /\bDefault\b/, stderr);
  await house.close();
});

test("the browser that it starts has the flags that the README explains", () => {
  const begin = readme.indexOf("## A kiosk");
  const section = readme.slice(begin, readme.indexOf("\n## ", begin));
  const flags = [...section.matchAll(/`(--[a-z-]+(?:=\d)?)`/g)].map(([, flag]) => flag).filter((flag) => flag !== "--user-data-dir");
  assert.ok(flags.length >= 4);
  for (const flag of [...flags, "--user-data-dir="]) assert.ok(unit.includes(` ${flag}`), flag);
  for (const [name, [fallback, low, high]] of Object.entries(NUMBERS)) {
    const row = section.split("\n").find((line) => line.startsWith(`| \`${name}=`));
    assert.ok(row?.includes(`${low} to ${high}`) && row.includes(`| ${fallback}`), `${name}: ${row}`);
  }
});

test("the browser's policy lets it open the museum alone", () => {
  const policy = JSON.parse(readFileSync(join(packaging, "menagerie-kiosk-policy.json"), "utf8"));
  assert.deepEqual(policy.URLBlocklist, ["*"]);
  assert.deepEqual(policy.URLAllowlist, ["localhost:8080"]);
  assert.ok(unit.includes("MENAGERIE_KIOSK_URL=http://localhost:8080/?kiosk"));
});
