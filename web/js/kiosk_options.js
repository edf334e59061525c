/** What the address says of a kiosk: `?kiosk` with its options. server/README.md has a table of them. */
import { root } from "./root.js";

/**
 * @typedef {object} Options
 * @property {boolean} hall visitors choose a machine in the hall, and find back to it
 * @property {number} idle seconds without a touch, after which the page asks whether somebody is there
 * @property {number} ask seconds that it waits for the answer
 * @property {number} mm how many millimetres of the screen one CSS pixel is
 * @property {number} reach millimetres above the screen's lower edge that a seated visitor reaches
 * @property {{name: string, value: string, low: number, high: number}[]} faults options that are not as they must be;
 *   their defaults hold
 */

export const TOUCH_MM = 20; // the least side of what a finger must hit
export const TEXT_MM = 4; // the least size of the pages' type
/** @type {Record<"idle"|"ask"|"mm"|"reach", [number, number, number]>} default, least, most */
export const NUMBERS = { idle: [60, 5, 3600], ask: [20, 5, 120], mm: [0.28, 0.05, 2], reach: [600, 200, 5000] };

/** @param {string} search of the address @param {string} path @returns {Options} */
export function readOptions(search, path) {
  const params = new URLSearchParams(search);
  /** @type {Options} */
  const options = {
    hall: path === root || params.get("kiosk") === "hall",
    idle: 0,
    ask: 0,
    mm: 0,
    reach: 0,
    faults: [],
  };
  for (const name of /** @type {(keyof typeof NUMBERS)[]} */ (Object.keys(NUMBERS))) {
    const [fallback, low, high] = NUMBERS[name];
    const text = params.get(name);
    const value = text === null ? fallback : Number(text || NaN);
    const right = value >= low && value <= high;
    options[name] = right ? value : fallback;
    if (!right) options.faults.push({ name, value: text ?? "", low, high });
  }
  return options;
}

/** The page's sizes on a screen where a pixel has so many millimetres. @param {{mm: number, reach: number}} options */
export function measure({ mm, reach }) {
  const { style } = document.documentElement;
  style.setProperty("--touch", `${Math.ceil(TOUCH_MM / mm)}px`);
  style.setProperty("--type", `${TEXT_MM / mm}px`);
  style.setProperty("--reach", `${reach / mm}px`);
  style.setProperty("--decimetre", `${100 / mm}px`);
}

/**
 * A page of the museum's, as this kiosk shows it.
 * @param {string} path
 * @param {string} search of the page that leads there
 */
export function addressOf(path, search) {
  const params = new URLSearchParams(search);
  if (path !== root) params.set("kiosk", "hall");
  return `${path}?${params}`;
}
