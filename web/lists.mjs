// Lists of scripts that follow from what imports what. `lists()` gives each file that holds one as it should be;
// tests/prepare.mjs writes them.
//   <link rel="modulepreload">  in a page that has some: what its script needs, so that none waits for another
//   SCRIPTS in kiosk_entry.js   what a kiosk's script needs besides what its pages load
//   FILES in service_worker.js  the page that is shown while the server is away, with all that it loads
import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";

const web = new URL("./", import.meta.url);
const textOf = (file) => readFileSync(new URL(file, web), "utf8");
const all = (text, pattern) => [...text.matchAll(pattern)].map(([, name]) => name);

const IMPORT = /^(?:import|export)\s[^;]*?["'](\.[^"']+)["'];$/gm;
const STYLE = /<link rel="stylesheet" href="\/([^"]+)">/g;
const ICON = /<link rel="icon" href="\/([^"]+)"/g;
const SCRIPT = /<script type="module" src="\/([^"]+)"[^>]*>/g;
const PRELOAD = /\n *<link rel="modulepreload" href="\/([^"]+)">/g;
const URLS = /url\("\.\.\/([^"]+)"\)/g;

/** The scripts that a script needs to start, itself first. @returns {Set<string>} */
function neededBy(script) {
  const needed = new Set([script]);
  for (const file of needed)
    for (const name of all(textOf(file), IMPORT)) needed.add(posix.join(posix.dirname(file), name));
  return needed;
}

/** Those that were listed stay in their order. */
const inOrder = (needed, listed) => [
  ...listed.filter((file) => needed.includes(file)),
  ...needed.filter((file) => !listed.includes(file)).sort(),
];

/** The page's own script stands last; those before it are asked for at once by themselves. */
function withPreloads(text) {
  const scripts = all(text, SCRIPT);
  const needed = [...neededBy(scripts.at(-1))].filter((file) => !scripts.includes(file));
  const wanted = inOrder(needed, all(text, PRELOAD));
  let at = 0;
  const renewed = text.replace(PRELOAD, () =>
    at < wanted.length ? `\n  <link rel="modulepreload" href="/${wanted[at++]}">` : "",
  );
  const more = wanted
    .slice(at)
    .map((file) => `  <link rel="modulepreload" href="/${file}">\n`)
    .join("");
  return renewed.replace(/ *<link rel="stylesheet"/, (first) => more + first);
}

function withKioskScripts(text) {
  const [, list] = text.match(/const SCRIPTS = (\[[^\]]*\]);/);
  const ofPages = ["js/hall.js", "js/table.js"].map(neededBy);
  const needed = [...neededBy("js/kiosk.js")].filter((file) => !ofPages.every((page) => page.has(file)));
  const wanted = inOrder(
    needed.map((file) => posix.basename(file, ".js")),
    JSON.parse(list.replace(/,\s*\]/, "]")),
  );
  return text.replace(list, () => listed(wanted));
}

function withOfflineFiles(text) {
  const [, list] = text.match(/const FILES = (\[[^\]]*\])/);
  const page = textOf("offline.html");
  const styles = all(page, STYLE);
  const needed = [
    "offline.html",
    ...all(page, ICON),
    ...styles,
    ...all(page, SCRIPT).flatMap((file) => [...neededBy(file)]),
    ...readdirSync(new URL("js/messages/", web))
      .filter((name) => name.endsWith(".js"))
      .map((name) => `js/messages/${name}`),
    ...styles.flatMap((file) => all(textOf(file), URLS)),
  ];
  return text.replace(list, () => listed(inOrder(needed, JSON.parse(list.replace(/,\s*\]/, "]")))));
}

/** A name a line, as the formatter leaves it. */
const listed = (names) => `[\n${names.map((name) => `  ${JSON.stringify(name)},\n`).join("")}]`;

/** Path in the repository: content. @returns {Record<string, string>} */
export function lists() {
  const pages = readdirSync(web).filter(
    (file) => file.endsWith(".html") && textOf(file).includes('rel="modulepreload"'),
  );
  const made = {
    ...Object.fromEntries(pages.map((page) => [page, withPreloads(textOf(page))])),
    "js/kiosk_entry.js": withKioskScripts(textOf("js/kiosk_entry.js")),
    "service_worker.js": withOfflineFiles(textOf("service_worker.js")),
  };
  return Object.fromEntries(Object.entries(made).map(([file, content]) => [`web/${file}`, content]));
}
