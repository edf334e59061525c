/** Lamps for all who are here now: one a visitor, lit while he plays. */
import { el } from "./dom.js";
import { number } from "./language.js";

/**
 * @param {HTMLElement} place
 * @param {number} playing
 * @param {number} watching
 * @param {number} most lamps that it has room for
 * @param {string} [text] beside them
 */
export function drawLamps(place, playing, watching, most, text = "") {
  const key = `${playing} ${watching} ${text}`;
  if (place.dataset.key === key) return;
  Object.assign(place.dataset, { key, playing, watching });
  const all = playing + watching;
  const lamps = Array.from({ length: Math.min(most, all) }, (_, i) =>
    el("i", { class: i < playing ? "lamp" : "lamp off", "aria-hidden": "true" }),
  );
  place.replaceChildren(
    ...lamps,
    all > most ? el("span", { class: "lamps-more", "aria-hidden": "true" }, `+${number(all - most)}`) : "",
    text ? el("span", { class: "lamps-text" }, text) : "",
  );
}
