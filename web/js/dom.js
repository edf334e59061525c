/** Small tools for building elements and for writing numbers in words. */

/** @typedef {string|number|boolean|null|undefined|((event: any) => void)} Value */
/** @typedef {Node|string|null|undefined|false} Child */

const SVG = "http://www.w3.org/2000/svg";

/** @param {Element} element @param {Record<string, Value>} props @param {Child[]} children */
function fill(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child) element.append(child);
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Record<string, Value>} [props] attributes; functions are listeners
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  fill(element, props, children);
  return element;
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag @param {Record<string, Value>} [props] @param {Child[]} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, props = {}, ...children) {
  const element = /** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG, tag));
  fill(element, props, children);
  return element;
}

/** The element that the page is known to have. @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/** `draw` at most once a frame, however often it is asked for. @param {() => void} draw */
export function onceAFrame(draw) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    const run = () => {
      if (!asked) return;
      asked = false;
      draw();
    };
    requestAnimationFrame(run);
    if (document.hidden) setTimeout(run, 100);
  };
}

const figures = new Intl.NumberFormat("en");

/** @param {number} n */
export const number = (n) => figures.format(n);

/** "1 bead", "2 beads" @param {number} n @param {string} one @param {string} [many] */
export const counted = (n, one, many = `${one}s`) => `${number(n)} ${n === 1 ? one : many}`;

/** Odds as people say them. @param {number} part @param {number} whole */
export function percent(part, whole) {
  if (whole <= 0) return "0 %";
  const value = (100 * part) / whole;
  if (value > 0 && value < 1) return "< 1 %";
  if (value > 99 && value < 100) return "> 99 %";
  return `${Math.round(value)} %`;
}

const ORDINALS = ["", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

/** @param {number} n */
export const ordinal = (n) => ORDINALS[n] ?? `${n}th`;

/** @param {number} milliseconds */
export function span(milliseconds) {
  const s = Math.max(0, Math.round(milliseconds / 1000));
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min`;
  if (s < 86400) return `${Math.floor(s / 3600)} h`;
  return counted(Math.floor(s / 86400), "day");
}
