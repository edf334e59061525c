// What a stranger meets first: documentation whose links hold, one version, a citation, workflows.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parse } from "yaml";
import { read, repositoryFiles, top } from "./files.mjs";
import { followLinks } from "./links.mjs";

const files = repositoryFiles();

test("links in the documentation lead to what is there", () => {
  const { count, broken } = followLinks(top, files.filter((file) => file.endsWith(".md")));
  assert.ok(count > 30, `${count} links`);
  assert.deepEqual(broken, []);
});

test("the version is one in CMakeLists.txt, CITATION.cff and CHANGELOG.md; CITATION.cff has what the Citation File Format asks for", () => {
  const [, version] = read("CMakeLists.txt").match(/^project\(menagerie VERSION (\S+) /m);
  const citation = parse(read("CITATION.cff"));
  assert.equal(citation["cff-version"], "1.2.0");
  assert.equal(citation.version, version);
  assert.equal(citation.license, "MIT");
  for (const member of ["message", "title"]) assert.ok(citation[member].length > 10, member);
  assert.ok(citation.authors.length > 0 && citation.authors.every((author) => author.name ?? author["family-names"]));
  const known = ["abstract", "authors", "cff-version", "date-released", "keywords", "license", "message", "references", "title", "type", "version"];
  assert.deepEqual(Object.keys(citation).filter((member) => !known.includes(member)), [], "members that the format does not have, or that are not needed");
  for (const { type, title, authors } of citation.references) assert.ok(type && title && authors.length > 0);
  const [, newest] = read("CHANGELOG.md").match(/^## \[(\d[^\]]*)\] - \d{4}-\d\d-\d\d$/m);
  assert.equal(newest, version);
});

test("the workflows are YAML, run what is there, and give no job more rights than it needs", () => {
  const workflows = files.filter((file) => file.startsWith(".github/workflows/"));
  assert.deepEqual(workflows.map((file) => file.split("/").at(-1)).sort(), ["gate.yml", "release.yml"]);
  for (const file of workflows) {
    const { permissions, jobs } = parse(read(file));
    assert.deepEqual(permissions, { contents: "read" }, file);
    for (const [name, job] of Object.entries(jobs)) {
      assert.ok(job["runs-on"] && job.steps.length > 0, `${file}: ${name}`);
      for (const { run = "", uses } of job.steps) {
        assert.ok(run || uses, `${file}: ${name}`);
        for (const [, script] of run.matchAll(/(?:^|\s)((?:\.\/|\.ci\/|tests\/)[\w/]+)(?=\s|$)/g)) assert.ok(existsSync(join(top, script)), `${file}: ${script}`);
      }
    }
  }
  const release = read(".github/workflows/release.yml");
  for (const made of [/run package deb/, /run package tarball/, /docker\/build-push-action/, /sha256sum/, /sbom\.spdx\.json/]) assert.match(release, made);
  assert.match(read(".github/workflows/gate.yml"), /\.ci\/run/);
  const devcontainer = JSON.parse(read(".devcontainer/devcontainer.json"));
  assert.ok(devcontainer.image && devcontainer.onCreateCommand.includes("./run install test"));
});

test("README has the line that clones, and how long building and testing take and what they need; CONTRIBUTING.md is a page", () => {
  const readme = read("README.md");
  assert.match(readme, /`git clone \S+ menagerie && cd menagerie`/);
  assert.match(readme, /first build takes about \d+ minutes, \d+ GB of memory and \d+ GB of disk/);
  assert.match(readme, /All tests take about [^.]*2 CPUs[^.]*\d+ GB of disk/);
  const page = read("CONTRIBUTING.md");
  assert.ok(page.split("\n").length <= 60 && page.split(/\s+/).length <= 600, "what a stranger reads in one go");
});
