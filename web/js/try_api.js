/** The page /api: the forms that ask a route, and the real address in its examples. */
import { el } from "./dom.js";
import { root } from "./root.js";

const TEXT_MAX = 20_000; // a whole history can be long: so much of it is shown, and no more is fetched
const SHOWN = ["content-type", "content-length", "etag", "link", "cache-control", "retry-after", "content-disposition"];

const site = `${location.origin}${root.replace(/\/$/, "")}`;
for (const line of document.querySelectorAll("pre.curl"))
  line.textContent = (line.textContent ?? "").replace("http://localhost:8080", site);

/** The address that a form asks. @param {HTMLFormElement} form */
function addressOf(form) {
  let path = form.dataset["path"] ?? "";
  const query = new URLSearchParams();
  for (const control of /** @type {NodeListOf<HTMLInputElement|HTMLSelectElement>} */ (
    form.querySelectorAll("input, select")
  )) {
    const value = control.value.trim();
    if (control.dataset["in"] === "path") path = path.replace(`{${control.name}}`, encodeURIComponent(value));
    else if (value !== "") query.set(control.name, value);
  }
  return `${site}${path}${String(query) && `?${query}`}`;
}

/** The beginning of a text that may never end. @param {Response} response */
async function beginning(response) {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  while (reader && text.length <= TEXT_MAX) {
    const { done, value } = await reader.read();
    if (done) return { text, whole: true };
    text += decoder.decode(value, { stream: true });
  }
  await reader?.cancel();
  return { text: text.slice(0, TEXT_MAX), whole: !reader };
}

/** @param {string} text @param {boolean} whole @param {string} type */
function readable(text, whole, type) {
  if (!whole) return `${text}\n… and more`;
  if (!/json$/.test(type)) return text;
  const pretty = JSON.stringify(JSON.parse(text), null, 1);
  return pretty.length <= TEXT_MAX ? pretty : `${pretty.slice(0, TEXT_MAX)}\n… and more`;
}

/** @param {string} address @returns {Promise<Node[]>} what the server answered */
async function ask(address) {
  const response = await fetch(address);
  const type = (response.headers.get("content-type") ?? "").split(";")[0] ?? "";
  const head = [
    `${response.status} ${response.statusText}`,
    ...SHOWN.filter((name) => response.headers.has(name)).map((name) => `${name}: ${response.headers.get(name)}`),
  ];
  const isText = /^text\/|json$|yaml$|xml$/.test(type);
  if (!isText) await response.body?.cancel();
  const { text, whole } = isText ? await beginning(response) : { text: "", whole: true };
  return [
    el("p", {}, el("a", { href: address }, address)),
    el("pre", { tabindex: "0", "aria-label": "Answer: head" }, head.join("\n")),
    isText
      ? el("pre", { tabindex: "0", "aria-label": "Answer: body" }, readable(text, whole, type))
      : el("p", {}, "No text: follow the address to get the file."),
  ];
}

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form.try"))) {
  const output = /** @type {HTMLOutputElement} */ (form.querySelector("output"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    output.setAttribute("aria-busy", "true");
    try {
      output.replaceChildren(...(await ask(addressOf(form))));
    } catch (error) {
      output.replaceChildren(
        el("p", { class: "fault" }, `The museum does not answer: ${error instanceof Error ? error.message : error}`),
      );
    } finally {
      output.removeAttribute("aria-busy");
    }
  });
}
