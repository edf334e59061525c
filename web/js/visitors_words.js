/** What is said of the visitors who are here, and to them as they come. */
import { language } from "./language.js";

/** @type {typeof import("./messages/visitors/en.js").default} */
export const visitors = (await import(`./messages/visitors/${language}.js`)).default;
