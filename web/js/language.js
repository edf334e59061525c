/** The language of this page, its messages, and figures as it writes them. */

/**
 * All words: every page's, and those that one page brings.
 * @typedef {typeof import("./messages/en.js").default & {
 *   hall: typeof import("./messages/hall/en.js").default,
 *   answers: typeof import("./messages/answers/en.js").default,
 *   books: typeof import("./messages/books/en.js").default,
 *   lab: typeof import("./messages/lab/en.js").default,
 *   people: typeof import("./messages/people/en.js").default,
 *   pair: typeof import("./messages/pair/en.js").default,
 *   sealed: typeof import("./messages/sealed/en.js").default,
 *   taught: typeof import("./messages/taught/en.js").default,
 *   chess: typeof import("./messages/chess/en.js").default,
 *   film: typeof import("./messages/film/en.js").default,
 *   story: typeof import("./messages/story/en.js").default,
 *   visitors: typeof import("./messages/visitors/en.js").default,
 *   projector: typeof import("./messages/projector/en.js").default,
 * }} Messages
 */

export const LANGUAGES = /** @type {const} */ ({ en: "English", de: "Deutsch" });
/** @typedef {keyof typeof LANGUAGES} Language */
const KEY = "menagerie language";

/** @param {string|null|undefined} name @returns {Language|undefined} */
const known = (name) =>
  /** @type {Language[]} */ (Object.keys(LANGUAGES)).find((each) => name?.toLowerCase().split("-")[0] === each);

/** What the visitor chose earlier, or null where nothing can be kept. */
function chosen() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

const asked = known(new URLSearchParams(location.search).get("lang"));
if (asked) remember(asked);

/**
 * The language in use: what the address asks for, what was chosen earlier, or what the browser speaks.
 * @type {Language}
 */
export const language = asked ?? known(chosen()) ?? navigator.languages.map(known).find(Boolean) ?? "en";

/** What this page alone says, where it says so in `data-texts`. */
const own = document.documentElement.dataset.texts;
const [common, more] = await Promise.all(
  ["", ...(own ? [`${own}/`] : [])].map((folder) => import(`./messages/${folder}${language}.js`)),
);
/** @type {Messages} */
export const words = { ...common.default, ...(own ? { [own]: more.default } : {}) };

/** @param {Language} to */
function remember(to) {
  try {
    localStorage.setItem(KEY, to);
  } catch {
    // nothing can be kept: the address carries the language
  }
}

/** Shows this page in another language. @param {Language} to */
function switchTo(to) {
  remember(to);
  const address = new URL(location.href);
  if (address.searchParams.has("lang") || chosen() !== to) address.searchParams.set("lang", to);
  if (address.href === location.href) location.reload();
  else location.replace(address);
}

/** The message at a dotted path, such as `hall.lead`. @param {string} path @returns {string} */
function at(path) {
  /** @type {any} */
  let found = words;
  for (const step of path.split(".")) found = found?.[step];
  return String(found ?? path);
}

/** Puts the words where the page's own file says that they go, and offers other languages. */
export function translate() {
  const root = document.documentElement;
  root.lang = language;
  if (language !== "en") {
    for (const element of root.querySelectorAll("[data-words]"))
      element.textContent = at(element.getAttribute("data-words") ?? "");
    for (const element of root.querySelectorAll("[data-label]"))
      element.setAttribute("aria-label", at(element.getAttribute("data-label") ?? ""));
  }
  const place = document.getElementById("languages");
  if (!place) return;
  place.replaceChildren(
    ...Object.entries(LANGUAGES).map(([code, name]) => {
      const button = document.createElement("button");
      button.type = "button";
      button.lang = code;
      button.textContent = code.toUpperCase();
      button.title = name;
      button.setAttribute("aria-label", `${code.toUpperCase()} ${name}`);
      button.setAttribute("aria-pressed", String(code === language));
      button.addEventListener("click", () => switchTo(/** @type {Language} */ (code)));
      return button;
    }),
  );
}

/** @type {Record<number, Intl.NumberFormat>} by digits after the point; the first one takes 40 ms to make */
const formats = {};
/** @param {number} n @param {number} digits */
function format(n, digits) {
  const made = (formats[digits] ??= new Intl.NumberFormat(language, { maximumFractionDigits: digits }));
  return made.format(n);
}
const GROUPS = { en: ",", de: "." }; // between thousands

/** @param {number} n */
export const number = (n) =>
  Number.isInteger(n) ? String(n).replace(/\B(?=(\d{3})+$)/g, GROUPS[language]) : format(n, 3);

/** "1 bead", "2 beads" @param {keyof Messages["count"]} what @param {number} n */
export const counted = (what, n) =>
  /** @type {(n: number, figure: string) => string} */ (words.count[what])(n, number(n));

/** A figure that need not be exact. @param {number} n */
export const about = (n) => (Number.isInteger(n) ? number(n) : format(n, 1));

/** A chance as people say it. @param {number} chance from 0 to 1 */
export function percent(chance) {
  const value = 100 * chance;
  if (value > 0 && value < 1) return "< 1\u00a0%";
  if (value > 99 && value < 100) return "> 99\u00a0%";
  return `${Math.round(value)}\u00a0%`;
}

/** @param {number} milliseconds */
export function span(milliseconds) {
  const s = Math.max(0, Math.round(milliseconds / 1000));
  if (s < 60) return words.count.seconds(String(s));
  if (s < 3600) return words.count.minutes(String(Math.floor(s / 60)));
  if (s < 86400) return words.count.hours(String(Math.floor(s / 3600)));
  return counted("days", Math.floor(s / 86400));
}

/** A message whose *starred* words are bold. @param {string} text @returns {(Node|string)[]} */
export function rich(text) {
  return text.split("*").map((part, i) => {
    if (i % 2 === 0) return part;
    const bold = document.createElement("b");
    bold.textContent = part;
    return bold;
  });
}
