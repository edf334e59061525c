/** A page of words only: puts them in the visitor's language. */
import { translate } from "./words.js";

translate();
