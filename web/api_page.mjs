// Makes the page /api of schema/openapi.yaml, at build time: plain HTML, of which js/try_api.js wakes the forms.
//   node api_page.mjs SCHEMA_FOLDER OUT.html        (finds the package `yaml` beside itself)
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

const [schemaFolder, out] = process.argv.slice(2);
const openapi = parse(readFileSync(join(schemaFolder, "openapi.yaml"), "utf8"));
const messages = JSON.parse(readFileSync(join(schemaFolder, "messages.schema.json"), "utf8"));

const base = "http://localhost:8080"; // as `menagerie serve` listens by itself; the server writes its public address instead
const methods = ["get", "post", "put", "patch", "delete"];
const escape = (text) => String(text).replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
/** Prose of the description: `code` in backticks, paragraphs between empty lines. */
const prose = (text = "") => escape(text.trim()).replace(/`([^`]+)`/g, "<code>$1</code>");
const paragraphs = (text = "") => text.trim().split(/\n\s*\n/).filter(Boolean).map((part) => `<p>${prose(part)}</p>`).join("");
const nameOf = (reference) => reference.split("/").at(-1);
const anchor = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");

/** What a reference within openapi.yaml, or into messages.schema.json, leads to. */
function follow(value) {
  if (!value?.$ref) return value;
  const [file, path] = value.$ref.split("#");
  const found = path.slice(1).split("/").map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~")).reduce((at, part) => at?.[part], file ? messages : openapi);
  if (found === undefined) throw new Error(`openapi.yaml: ${value.$ref} leads nowhere`);
  const { $ref: _, ...own } = value;
  return { ...follow(found), ...own };
}

/** A schema in a few words. */
function kind(schema = {}) {
  if (/^#\/components\/schemas\/\w+$/.test(schema.$ref)) return `<a href="#schema-${anchor(nameOf(schema.$ref))}">${nameOf(schema.$ref)}</a>`;
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
    const row = `<tr><th scope="row"><code>${escape(name)}</code></th><td>${kind(member)}${maybe}</td><td>${prose(own.description)}</td></tr>`;
    return below ? `${row}<tr><td class="below" colspan="3">${below}</td></tr>` : row;
  });
  return `<table><tbody>${rows.join("")}</tbody></table>`;
}

const shown = (value) => escape(typeof value === "string" ? value.replaceAll("\r\n", "\n") : JSON.stringify(value, null, 1));
function example(media, title) {
  const [first] = Object.values(media.examples ?? {});
  if (!first) return "";
  return `<details><summary>${title}</summary><pre>${shown(follow(first).value)}</pre></details>`;
}

const sampleOf = ({ example: one, examples }) => one ?? Object.values(examples ?? {})[0]?.value ?? "";
function curlLine(method, path, parameters, body, secured) {
  let line = path;
  for (const it of parameters.filter((p) => p.in === "path")) line = line.replace(`{${it.name}}`, encodeURIComponent(sampleOf(it)));
  const must = parameters.filter((p) => p.in === "query" && p.required).map((p) => `${p.name}=${encodeURIComponent(sampleOf(p))}`);
  if (must.length > 0) line += `?${must.join("&")}`;
  const pass = secured ? ` -H "Authorization: Bearer $TOKEN"` : "";
  const flags = method === "get" ? pass : `${pass}${body ? ` --json '${JSON.stringify(body)}'` : ` -X ${method.toUpperCase()}`}`;
  return `curl -s${flags} '${base}${line}'`;
}

const seen = new Map(); // parameters and contents that another route has told already
/** `text()`, or a hint to the route that has the very same. */
function once(what, id, text) {
  const key = JSON.stringify(what);
  if (!what || seen.has(key)) return what ? `<p class="muted">As for <a href="#${seen.get(key)}">${seen.get(key)}</a>.</p>` : "";
  seen.set(key, id);
  return text();
}

function parameterTable(parameters) {
  const rows = parameters.map(follow).map((it) =>
    `<tr><th scope="row"><code>${escape(it.name)}</code></th><td>${kind(it.schema)}${it.required ? " <b>required</b>" : ""}</td><td>${prose(it.description)} <span class="sample">such as <code>${escape(sampleOf(it))}</code></span></td></tr>`);
  return rows.length > 0 ? `<table><tbody>${rows.join("")}</tbody></table>` : "";
}

/** A form that asks the route; js/try_api.js shows it and sends it. */
function tryForm(path, parameters) {
  const controls = parameters.map((it) => {
    const schema = follow(it.schema);
    const must = it.in === "path" || it.required ? " required" : "";
    const own = `name="${escape(it.name)}" data-in="${it.in}"${must}`;
    const options = schema.enum?.map((value) => `<option>${escape(value)}</option>`).join("");
    const control = options ? `<select ${own}>${must ? "" : "<option></option>"}${options}</select>`
      : `<input ${own} type="text" autocomplete="off" spellcheck="false"${must ? ` value="${escape(sampleOf(it))}"` : ` placeholder="${escape(sampleOf(it))}"`}>`;
    return `<label class="field">${escape(it.name)} ${control}</label>`;
  });
  return `<details class="trial"><summary>Try it</summary><form class="try" data-path="${escape(path)}">
<div class="fields">${controls.join("")}<button class="btn small">Ask</button></div><output></output></form></details>`;
}

function answer(status, given, id) {
  const name = given.$ref && nameOf(given.$ref);
  if (name) return `<li><b>${status}</b> <a href="#answer-${anchor(name)}">${prose(follow(given).description)}</a></li>`;
  const headers = Object.keys(given.headers ?? {});
  const contents = Object.entries(given.content ?? {}).map(([type, media]) => once(media, id, () => {
    const { schema } = media;
    const about = schema?.$ref ? kind(schema) : `${prose(follow(schema)?.description)}${members(schema)}`;
    return `<div class="content"><code>${escape(type)}</code> ${about}${example(media, "Example")}</div>`;
  }));
  const also = headers.length > 0 ? ` <span class="muted">With ${headers.map((header) => `<a href="#header-${anchor(header)}">${header}</a>`).join(", ")}.</span>` : "";
  return `<li><b>${status}</b> ${prose(given.description)}${also}${contents.join("")}</li>`;
}

function route(path, item, method) {
  const it = item[method];
  const id = it.operationId;
  const all = [...(item.parameters ?? []), ...(it.parameters ?? [])].map(follow);
  const body = it.requestBody && Object.values(follow(it.requestBody).content)[0];
  const bodyText = body ? `<h4>Body</h4>${prose(follow(body.schema).description)}${body.schema.$ref ? `<p>${kind(body.schema)}</p>` : members(body.schema)}${example(body, "Example")}` : "";
  const parameters = `${parameterTable(item.parameters ?? [])}${it.parameters ? once(it.parameters, id, () => parameterTable(it.parameters)) : ""}`;
  return `<article class="card route" id="${id}" data-method="${method}" data-path="${escape(path)}">
<h3><b class="method">${method.toUpperCase()}</b> <code>${escape(path).replaceAll("/", "/<wbr>")}</code></h3>
<p>${prose(it.summary)}.${it.security?.length ? " <b>Needs the curator's token.</b>" : ""}</p>${paragraphs(it.description)}
<pre class="curl">${escape(curlLine(method, path, all, body && Object.values(body.examples ?? {}).map((one) => follow(one).value)[0], it.security))}</pre>
${method === "get" && !it.security?.length ? tryForm(path, all) : ""}
${parameters ? `<h4>Parameters</h4>${parameters}` : ""}${bodyText}
<h4>Answers</h4><ul>${Object.entries(it.responses).map(([status, given]) => answer(status, given, id)).join("")}</ul>
</article>`;
}

const routes = Object.entries(openapi.paths).flatMap(([path, item]) => methods.filter((method) => item[method]).map((method) => ({ path, item, method, tag: item[method].tags[0] })));
const tags = openapi.tags.map(({ name, description }) => ({ name, description, own: routes.filter(({ tag }) => tag === name) })).filter(({ own }) => own.length > 0);

const contents = tags.map(({ name, own }) => `<li><a href="#tag-${name}">${name}</a><ul>${own.map(({ path, item, method }) =>
  `<li><a href="#${item[method].operationId}">${method === "get" ? "" : `${method.toUpperCase()} `}${escape(path.replace(/^\/api\/v1/, "") || path)}</a></li>`).join("")}</ul></li>`).join("");
const groups = tags.map(({ name, description, own }) => `<section id="tag-${name}"><h2>${name}</h2><p>${prose(description)}</p>${own.map(({ path, item, method }) => route(path, item, method)).join("")}</section>`);
const answers = Object.entries(openapi.components.responses).map(([name, it]) =>
  `<article class="card" id="answer-${anchor(name)}"><h3>${prose(it.description)}</h3>${Object.values(it.content ?? {}).flatMap(({ examples }) => Object.values(examples)).map(({ value }) => `<pre>${shown(value)}</pre>`).join("")}</article>`);
const headers = Object.entries(openapi.components.headers).map(([name, it]) =>
  `<tr id="header-${anchor(name)}"><th scope="row"><code>${name}</code></th><td>${kind(it.schema)}</td><td>${prose(it.description)} <code class="sample">${escape(it.example)}</code></td></tr>`);
const schemas = Object.entries(openapi.components.schemas).map(([name, schema]) =>
  `<article class="card" id="schema-${anchor(name)}"><h3>${name}</h3><p>${prose(schema.description)}${schema.properties ? "" : ` ${kind(schema)}`}</p>${members(schema)}</article>`);

writeFileSync(out, `<!doctype html>
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
      <p>For programs: <a href="/api/v1/openapi.yaml">openapi.yaml</a> and <a href="/api/v1/openapi.json">.json</a>, <a href="/api/v1/asyncapi.yaml">asyncapi.yaml</a> and <a href="/api/v1/asyncapi.json">.json</a>, and <a href="/api/v1/messages.schema.json">messages.schema.json</a>; this page is made of them.</p>
    </div>
    <nav class="contents" aria-label="Routes"><ul>${contents}<li><a href="#answers">Answers to all</a></li><li><a href="#schemas">Schemas</a></li></ul></nav>
    <div id="routes">${groups.join("")}
      <section id="answers"><h2>Answers to all</h2>${answers.join("")}<article class="card"><h3>Headers</h3><table><tbody>${headers.join("")}</tbody></table></article></section>
      <section id="schemas"><h2>Schemas</h2>${schemas.join("")}</section>
    </div>
  </main>
  <footer class="foot"><a href="/">Back to the machines</a></footer>
</body>
</html>
`);
