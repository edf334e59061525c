// The page /api of schema/openapi.yaml: plain HTML, of which js/try_api.js wakes the forms.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { parse } = createRequire(new URL("../tests/package.json", import.meta.url))("yaml");
const read = (name) => readFileSync(new URL(`../schema/${name}`, import.meta.url), "utf8");
const openapi = parse(read("openapi.yaml"));
const messages = JSON.parse(read("messages.schema.json"));

// as `menagerie serve` listens by itself; the server writes its public address instead
const base = "http://localhost:8080";
const methods = ["get", "post", "put", "patch", "delete"];
const escape = (text) =>
  String(text).replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
/** Prose of the description: `code` in backticks, paragraphs between empty lines. */
const prose = (text = "") => escape(text.trim()).replace(/`([^`]+)`/g, "<code>$1</code>");
const paragraphs = (text = "") =>
  text
    .trim()
    .split(/\n\s*\n/)
    .filter(Boolean)
    .map((part) => `<p>${prose(part)}</p>`)
    .join("");
const nameOf = (reference) => reference.split("/").at(-1);
const anchor = (text) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

const link = (id, text) => `<a href="#${id}">${text}</a>`;
const title = (name) => `<th scope="row"><code>${escape(name)}</code></th>`;
const table = (rows) => `<table><tbody>${rows.join("")}</tbody></table>`;
const card = (id, heading, body) => `<article class="card" id="${id}"><h3>${heading}</h3>${body}</article>`;

/** What a reference within openapi.yaml, or into messages.schema.json, leads to. */
function follow(value) {
  if (!value?.$ref) return value;
  const [file, path] = value.$ref.split("#");
  const found = path
    .slice(1)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((at, part) => at?.[part], file ? messages : openapi);
  if (found === undefined) throw new Error(`openapi.yaml: ${value.$ref} leads nowhere`);
  const { $ref: _, ...own } = value;
  return { ...follow(found), ...own };
}

/** A schema in a few words. */
function kind(schema = {}) {
  if (/^#\/components\/schemas\/\w+$/.test(schema.$ref)) {
    const name = nameOf(schema.$ref);
    return link(`schema-${anchor(name)}`, name);
  }
  const it = follow(schema);
  if (it.enum) return it.enum.map((value) => `<code>${escape(value)}</code>`).join(" ");
  if ("const" in it) return `<code>${escape(JSON.stringify(it.const))}</code>`;
  if (it.anyOf) return it.anyOf.map(kind).join(" or ");
  if (it.type === "array") return it.items?.properties ? "list of objects" : `list of ${kind(it.items)}`;
  const types = [it.type ?? "anything"].flat();
  const facts = [];
  if (it.format) facts.push(it.format);
  if (it.minimum !== undefined && it.maximum !== undefined) facts.push(`${it.minimum} to ${it.maximum}`);
  else if (it.minimum !== undefined) facts.push(`${it.minimum} or more`);
  if (it.default !== undefined) facts.push(`otherwise ${escape(it.default)}`);
  return [types.join(" or "), ...facts].join(", ");
}

/** The members of an object, and of the objects in it. */
function members(schema) {
  const it = follow(schema);
  const inner = it.type === "array" ? follow(it.items ?? {}) : it;
  if (!inner?.properties) return "";
  const rows = Object.entries(inner.properties).map(([name, member]) => {
    const own = follow(member);
    const below = member.$ref || member.items?.$ref ? "" : members(member);
    const maybe = inner.required?.includes(name) ? "" : ' <span class="muted">may be absent</span>';
    const row = `<tr>${title(name)}<td>${kind(member)}${maybe}</td><td>${prose(own.description)}</td></tr>`;
    return below ? `${row}<tr><td class="below" colspan="3">${below}</td></tr>` : row;
  });
  return table(rows);
}

const shown = (value) =>
  escape(typeof value === "string" ? value.replaceAll("\r\n", "\n") : JSON.stringify(value, null, 1));
function example(media, title) {
  const [first] = Object.values(media.examples ?? {});
  if (!first) return "";
  return `<details><summary>${title}</summary><pre>${shown(follow(first).value)}</pre></details>`;
}

const sampleOf = ({ example: one, examples }) => one ?? Object.values(examples ?? {})[0]?.value ?? "";
function curlLine(method, path, parameters, body, secured) {
  let line = path;
  for (const it of parameters.filter((p) => p.in === "path"))
    line = line.replace(`{${it.name}}`, encodeURIComponent(sampleOf(it)));
  const must = parameters
    .filter((p) => p.in === "query" && p.required)
    .map((p) => `${p.name}=${encodeURIComponent(sampleOf(p))}`);
  if (must.length > 0) line += `?${must.join("&")}`;
  const pass = secured ? ` -H "Authorization: Bearer $TOKEN"` : "";
  const flags =
    method === "get" ? pass : `${pass}${body ? ` --json '${JSON.stringify(body)}'` : ` -X ${method.toUpperCase()}`}`;
  return `curl -s${flags} '${base}${line}'`;
}

const seen = new Map(); // parameters and contents that another route has told already
/** `text()`, or a hint to the route that has the very same. */
function once(what, id, text) {
  const key = JSON.stringify(what);
  if (!what || seen.has(key)) return what ? `<p class="muted">As for ${link(seen.get(key), seen.get(key))}.</p>` : "";
  seen.set(key, id);
  return text();
}

function parameterTable(parameters) {
  const rows = parameters.map(follow).map((it) => {
    const must = it.required ? " <b>required</b>" : "";
    const sample = `<span class="sample">such as <code>${escape(sampleOf(it))}</code></span>`;
    return `<tr>${title(it.name)}<td>${kind(it.schema)}${must}</td><td>${prose(it.description)} ${sample}</td></tr>`;
  });
  return rows.length > 0 ? table(rows) : "";
}

/** A form that asks the route; js/try_api.js shows it and sends it. */
function tryForm(path, parameters) {
  const controls = parameters.map((it) => {
    const schema = follow(it.schema);
    const must = it.in === "path" || it.required ? " required" : "";
    const own = `name="${escape(it.name)}" data-in="${it.in}"${must}`;
    const options = schema.enum?.map((value) => `<option>${escape(value)}</option>`).join("");
    const sample = `${must ? "value" : "placeholder"}="${escape(sampleOf(it))}"`;
    const control = options
      ? `<select ${own}>${must ? "" : "<option></option>"}${options}</select>`
      : `<input ${own} type="text" autocomplete="off" spellcheck="false" ${sample}>`;
    return `<label class="field">${escape(it.name)} ${control}</label>`;
  });
  return `<details class="trial"><summary>Try it</summary><form class="try" data-path="${escape(path)}">
<div class="fields">${controls.join("")}<button class="btn small">Ask</button></div><output></output></form></details>`;
}

function answer(status, given, id) {
  const name = given.$ref && nameOf(given.$ref);
  if (name) return `<li><b>${status}</b> ${link(`answer-${anchor(name)}`, prose(follow(given).description))}</li>`;
  const headers = Object.keys(given.headers ?? {}).map((header) => link(`header-${anchor(header)}`, header));
  const contents = Object.entries(given.content ?? {}).map(([type, media]) =>
    once(media, id, () => {
      const { schema } = media;
      const about = schema?.$ref ? kind(schema) : `${prose(follow(schema)?.description)}${members(schema)}`;
      return `<div class="content"><code>${escape(type)}</code> ${about}${example(media, "Example")}</div>`;
    }),
  );
  const also = headers.length > 0 ? ` <span class="muted">With ${headers.join(", ")}.</span>` : "";
  return `<li><b>${status}</b> ${prose(given.description)}${also}${contents.join("")}</li>`;
}

/** What a request brings, with an example. */
function bodyText(body) {
  const { schema } = body;
  const about = schema.$ref ? `<p>${kind(schema)}</p>` : members(schema);
  return `<h4>Body</h4>${prose(follow(schema).description)}${about}${example(body, "Example")}`;
}

function route(path, item, method) {
  const it = item[method];
  const id = it.operationId;
  const secured = it.security?.length > 0;
  const all = [...(item.parameters ?? []), ...(it.parameters ?? [])].map(follow);
  const body = it.requestBody && Object.values(follow(it.requestBody).content)[0];
  const sample = body && follow(Object.values(body.examples ?? {})[0])?.value;
  const own = it.parameters ? once(it.parameters, id, () => parameterTable(it.parameters)) : "";
  const parameters = parameterTable(item.parameters ?? []) + own;
  const answers = Object.entries(it.responses).map(([status, given]) => answer(status, given, id));
  return `<article class="card route" id="${id}" data-method="${method}" data-path="${escape(path)}">
<h3><b class="method">${method.toUpperCase()}</b> <code>${escape(path).replaceAll("/", "/<wbr>")}</code></h3>
<p>${prose(it.summary)}.${secured ? " <b>Needs the curator's token.</b>" : ""}</p>${paragraphs(it.description)}
<pre class="curl">${escape(curlLine(method, path, all, sample, secured))}</pre>
${method === "get" && !secured ? tryForm(path, all) : ""}
${parameters ? `<h4>Parameters</h4>${parameters}` : ""}${body ? bodyText(body) : ""}
<h4>Answers</h4><ul>${answers.join("")}</ul>
</article>`;
}

const routes = Object.entries(openapi.paths).flatMap(([path, item]) =>
  methods.filter((method) => item[method]).map((method) => ({ path, item, method, tag: item[method].tags[0] })),
);
const tags = openapi.tags
  .map(({ name, description }) => ({ name, description, own: routes.filter(({ tag }) => tag === name) }))
  .filter(({ own }) => own.length > 0);

/** A route's line in the contents. */
function contentsLine({ path, item, method }) {
  const verb = method === "get" ? "" : `${method.toUpperCase()} `;
  const below = path.replace(/^\/api\/v1/, "") || path;
  return `<li>${link(item[method].operationId, verb + escape(below))}</li>`;
}
const contents = tags.map(
  ({ name, own }) => `<li>${link(`tag-${name}`, name)}<ul>${own.map(contentsLine).join("")}</ul></li>`,
);
contents.push(`<li>${link("answers", "Answers to all")}</li>`, `<li>${link("schemas", "Schemas")}</li>`);
const groups = tags.map(({ name, description, own }) => {
  const cards = own.map(({ path, item, method }) => route(path, item, method));
  return `<section id="tag-${name}"><h2>${name}</h2><p>${prose(description)}</p>${cards.join("")}</section>`;
});
const answers = Object.entries(openapi.components.responses).map(([name, it]) => {
  const samples = Object.values(it.content ?? {})
    .flatMap(({ examples }) => Object.values(examples))
    .map(({ value }) => `<pre>${shown(value)}</pre>`);
  return card(`answer-${anchor(name)}`, prose(it.description), samples.join(""));
});
const headers = Object.entries(openapi.components.headers).map(([name, it]) => {
  const about = `${prose(it.description)} <code class="sample">${escape(it.example)}</code>`;
  return `<tr id="header-${anchor(name)}">${title(name)}<td>${kind(it.schema)}</td><td>${about}</td></tr>`;
});
answers.push(`<article class="card"><h3>Headers</h3>${table(headers)}</article>`);
const schemas = Object.entries(openapi.components.schemas).map(([name, schema]) => {
  const about = `${prose(schema.description)}${schema.properties ? "" : ` ${kind(schema)}`}`;
  return card(`schema-${anchor(name)}`, name, `<p>${about}</p>${members(schema)}`);
});

const file = (name, text) => `<a href="/api/v1/${name}">${text}</a>`;
const twoForms = (name) => `${file(`${name}.yaml`, `${name}.yaml`)} and ${file(`${name}.json`, ".json")}`;
const descriptions = [
  twoForms("openapi"),
  twoForms("asyncapi"),
  `and ${file("messages.schema.json", "messages.schema.json")}`,
].join(", ");

export const apiPage = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="theme-color" content="#b9352b">
  <meta name="description" content="${escape(openapi.info.summary)}">
  <title>The machines as data · Menagerie</title>
  <link rel="icon" href="/favicon.svg" type="image/svg+xml">
  <link rel="preload" href="/fonts/league-gothic-latin-400-normal.woff2" as="font" type="font/woff2" crossorigin>
  <link rel="preload" href="/fonts/inter-latin-500-normal.woff2" as="font" type="font/woff2" crossorigin>
  <link rel="preload" href="/fonts/source-serif-4-latin-400-normal.woff2" as="font" type="font/woff2" crossorigin>
  <link rel="stylesheet" href="/css/base.css">
  <link rel="stylesheet" href="/css/bold.css">
  <link rel="stylesheet" href="/css/forms.css">
  <link rel="stylesheet" href="/css/api.css">
  <script type="module" src="/js/try_api.js"></script>
</head>
<body class="api-page">
  <a class="skip" href="#routes">Skip to the routes</a>
  <header class="house">
    <a class="brand" href="/">Menagerie<small>Machines that learn, made of matchboxes</small></a>
    <nav aria-label="The museum"><a href="/">Hall</a> <a href="/api" aria-current="page">Data</a></nav>
  </header>
  <main>
    <div class="intro">
      <h1>The machines as data</h1>
      ${paragraphs(openapi.info.description)}
      <p>For programs: ${descriptions}; this page is made of them.</p>
    </div>
    <nav class="contents" aria-label="Routes"><ul>${contents.join("")}</ul></nav>
    <div id="routes">${groups.join("")}
      <section id="answers"><h2>Answers to all</h2>${answers.join("")}</section>
      <section id="schemas"><h2>Schemas</h2>${schemas.join("")}</section>
    </div>
  </main>
  <footer class="foot"><a href="/">Back to the machines</a></footer>
</body>
</html>
`;
