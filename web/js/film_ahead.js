/** The film's first requests, made while the page's other scripts are still on their way; at a kiosk a visitor is waited for. */
import { FilmSource } from "./film_source.js";

const query = new URLSearchParams(location.search);

export const source = new FilmSource(query.get("machine") ?? "menace");

/** The row in the address; 0: the newest. */
export const wanted = Math.max(0, Math.floor(Number(query.get("at"))) || 0);

const coming = query.has("kiosk") ? null : source.open(wanted);
coming?.catch(() => {}); // life() tells of it

/** The life, as FilmSource.open() tells it. */
export const life = () => coming ?? source.open(wanted);
