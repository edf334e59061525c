/** The curator's side of REST. The token is held here, in memory, and nowhere else. */
import { ApiError } from "./api.js";
import { desk as words } from "./desk_words.js";
import { language } from "./language.js";
import { here } from "./root.js";

/** @import { Act, Rules } from "./protocol.js" */

/** What the server refused: which field of the form is wrong, and when to come back. */
export class DeskError extends ApiError {
  /** @param {number} status @param {string} message @param {string} field @param {number} retryS */
  constructor(status, message, field, retryS) {
    super(status, message);
    this.field = field;
    this.retryS = retryS;
  }
}

let token = "";
/** @param {string} given */
export const unlock = (given) => {
  token = given;
};
export const lock = () => {
  token = "";
};

/** @param {string} path @param {object} [body] @returns {Promise<any>} */
async function ask(path, body) {
  let response;
  try {
    response = await fetch(path, {
      method: body ? "POST" : "GET",
      headers: {
        Accept: "application/json",
        Authorization: `Bearer ${token}`,
        ...(body ? { "Content-Type": "application/json" } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      cache: "no-store",
    });
  } catch (error) {
    // A token with letters that no header can hold is refused by the browser itself.
    if (/[^\x21-\x7e]/.test(token)) throw new DeskError(401, words.blank, "", 0);
    throw new DeskError(0, words.silent, "", 0);
  }
  const json = await response.json().catch(() => null);
  if (response.ok && json !== null) return json;
  throw new DeskError(
    response.status,
    json?.detail ?? json?.title ?? response.statusText,
    json?.field ?? "",
    Number(response.headers.get("Retry-After") ?? 0),
  );
}

/** What the server refused, in the curator's language: it speaks English itself. @param {unknown} error */
export function told(error) {
  if (!(error instanceof Error)) return String(error);
  const english = error.message.replace(/\.?$/, ".");
  if (!(error instanceof DeskError) || language === "en" || error.status === 0) return english;
  if (error.status === 409) return error.field === "name" ? words.taken : words.impossible;
  if (error.field) return words.wrong[error.field] ?? english;
  return { 401: words.refused, 403: words.closed, 429: words.often }[error.status] ?? words.impossible;
}

/**
 * A page of the audit, the newest where no address is given.
 * @param {string} [next]
 * @returns {Promise<{acts: import("./protocol.js").AuditRow[], next: string|null}>}
 */
export const audit = (next) => ask(next ?? here("api/v1/audit?limit=20"));

/** @returns {Promise<Rules>} */
export const rules = () => ask(here("api/v1/rules"));

/** @returns {Promise<{games: import("./protocol.js").Game[]}>} */
export const games = () => ask(here("api/v1/games"));

/**
 * Says what it would do, or does it.
 * @param {string} path below /api/v1/machines
 * @param {object} order
 * @param {boolean} preview
 * @returns {Promise<Act>}
 */
export const carryOut = (path, order, preview) => ask(here(`api/v1/machines${path}`), { ...order, preview });
