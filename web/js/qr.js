/** QR codes: an address as dark and light squares (ISO/IEC 18004: bytes, level M, versions 1 to 6). */
import { svg } from "./dom.js";

/** By version, from 1: codewords in all, blocks, and check codewords of a block. @type {[number, number, number][]} */
const VERSIONS = [
  [26, 1, 10],
  [44, 1, 16],
  [70, 1, 26],
  [100, 2, 18],
  [134, 2, 24],
  [172, 4, 16],
];
const QUIET = 4; // light squares around it
const FORMAT_MASK = 0x5412;

const [EXP, LOG] = (() => {
  const [exp, log] = [new Uint8Array(512), new Uint8Array(256)];
  for (let i = 0, x = 1; i < 255; i += 1) {
    exp[i] = exp[i + 255] = x;
    log[x] = i;
    x = (x << 1) ^ (x & 0x80 ? 0x11d : 0);
  }
  return [exp, log];
})();

/** @param {number} a @param {number} b in the field of 256 */
const times = (a, b) => (a && b ? (EXP[(LOG[a] ?? 0) + (LOG[b] ?? 0)] ?? 0) : 0);

/** Reed and Solomon's check codewords. @param {number[]} data @param {number} count */
function checks(data, count) {
  let divisor = [1];
  for (let i = 0; i < count; i += 1)
    divisor = [...divisor, 0].map((c, k) => c ^ (k ? times(divisor[k - 1] ?? 0, EXP[i] ?? 0) : 0));
  const rest = [...data, ...Array(count).fill(0)];
  for (let i = 0; i < data.length; i += 1) {
    const factor = rest[i];
    divisor.forEach((c, k) => {
      rest[i + k] ^= times(c, factor);
    });
  }
  return rest.slice(data.length);
}

/** Data and check codewords in their order. @param {Uint8Array} bytes @param {[number, number, number]} version */
function codewords(bytes, [all, blocks, check]) {
  const room = all - blocks * check;
  const octets = [bytes.length, ...bytes].map((b) => b.toString(2).padStart(8, "0"));
  const bits = `0100${octets.join("")}0000`;
  const data = (bits.match(/.{1,8}/g) ?? []).map((each) => parseInt(each.padEnd(8, "0"), 2)).slice(0, room);
  for (let i = 0; data.length < room; i += 1) data.push(i % 2 ? 0x11 : 0xec);
  const size = room / blocks;
  const parts = Array.from({ length: blocks }, (_, i) => data.slice(i * size, (i + 1) * size));
  const across = (/** @type {number[][]} */ rows) => (rows[0] ?? []).flatMap((_, i) => rows.map((row) => row[i] ?? 0));
  return [...across(parts), ...across(parts.map((part) => checks(part, check)))];
}

/** @typedef {(number|null)[][]} Squares 1 is dark; null: free for data */

/**
 * The patterns that a reader looks for; the format's places are taken with light.
 * @param {number} version
 * @returns {Squares}
 */
function patterns(version) {
  const side = 17 + 4 * version;
  /** @type {Squares} */
  const squares = Array.from({ length: side }, () => Array(side).fill(null));
  const put = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number|boolean} */ dark) => {
    const row = squares[y];
    if (row && x >= 0 && x < side) row[x] = Number(dark);
  };
  for (let i = 0; i < side; i += 1)
    [
      [i, 6],
      [6, i],
    ].forEach(([x = 0, y = 0]) => put(x, y, i % 2 === 0));
  for (let i = 0; i < 8; i += 1)
    [
      [i, 8],
      [8, i],
      [side - 1 - i, 8],
      [8, side - 1 - i],
    ].forEach(([x = 0, y = 0]) => x !== 6 && y !== 6 && put(x, y, 0));
  put(8, 8, 0);
  const square = (
    /** @type {number} */ cx,
    /** @type {number} */ cy,
    /** @type {number} */ reach,
    /** @type {number[]} */ light,
  ) => {
    for (let y = -reach; y <= reach; y += 1)
      for (let x = -reach; x <= reach; x += 1) put(cx + x, cy + y, !light.includes(Math.max(Math.abs(x), Math.abs(y))));
  };
  for (const [x, y] of /** @type {[number, number][]} */ ([
    [3, 3],
    [side - 4, 3],
    [3, side - 4],
  ]))
    square(x, y, 4, [2, 4]);
  if (version > 1) square(side - 7, side - 7, 2, [1]);
  put(8, side - 8, 1);
  return squares;
}

/** Whether a mask turns the square over. @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (((x / 3) | 0) + (y >> 1)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** The code with one mask. @param {Squares} free @param {number[]} words @param {number} mask @returns {number[][]} */
function masked(free, words, mask) {
  const side = free.length;
  const squares = free.map((row) => row.map((each) => each ?? 0));
  const put = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ dark) => {
    /** @type {number[]} */ (squares[y])[x] = dark;
  };
  const turns = MASKS[mask] ?? (() => false);
  let at = 0;
  for (let right = side - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let i = 0; i < side; i += 1) {
      const y = up ? side - 1 - i : i;
      for (const x of [right, right - 1]) {
        if (free[y]?.[x] !== null) continue;
        put(x, y, (((words[at >> 3] ?? 0) >> (7 - (at & 7))) & 1) ^ Number(turns(x, y)));
        at += 1;
      }
    }
  }
  let rest = mask << 10; // level M is 00
  for (let i = 14; i >= 10; i -= 1) if (rest & (1 << i)) rest ^= 0x537 << (i - 10);
  const format = ((mask << 10) | rest) ^ FORMAT_MASK;
  for (let i = 0; i < 15; i += 1) {
    const dark = (format >> i) & 1;
    if (i < 8) put(side - 1 - i, 8, dark);
    else put(8, side - 15 + i, dark);
    if (i < 6) put(8, i, dark);
    else if (i < 8) put(8, i + 1, dark);
    else put(i === 8 ? 7 : 14 - i, 8, dark);
  }
  return squares;
}

/**
 * How hard it is to read: long runs, blocks, what looks like a corner, too dark or too light.
 * @param {number[][]} squares
 */
function penalty(squares) {
  const side = squares.length;
  const lines = [...squares, ...squares.map((_, x) => squares.map((row) => row[x] ?? 0))].map((line) => line.join(""));
  let sum = 0;
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
    sum += 40 * [...line.matchAll(/(?=00001011101|10111010000)/g)].length;
  }
  for (let y = 1; y < side; y += 1)
    for (let x = 1; x < side; x += 1)
      if (new Set([squares[y]?.[x], squares[y - 1]?.[x], squares[y]?.[x - 1], squares[y - 1]?.[x - 1]]).size === 1)
        sum += 3;
  const dark = squares.flat().reduce((all, each) => all + each, 0) / (side * side);
  return sum + 10 * Math.floor(Math.abs(dark * 20 - 10));
}

/**
 * The squares of a text, row by row; null where it is too long.
 * @param {string} text
 * @param {number} [mask] instead of the best
 * @returns {number[][]|null}
 */
export function qrSquares(text, mask) {
  const bytes = new TextEncoder().encode(text);
  const at = VERSIONS.findIndex(([all, blocks, check]) => bytes.length + 2 <= all - blocks * check);
  const version = VERSIONS[at];
  if (!version) return null;
  const words = codewords(bytes, version);
  const free = patterns(at + 1);
  if (mask !== undefined) return masked(free, words, mask);
  const all = MASKS.map((_, each) => masked(free, words, each));
  const marks = all.map(penalty);
  return all[marks.indexOf(Math.min(...marks))] ?? null;
}

const NOWHERE = /^(localhost|127\.|\[::1\]|0\.0\.0\.0)/; // for a phone

/** Whether another device finds that address. @param {string} address */
export const isReached = (address) => !NOWHERE.test(new URL(address).hostname);

/** The code as a drawing; null where the text is too long. @param {string} text */
export function qrCode(text) {
  const squares = qrSquares(text);
  if (!squares) return null;
  const side = squares.length + 2 * QUIET;
  const d = squares
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")))
    .join("");
  return svg(
    "svg",
    { class: "qr", viewBox: `0 0 ${side} ${side}`, "shape-rendering": "crispEdges", "aria-hidden": "true" },
    svg("rect", { width: side, height: side, fill: "#fff" }),
    svg("path", { d, fill: "#000" }),
  );
}
