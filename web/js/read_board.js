/** The board for the ear: what stands where, and whose turn it is. Loaded at the first touch of its key. */
import { cellName, cellsOfPosition, pileSize } from "./notation.js";
import { headline, pieceName } from "./phrases.js";
import { shownPosition } from "./state.js";
import { language, words } from "./language.js";

/** @type {typeof import("./messages/find/en.js").default} */
const find = (await import(`./messages/find/${language}.js`)).default;

/** What stands where. @param {import("./protocol.js").Layout} layout @param {string} position */
export function positionWords(layout, position) {
  const cells = cellsOfPosition(layout, position);
  const pieces = cells.flatMap((piece, i) => {
    const at = cellName(layout, i);
    if (layout.kind === "piles") return [find.heap(at.toUpperCase(), pileSize(layout, piece))];
    return piece === "." ? [] : [words.board.cell(at, pieceName(layout, piece))];
  });
  const rest = layout.kind === "piles" || pieces.length === cells.length ? "" : ` ${words.board.rest}`;
  return `${pieces.length ? `${pieces.join("; ")}.` : ""}${rest}`.trim();
}

/** @param {import("./state.js").Table} t */
export function boardWords(t) {
  const layout = t.hello?.board;
  return layout ? `${positionWords(layout, shownPosition(t))} ${headline(t)}.` : "";
}
