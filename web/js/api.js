/** The REST resources that the pages read. Every function rejects with ApiError. */
import { here } from "./root.js";

/** @import { Box, Boxes, Curve, Draw, Episode, Game, Machine, Practice } from "./protocol.js" */
/** @import { Rules, ShowGame, Strength } from "./protocol.js" */

export class ApiError extends Error {
  /** @param {number} status 0: the server did not answer @param {string} message */
  constructor(status, message) {
    super(message);
    this.status = status;
  }

  /** Whether it may go well later: the server is away, or has too much to do. */
  get passing() {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** @param {string} path @returns {Promise<any>} */
async function get(path) {
  let response;
  try {
    response = await fetch(here(`api/v1/${path}`), { headers: { Accept: "application/json" } });
  } catch {
    throw new ApiError(0, "The museum does not answer.");
  }
  const body = await response.json().catch(() => null);
  if (!response.ok || body === null)
    throw new ApiError(response.status, body?.detail ?? body?.title ?? response.statusText);
  return body;
}

/** @param {string} name */
const at = (name) => `machines/${encodeURIComponent(name)}`;

/** @returns {Promise<Machine[]>} */
export const machines = async () => (await get("machines")).machines;

/** @returns {Promise<Rules["rules"]>} */
export const rules = async () => (await get("rules")).rules;

/** @param {string} name @returns {Promise<Machine>} */
export const machine = (name) => get(at(name));

/** @param {string} name @param {number} [seq] as they were then @returns {Promise<Boxes>} */
export const boxes = (name, seq) => get(`${at(name)}/boxes${seq ? `?at=${seq}` : ""}`);

/** @param {string} name @param {number} number @returns {Promise<Box>} */
export const box = (name, number) => get(`${at(name)}/boxes/${number}`);

/**
 * The staircase with its foot, from which the first lesson goes up or down.
 * @param {string} name
 * @param {number} [seq]
 * @returns {Promise<Curve>}
 */
export async function curve(name, seq) {
  const curve = await get(`${at(name)}/curve${seq ? `?at=${seq}` : ""}`);
  const first = curve.staircase[0]?.[0] ?? curve.from;
  if (first === curve.from) curve.staircase.unshift([curve.from - 1, 0]);
  return curve;
}

/** How good it is, exactly, from its beads. @param {string} name @param {number} [seq] @returns {Promise<Strength>} */
export const strength = (name, seq) => get(`${at(name)}/strength${seq ? `?at=${seq}` : ""}`);

/** The same after that log row, and before it. @param {string} name @param {number} seq @returns {Promise<Strength>} */
export const strengthAround = (name, seq) => get(`${at(name)}/strength?at=${seq}&before=1`);

/**
 * A game for show, played from the machine's beads as they are; it teaches nobody.
 * @param {string} name
 * @param {number} seed
 * @returns {Promise<ShowGame>}
 */
export const showGame = (name, seed) => get(`${at(name)}/show-game?seed=${seed}`);

/**
 * Its eras that nobody could beat in the end, newest first.
 * @param {string} name
 * @returns {Promise<{graduates: import("./protocol.js").Graduate[]}>}
 */
export const graduates = (name) => get(`${at(name)}/graduates`);

/**
 * A throw-away copy of it plays and learns.
 * @param {string} name
 * @param {{against: string, from: string, seed: number}} how
 * @returns {Promise<Practice>}
 */
export const practice = (name, { against, from, seed }) =>
  get(`${at(name)}/practice?against=${against}&from=${from}&seed=${seed}`);

/** @param {string} name @param {number} limit @returns {Promise<Episode[]>} */
export const episodes = async (name, limit) => (await get(`${at(name)}/episodes?limit=${limit}`)).episodes;

/**
 * The labels of the boxes that it opened in one game, in their order.
 * @param {string} name
 * @param {number} seq
 * @returns {Promise<string[]>}
 */
export const openedIn = async (name, seq) =>
  (await get(`${at(name)}/draws?from=${seq}&to=${seq}`)).draws.map((/** @type {Draw} */ { box }) => box);

/** The games, with their boards. @returns {Promise<Game[]>} */
export const games = async () => (await get("games")).games;

/** The last learned game, with its replay. @param {string} name @returns {Promise<Episode|null>} */
export async function lastEpisode(name) {
  const [last] = (await get(`${at(name)}/episodes?limit=1`)).episodes;
  return last ? get(`${at(name)}/episodes/${last.id}`) : null;
}

/** How the board stood at the end of a game. @param {string} name @param {string} id @returns {Promise<string|null>} */
export const endOf = async (name, id) => (await get(`${at(name)}/episodes/${id}`)).replay?.at(-1)?.position ?? null;

/** How the board stood at its end. @param {string} name @returns {Promise<string|null>} */
export const lastPosition = async (name) => (await lastEpisode(name))?.replay?.at(-1)?.position ?? null;
