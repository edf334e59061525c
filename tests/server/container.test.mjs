// The image and its compose files: what can be told of them without a container engine.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parse } from "yaml";
import { order, token } from "./desk.mjs";
import { freshFolder, startHouse } from "./house.mjs";

const read = (name) => readFileSync(new URL(`../../docker/${name}`, import.meta.url), "utf8");
const dockerfile = read("Dockerfile");
const environment = Object.fromEntries([...dockerfile.matchAll(/^ENV (.*)$/gm)].flatMap(([, line]) => line.split(" ").map((pair) => pair.split("="))));

test("the base can be pinned, and the image says what it is", () => {
  assert.match(dockerfile, /^ARG BASE=debian:bookworm-slim$/m);
  assert.equal([...dockerfile.matchAll(/^FROM \$\{BASE\}/gm)].length, [...dockerfile.matchAll(/^FROM /gm)].length);
  for (const label of ["title", "description", "licenses", "version", "revision", "created", "base.name"]) assert.match(dockerfile, new RegExp(`org\\.opencontainers\\.image\\.${label.replace(".", "\\.")}="`));
});

test("each service of the compose files has a bound on its log", () => {
  for (const name of ["compose.yaml", "compose.tls.yaml", "compose.cluster.yaml"]) {
    const file = parse(read(name).replaceAll("!reset ", ""), { merge: true });
    for (const [service, { image, logging }] of Object.entries(file.services)) {
      if (image) assert.deepEqual([logging.driver, logging.options["max-size"], logging.options["max-file"]], ["json-file", "10m", "5"], `${name}: ${service}`);
    }
  }
});

test("with the image's settings nothing but the museum is in the volume, also after labels in another alphabet", async () => {
  const root = freshFolder(), data = join(root, "data"), cache = join(root, environment.XDG_CACHE_HOME ?? "nowhere");
  mkdirSync(data);
  // As in the image: the system's folder of font caches cannot be written to.
  const settings = join(root, "fonts.conf");
  writeFileSync(settings, '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>/usr/share/fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>\n');
  const env = { MENAGERIE_CURATOR_TOKEN: token, HOME: data, FONTCONFIG_FILE: settings, XDG_CACHE_HOME: environment.XDG_CACHE_HOME && cache };
  for (const [name, value] of Object.entries(env)) if (value === undefined) delete env[name];
  const house = await startHouse({ data, env });
  const made = await order(house, "/machines", { name: "theta", title: "Θῆτα", game: "hexapawn", seat: "second", rule: "gardner-her" });
  assert.equal(made.status, 201, made.text);
  const labels = await house.ask("/api/v1/machines/theta/labels.pdf");
  assert.equal(labels.status, 200, labels.text);
  assert.ok(readdirSync(join(cache, "fontconfig")).length > 0, "the cache went where the image sends it");
  await house.close();
  for (const name of readdirSync(data)) assert.match(name, /^(menagerie\.(db|lock|db-wal|db-shm)|index\.db(-wal|-shm)?|house\.key)$/);
});
