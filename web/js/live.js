/** In the room now: who else plays and watches, what the last games taught, other people's boards. */
import { el } from "./dom.js";
import { changeWords, emptiedWords, outcomeWords } from "./phrases.js";
import { picture } from "./picture.js";
import { counted, number, span, words } from "./language.js";

/** @typedef {import("./state.js").Table} Table */
/** @typedef {import("./state.js").Row} Row */

/** @param {Table} t @param {Row} row */
export function rowWords(t, row) {
  if (row.kind !== "episode" || !row.outcome) return [el("b", {}, words.room.acts[row.kind] ?? row.kind)];
  const changes = row.changes.map(
    ([box, , before, after]) => /** @type {[number, number, number]} */ ([box, before, after]),
  );
  const who = row.itself
    ? words.room.itself
    : row.outcome === "loss"
      ? words.room.visitorWon
      : outcomeWords(t, row.outcome);
  const emptied = emptiedWords(t, changes);
  return [
    el("b", { class: row.itself ? "" : row.outcome }, who),
    `: ${changeWords(changes)}${emptied ? `. ${emptied}` : ""}`,
  ];
}

/** Other people's boards, once they have moved: one's own is on the table. @param {Table} t */
function others(t) {
  const tables = t.feed?.tables ?? [];
  const { play } = t;
  const own =
    play && !play.outcome
      ? tables.findIndex((table) => table.ply === play.ply && table.position === play.position)
      : -1;
  return tables.filter(({ ply }, i) => i !== own && ply > 1);
}

export class Room {
  /** @param {HTMLElement} card */
  constructor(card) {
    this.presence = el("p", { class: "presence", "data-testid": "presence" });
    this.boards = el("div", { class: "tables" });
    this.list = el("ol", { class: "news" });
    this.boardsKey = "";
    this.listKey = "";
    card.replaceChildren(
      el("div", { class: "heading" }, el("h2", {}, words.room.title)),
      this.presence,
      this.boards,
      this.list,
    );
  }

  /** @param {Table} t */
  draw(t) {
    const { feed, hello } = t;
    if (!hello) return;
    const playing = Math.max(0, (feed?.playing ?? 0) - (t.sits ? 1 : 0));
    // This page is one of those who are here, whichever of the two it is counted as just now.
    const watching = Math.max(0, (feed ? feed.playing + feed.watching : 0) - 1 - playing);
    const presence = !feed
      ? words.room.looking
      : playing + watching === 0
        ? words.room.alone
        : words.room.others(number(playing), number(watching));
    if (this.presence.textContent !== presence) this.presence.textContent = presence;
    const tables = others(t).slice(0, 4);
    const boardsKey = tables.map((table) => table.table + table.position).join();
    if (boardsKey !== this.boardsKey) {
      this.boardsKey = boardsKey;
      this.boards.replaceChildren(
        ...tables.map((table) =>
          el(
            "figure",
            { "data-testid": "live-table", "data-position": table.position },
            picture(hello.board, table.position, [], words.room.board(counted("moves", table.ply))),
          ),
        ),
      );
    }
    this.drawNews(t);
  }

  /** What the last games taught, and how long ago. @param {Table} t */
  drawNews(t) {
    const listKey = t.rows.map((row) => `${row.seq} ${row.itself} ${span(Date.now() - Date.parse(row.time))}`).join();
    if (listKey === this.listKey) return;
    this.listKey = listKey;
    this.list.replaceChildren(
      ...t.rows.map((row) =>
        el(
          "li",
          { "data-seq": row.seq },
          el("span", {}, ...rowWords(t, row)),
          el("time", { class: "muted", datetime: row.time }, words.count.ago(span(Date.now() - Date.parse(row.time)))),
        ),
      ),
    );
  }
}
