// The alerts and the dashboard of packaging/monitoring: held against /metrics, by promtool, and asked of a real
// Prometheus that scrapes a museum.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { eventually, freePorts, freshFolder, run, start, startHouse } from "./house.mjs";
import { parseMetrics } from "./prometheus.mjs";
import { playEpisode, sitDown } from "./visitor.mjs";

const here = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const rulesFile = here("packaging/monitoring/menagerie.rules.yml");
const { groups: [{ rules }] } = parse(readFileSync(rulesFile, "utf8"));
const dashboard = JSON.parse(readFileSync(here("packaging/monitoring/grafana-dashboard.json"), "utf8"));
const panels = dashboard.panels.filter(({ type }) => type !== "row");

/** The dashboard's expressions as Grafana sends them for one museum. */
const asked = (expr) => expr.replaceAll("$__rate_interval", "30s").replaceAll("$instance", ".*");
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr]),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, asked(expr)])),
  ...dashboard.annotations.list.map(({ name, expr }) => [name, asked(expr)]),
];

let house;
before(async () => {
  house = await startHouse({ flags: ["--backup-every", "1h"] });
});
after(() => house.close());

test("promtool takes the alerts, and they fire when they should and not before", async () => {
  for (const argv of [["check", "rules", rulesFile], ["test", "rules", here("tests/server/alerts.promtool.yml")]]) {
    const { code, stdout, stderr } = await run("promtool", argv);
    assert.equal(code, 0, stdout + stderr);
    assert.match(stdout, /SUCCESS/);
  }
});

test("every metric that they name is there, with the labels that are asked for", async () => {
  const families = parseMetrics((await house.ask("/metrics")).text);
  for (const [what, expr] of expressions) {
    const names = [...expr.matchAll(/\b((?:menagerie|process)_\w+)(?:\{([^}]*)\})?/g)];
    assert.ok(names.length > 0 || /^up\{/.test(expr), `${what} names a metric`);
    for (const [, name, selector] of names) {
      const family = families.get(name) ?? families.get(name.replace(/_(bucket|sum|count)$/, ""));
      assert.ok(family, `${what}: ${name} is in /metrics`);
      for (const [, label, value] of (selector ?? "").matchAll(/(\w+)=~?"([^"]*)"/g)) {
        if (["instance", "job"].includes(label)) continue; // Prometheus's own
        for (const one of value.split("|")) assert.ok(family.samples.some(({ labels }) => labels[label] === one), `${what}: ${name} has ${label}="${one}"`);
      }
    }
  }
});

test("each alert has a severity and says what to do; each panel says what it shows, and none covers another", () => {
  assert.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length);
  for (const { alert, labels, annotations } of rules) {
    assert.match(alert, /^Menagerie[A-Z]\w+$/);
    assert.ok(["critical", "warning", "info"].includes(labels.severity), alert);
    assert.ok(annotations.summary.length > 10 && annotations.description.length > 10, alert);
  }
  const taken = new Set();
  for (const { title, description, gridPos: { x, y, w, h }, type } of dashboard.panels) {
    assert.ok(type === "row" || description.length > 10, title);
    assert.ok(x >= 0 && x + w <= 24, title);
    for (let column = x; column < x + w; column += 1) {
      for (let line = y; line < y + h; line += 1) {
        assert.ok(!taken.has(`${column},${line}`), `${title} covers another`);
        taken.add(`${column},${line}`);
      }
    }
  }
});

/** Starts Prometheus with the rules; it scrapes the house each second. */
async function startPrometheus() {
  const folder = freshFolder();
  const [port] = await freePorts(1);
  writeFileSync(join(folder, "prometheus.yml"), `global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: [${JSON.stringify(rulesFile)}]
scrape_configs: [{ job_name: menagerie, static_configs: [{ targets: ["${house.host}"] }] }]
`);
  const child = start("prometheus", [`--config.file=${join(folder, "prometheus.yml")}`, `--storage.tsdb.path=${join(folder, "data")}`, `--web.listen-address=127.0.0.1:${port}`, "--log.level=warn"], { stdio: ["ignore", "ignore", "inherit"] });
  const ask = async (path, parameters = {}) => (await fetch(`http://127.0.0.1:${port}/api/v1/${path}?${new URLSearchParams(parameters)}`)).json();
  return { ask };
}

test("a real Prometheus that scrapes a museum answers every alert and every panel", async () => {
  const prometheus = await startPrometheus();
  const value = async (query) => {
    const { status, data, error } = await prometheus.ask("query", { query });
    assert.equal(status, "success", `${query}: ${error}`);
    return data.result;
  };
  await eventually(async () => (await value('up{job="menagerie"} == 1')).length === 1, { what: "a scrape" });
  const { data: { groups: [group] } } = await prometheus.ask("rules");
  assert.deepEqual(group.rules.map(({ name }) => name), rules.map(({ alert }) => alert));
  const visitor = await sitDown(house, "menace");
  for (const { title, targets } of panels) {
    for (const { expr } of targets) {
      await eventually(async () => {
        await playEpisode(visitor);
        return (await value(asked(expr))).length > 0;
      }, { what: `${title}: ${expr} has an answer`, every: 200 });
    }
  }
  await visitor.close();
  // Nothing is wrong with this museum.
  const loud = await eventually(async () => {
    const { data } = await prometheus.ask("rules");
    return data.groups[0].rules.every(({ health }) => health === "ok") && data;
  }, { what: "every rule is evaluated" });
  assert.deepEqual(loud.groups[0].rules.filter(({ state }) => state === "firing").map(({ name }) => name), []);
});
