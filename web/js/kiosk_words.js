/** What only a kiosk says, in the visitor's language. */
import { language } from "./language.js";

/** @type {typeof import("./messages/kiosk/en.js").default} */
export const kiosk = (await import(`./messages/kiosk/${language}.js`)).default;
