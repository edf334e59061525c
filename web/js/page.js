/** A page of words only: puts them in the visitor's language. Texts that no other page has are in a file of their own. */
import { visitorHere } from "./kiosk_entry.js";
import { language, translate } from "./language.js";

const own = document.documentElement.dataset.texts;
translate(own && language !== "en" ? { [own]: (await import(`./messages/${own}/${language}.js`)).default } : {});
visitorHere();
