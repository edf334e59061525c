/** What a bench has on paper: its rule in words, its curve as a table, its games as files. */
import { byId, el } from "./dom.js";
import { number, words } from "./language.js";
import { here } from "./root.js";

/** @typedef {import("./lab_bench.js").Bench} Bench */

const say = words.lab;
const ROWS = 10; // of the table
let ruleDrawn = "";

/** The rule as lines; the one that the last game carried out is marked. @param {Bench} bench */
export function drawRule({ settings, life, shown, ply }) {
  const { lines } = say;
  const result = (ply < 0 && life?.games[shown - 1]?.result) || "";
  const all = [
    ["", lines.start(settings.start ?? "1")],
    ["", lines.draw(settings.choose ?? "chance")],
    ["", lines.empty(settings.empty ?? "resign")],
    ["win", lines.after(lines.win, settings.win ?? "0")],
    ["draw", lines.after(lines.tie, settings.draw ?? "0")],
    [
      "loss",
      settings.analyse === "yes" && settings.loss !== "0"
        ? lines.mistake(settings.loss ?? "")
        : lines.after(lines.loss, settings.loss ?? "0"),
    ],
    ...(Number(settings.upkeep) > 0 ? [["", lines.upkeep(String(settings.upkeep))]] : []),
  ];
  const rule = byId("rule");
  const key = all.join();
  if (key !== ruleDrawn) rule.replaceChildren(...all.map(([, text]) => el("li", {}, String(text))));
  ruleDrawn = key;
  for (const [i, [when]] of all.entries()) {
    const isNow = when !== "" && when === result;
    const line = rule.children[i];
    if (line?.hasAttribute("aria-current") === isNow) continue;
    line?.classList.toggle("now", isNow);
    if (isNow) line?.setAttribute("aria-current", "step");
    else line?.removeAttribute("aria-current");
  }
}

/** Every tenth part of the life, for who does not see the curve. @param {Bench[]} benches */
export function drawTable(benches) {
  const head = [
    say.columns.game,
    ...benches.flatMap((_, i) =>
      [say.columns.won, say.columns.drawn, say.columns.lost].map((text) =>
        benches.length > 1 ? `${say.benches[i]}: ${text}` : text,
      ),
    ),
  ];
  const games = Math.max(0, ...benches.map(({ shown }) => shown));
  const points = Array.from({ length: Math.min(ROWS, games) }, (_, i) =>
    Math.round((games * (i + 1)) / Math.min(ROWS, games)),
  );
  const figures = (/** @type {Bench} */ { life, shown }, /** @type {number} */ to) =>
    ["win", "draw", "loss"].map((result) =>
      number(life?.games.slice(0, Math.min(to, shown)).filter((game) => game.result === result).length ?? 0),
    );
  byId("table").replaceChildren(
    el(
      "table",
      { "data-testid": "table" },
      el("thead", {}, el("tr", {}, ...head.map((text) => el("th", { scope: "col" }, text)))),
      el(
        "tbody",
        {},
        ...points.map((point) =>
          el(
            "tr",
            {},
            el("th", { scope: "row" }, number(point)),
            ...benches.flatMap((bench) => figures(bench, point)).map((figure) => el("td", {}, figure)),
          ),
        ),
      ),
    ),
  );
}

const COLUMNS = /** @type {const} */ (["game", "seat", "result", "resigned", "moves", "changes"]);

/**
 * The games as a table for a spreadsheet: a game a row, bead changes as box:bead:before:after.
 * @param {import("./lab_bench.js").Game[]} games
 */
export function csvOf(games) {
  const rows = games.map((game) => ({
    ...game,
    resigned: game.resigned ?? "",
    changes: game.changes.map((change) => change.join(":")).join(" "),
  }));
  return [COLUMNS.join(","), ...rows.map((row) => COLUMNS.map((column) => row[column]).join(","))]
    .join("\r\n")
    .concat("\r\n");
}

/** @param {string} name @param {string} text @param {string} type */
function save(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** What can be taken along. @param {Bench[]} benches @param {string} name */
export function drawLinks(benches, name) {
  const copy = el(
    "button",
    {
      type: "button",
      class: "btn small quiet",
      "data-testid": "copy",
      click: async () => {
        await navigator.clipboard?.writeText(location.href).catch(() => {});
        copy.textContent = say.copied;
      },
    },
    say.copy,
  );
  const rows = benches.flatMap((bench, i) => {
    const file = `${name}${benches.length > 1 ? `-${i + 1}` : ""}`;
    const csv = el(
      "button",
      {
        type: "button",
        class: "btn small quiet",
        "data-testid": "csv",
        click: () =>
          bench.live(false).then(
            ({ games }) => save(`${file}.csv`, csvOf(games), "text/csv"),
            () => {
              csv.textContent = say.failed;
            },
          ),
      },
      say.csv,
    );
    return [
      el(
        "p",
        {},
        benches.length > 1 ? `${say.benches[i]}: ` : "",
        csv,
        " ",
        el("a", { href: `${here("api/v1/experiments")}?${bench.query}`, download: `${file}.ndjson` }, say.rows),
      ),
    ];
  });
  byId("links").replaceChildren(
    copy,
    el("button", { type: "button", class: "btn small quiet", click: () => print() }, say.print),
    ...rows,
    el("p", { class: "cap" }, say.command),
    el("pre", { tabindex: "0" }, benches.map(({ query }) => say.spec(query)).join("\n")),
  );
}
