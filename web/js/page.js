/** A page of words only: puts them in the visitor's language. */
import { visitorHere } from "./kiosk_entry.js";
import { translate } from "./language.js";

translate();
visitorHere();
