/** What only the curator's desk says, in the curator's language: the page asks for it by its `data-texts`. */
import { words } from "./language.js";

/** @type {typeof import("./messages/desk/en.js").default} */
export const desk = /** @type {any} */ (words).desk;
