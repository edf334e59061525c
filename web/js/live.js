/** In the room now: how many play and watch, what the last games taught, other people's boards. */
import { counted, el, span } from "./dom.js";
import { picture } from "./picture.js";
import { title } from "./state.js";
import { changeWords } from "./words.js";

/** @typedef {import("./state.js").Table} Table */
/** @typedef {import("./protocol.js").FeedRow} FeedRow */

const ACTS = /** @type {Record<string, string>} */ ({
  start: "The machine was set up", reset: "A new life began: all boxes filled afresh", rewind: "The curator turned back time",
  unteach: "A visit’s lessons were taken back", freeze: "The boxes were closed to learning", thaw: "The boxes may learn again", topup: "Beads were topped up",
  fork: "The machine was copied from another",
});

/** @param {Table} t @param {FeedRow} row */
function rowWords(t, row) {
  if (row.kind !== "episode" || !row.outcome) return [el("b", {}, ACTS[row.kind] ?? row.kind)];
  const who = row.outcome === "win" ? `${title(t)} won` : row.outcome === "draw" ? "A draw" : "A visitor won";
  return [el("b", { class: row.outcome }, who), `: ${changeWords(t, row.outcome, row.changes.map(([box, , before, after]) => [box, before, after]))}`];
}

export class Room {
  /** @param {HTMLElement} card */
  constructor(card) {
    this.presence = el("p", { class: "presence" });
    this.boards = el("div", { class: "tables" });
    this.list = el("ol", { class: "news" });
    this.boardsKey = "";
    this.listKey = "";
    card.replaceChildren(el("div", { class: "heading" }, el("h2", {}, "In the room now")), this.presence, this.boards, this.list);
  }

  /** @param {Table} t */
  draw(t) {
    const { feed, hello } = t;
    if (!hello) return;
    const playing = feed?.playing ?? 0;
    const watching = feed?.watching ?? 0;
    const presence = feed ? `${playing} playing, ${watching} watching` : "Looking who is here…";
    if (this.presence.textContent !== presence) this.presence.textContent = presence;
    const tables = (feed?.tables ?? []).slice(0, 4);
    const boardsKey = tables.map((table) => table.table + table.position).join();
    if (boardsKey !== this.boardsKey) {
      this.boardsKey = boardsKey;
      this.boards.replaceChildren(...tables.map((table) => el("figure", { "data-testid": "live-table", "data-position": table.position },
        picture(hello.board, table.position, [], `A board in play, after ${counted(table.ply, "move")}`))));
    }
    const listKey = t.rows.map((row) => `${row.seq} ${span(Date.now() - Date.parse(row.time))}`).join();
    if (listKey === this.listKey) return;
    this.listKey = listKey;
    this.list.replaceChildren(...t.rows.map((row) => el("li", { "data-seq": row.seq }, el("span", {}, ...rowWords(t, row)),
      el("time", { class: "muted", datetime: row.time }, `${span(Date.now() - Date.parse(row.time))} ago`))));
  }
}
