/**
 * The sign of a lesson, a shape in a colour: its visitor's phone and the wall make it of the lesson's number in the log
 * alone, so that both have the same one and nobody is known by it. No colour is a bead's; each is seen by day and by
 * night. The next lesson has another colour, and the shape tells apart what colours do not.
 */
import { svg } from "./dom.js";

/** @typedef {"violet"|"magenta"|"raspberry"|"mustard"|"sky"} Colour */
/** @typedef {"circle"|"square"|"triangle"|"diamond"|"star"} Shape */
/** @typedef {{colour: Colour, paint: string, shape: Shape, path: string}} Sign */

/** @type {[Colour, string][]} */
export const COLOURS = [
  ["violet", "#9c3cfc"],
  ["mustard", "#9c7800"],
  ["raspberry", "#f4006a"],
  ["sky", "#0080f8"],
  ["magenta", "#e400e4"],
];
/** In a square of twenty by twenty. @type {[Shape, string][]} */
const SHAPES = [
  ["circle", "M10 1a9 9 0 1 1 0 18a9 9 0 1 1 0-18z"],
  ["star", "M10 0l2.9 6.5 7.1.8-5.3 4.8 1.5 7-6.2-3.6-6.2 3.6 1.5-7L0 7.3l7.1-.8z"],
  ["square", "M2 2h16v16H2z"],
  ["triangle", "M10 1l10 18H0z"],
  ["diamond", "M10 0l8 10-8 10-8-10z"],
];
export const SIDE = 20;

/** @param {number} seq of the lesson in the log @returns {Sign} */
export function signOf(seq) {
  const [colour, paint] = COLOURS[seq % COLOURS.length] ?? ["violet", ""];
  const [shape, path] = SHAPES[Math.floor(seq / COLOURS.length) % SHAPES.length] ?? ["circle", ""];
  return { colour, paint, shape, path };
}

/** @param {Sign} sign */
export function signPicture({ paint, path }) {
  const drawing = svg(
    "svg",
    { class: "sign-picture", viewBox: `-1 -1 ${SIDE + 2} ${SIDE + 2}`, "aria-hidden": "true" },
    svg("path", { d: path }),
  );
  drawing.style.setProperty("fill", paint);
  return drawing;
}
