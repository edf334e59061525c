// Reads Prometheus's text format (version 0.0.4), strictly: what a careless parser would let pass fails here.
import assert from "node:assert/strict";

const name = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const suffixes = { histogram: ["_bucket", "_sum", "_count"], counter: [""], gauge: [""] };

function number(text) {
  if (/^[+-]?Inf$/.test(text)) return text.startsWith("-") ? -Infinity : Infinity;
  assert.match(text, /^-?\d+(\.\d+)?(e[+-]?\d+)?$/, `"${text}" is a number`);
  return Number(text);
}

/** `a="x",b="y"` as an object. */
function labelsOf(text, line) {
  const labels = {};
  let rest = text;
  while (rest !== "") {
    const [all, label, value, comma] = rest.match(/^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(,?)/) ?? [];
    assert.ok(all, `labels of ${line}`);
    assert.ok(!label.startsWith("__") && !(label in labels), `label ${label} of ${line}`);
    labels[label] = value.replace(/\\(.)/g, (_, it) => (it === "n" ? "\n" : it));
    rest = rest.slice(all.length);
    assert.ok(comma === "" ? rest === "" : rest !== "", `commas of ${line}`);
  }
  return labels;
}

const key = (labels) => JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)));

function assertHistogram(family) {
  const groups = new Map();
  for (const sample of family.samples) {
    const { le, ...others } = sample.labels;
    const group = groups.get(key(others)) ?? { buckets: [] };
    groups.set(key(others), group);
    if (sample.name.endsWith("_bucket")) group.buckets.push({ bound: number(le), count: sample.value });
    else group[sample.name.slice(family.name.length + 1)] = sample.value;
  }
  for (const { buckets, sum, count } of groups.values()) {
    assert.ok(sum !== undefined && count !== undefined, `${family.name} has a sum and a count`);
    assert.equal(buckets.at(-1).bound, Infinity);
    assert.equal(buckets.at(-1).count, count);
    for (let i = 1; i < buckets.length; i += 1) {
      assert.ok(buckets[i].bound > buckets[i - 1].bound && buckets[i].count >= buckets[i - 1].count, `${family.name} is cumulative`);
    }
  }
}

/** Families by name: {name, help, type, samples: [{name, labels, value}]}. */
export function parseMetrics(text) {
  assert.ok(text.endsWith("\n"), "the last line ends");
  const families = new Map();
  let family = null;
  for (const line of text.slice(0, -1).split("\n")) {
    const [, kind, of, words] = line.match(/^# (HELP|TYPE) (\S+) (.+)$/) ?? [];
    if (kind === "HELP") {
      assert.ok(!families.has(of), `${of} comes once`);
      assert.match(of, name);
      families.set(of, (family = { name: of, help: words, type: null, samples: [] }));
    } else if (kind === "TYPE") {
      assert.ok(family?.name === of && family.type === null && words in suffixes, line);
      family.type = words;
    } else {
      const [, series, , labels, value] = line.match(/^([^\s{]+)({(.*)})? (\S+)$/) ?? [];
      assert.ok(series, `"${line}" is a sample`);
      assert.ok(family?.type && suffixes[family.type].some((suffix) => series === family.name + suffix), `${line} belongs to ${family?.name}`);
      family.samples.push({ name: series, labels: labelsOf(labels ?? "", line), value: number(value) });
    }
  }
  for (const it of families.values()) {
    assert.ok(it.type && it.samples.length > 0, `${it.name} has a type and samples`);
    const series = it.samples.map((sample) => sample.name + key(sample.labels));
    assert.equal(new Set(series).size, series.length, `${it.name} tells every series once`);
    assert.equal(it.type === "counter", it.name.endsWith("_total"), `${it.name} is a ${it.type}`);
    if (it.type === "counter") for (const { value } of it.samples) assert.ok(value >= 0 && Number.isFinite(value));
    if (it.type === "histogram") assertHistogram(it);
  }
  return families;
}

/** One scrape of a house: {text, families, value(name, labels), sum(name, labels)}. */
export async function scrape(house, headers = {}) {
  const answer = await house.ask("/metrics", { headers });
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.headers["content-type"], "text/plain; version=0.0.4; charset=utf-8");
  const families = parseMetrics(answer.text);
  /** The samples of that name with at least these labels. */
  const find = (series, labels = {}) => {
    const family = families.get(series) ?? families.get(series.replace(/_(bucket|sum|count)$/, ""));
    return (family?.samples ?? []).filter((it) => it.name === series && Object.entries(labels).every(([label, value]) => it.labels[label] === value));
  };
  return {
    text: answer.text,
    families,
    find,
    value(series, labels) {
      const found = find(series, labels);
      assert.equal(found.length, 1, `one ${series} ${JSON.stringify(labels)}`);
      return found[0].value;
    },
    sum: (series, labels) => find(series, labels).reduce((sum, it) => sum + it.value, 0),
  };
}
