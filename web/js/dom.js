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
