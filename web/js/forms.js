/** Forms of the desk: labelled fields, and a refusal beside the field that it is about. */
import { told } from "./desk.js";
import { el } from "./dom.js";

/** @typedef {import("./dom.js").Child} Child */
/** @typedef {HTMLInputElement|HTMLSelectElement|HTMLTextAreaElement} Control */

/** @param {string} label @param {Control} control @param {string} [about] */
export function field(label, control, about) {
  return el("label", { class: "field" }, label, control, about ? el("span", { class: "muted" }, about) : null);
}

/** @param {string} name @param {Record<string, import("./dom.js").Value>} [props] */
export const input = (name, props = {}) =>
  el("input", { name, type: "text", autocomplete: "off", spellcheck: "false", ...props });

/** @param {string} name @param {{value: string, label: string}[]} choices @param {string} [chosen] */
export function choice(name, choices, chosen) {
  return el(
    "select",
    { name },
    ...choices.map(({ value, label }) => el("option", { value, selected: value === chosen }, label)),
  );
}

/**
 * A form that asks the server what it would do.
 * @param {string} name for tests and styles @param {Child[]} children @param {string} button
 * @param {(form: HTMLFormElement) => Promise<void>} submit rejects with what the server refused
 */
export function form(name, children, button, submit) {
  const fault = el("span", {
    id: `fault-${name}`,
    class: "fault",
    role: "alert",
    hidden: true,
    "data-testid": "fault",
  });
  const send = el("button", { class: "btn small" }, button);
  const it = el(
    "form",
    { class: `fields ${name}`, "data-testid": `form-${name}`, novalidate: true },
    ...children,
    send,
    fault,
  );
  it.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (send.disabled) return;
    send.disabled = true;
    for (const wrong of it.querySelectorAll("[aria-invalid]")) wrong.removeAttribute("aria-invalid");
    fault.hidden = true;
    try {
      await submit(it);
    } catch (error) {
      fault.textContent = told(error);
      fault.hidden = false;
      const name = /** @type {any} */ (error).field;
      const wrong = name ? it.querySelector(`[name="${CSS.escape(name)}"]`) : null;
      (wrong?.closest("fieldset.visit-choice, .field") ?? it).append(fault); // beside the field that it is about
      if (wrong instanceof HTMLElement) {
        wrong.setAttribute("aria-invalid", "true");
        wrong.setAttribute("aria-describedby", fault.id);
        wrong.focus();
      }
    } finally {
      send.disabled = false;
    }
  });
  return it;
}

/** The form's fields that were filled in. @param {HTMLFormElement} it @returns {Record<string, string>} */
export function filled(it) {
  return Object.fromEntries(
    [...new FormData(it)].filter(([, value]) => value !== "").map(([name, value]) => [name, String(value).trim()]),
  );
}

/** A number as it was typed: what is no whole number is left to the server to refuse. @param {string|undefined} text */
export const figure = (text) => (text === undefined ? undefined : /^\d{1,15}$/.test(text) ? Number(text) : text);
