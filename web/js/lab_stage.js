/** The game that is shown on a bench: its board, and beside it the box that was opened last. */
import { beadOf, glass } from "./bead.js";
import { byId, el } from "./dom.js";
import { number, words } from "./language.js";
import { beadName } from "./phrases.js";
import { picture } from "./picture.js";

/** @typedef {import("./lab_bench.js").Bench} Bench */

const say = words.lab;

export class LabStage {
  constructor() {
    this.drawn = "";
  }

  /** @param {Bench} bench */
  draw(bench) {
    const { layout, life, opened } = bench;
    if (opened) return this.drawBox(bench, opened.at, bench.counts[opened.at] ?? [], opened.bead);
    if (!layout) {
      this.drawn = "";
      for (const id of ["board", "box"]) byId(id).replaceChildren();
      return;
    }
    const { board, draw } = bench.seen;
    const at = draw ? draw[1] - 1 : 0;
    const lies = bench.counts[at] ?? [];
    const key = `${board} ${draw?.join()} ${lies.join()} ${bench.game?.game} ${bench.ply}`;
    if (key === this.drawn) return;
    this.drawn = key;
    byId("now").textContent = this.heard(bench);
    byId("board").replaceChildren(picture(layout, life && !life.boards && bench.shown ? "" : board));
    this.drawBox(bench, at, lies, draw?.[2]);
  }

  /** What is to be seen, for the ear. @param {Bench} bench */
  heard(bench) {
    const { game, layout } = bench;
    const { draw } = bench.seen;
    if (!game || !layout) return ""; // the line below says that nothing has been played
    if (bench.ply < 0) return say.after[game.resigned && game.result === "loss" ? "resigned" : game.result](number(game.game), number(game.changes.length));
    const move = draw && draw[0] === bench.ply - 1 ? bench.boxes[draw[1] - 1]?.moves[draw[2]] : undefined;
    if (!draw || move === undefined) return bench.ply === 0 ? say.begins(number(game.game)) : say.opponent(number(game.game), game.moves.split(" ")[bench.ply - 1] ?? "");
    return say.draws(number(game.game), number(draw[1]), beadName(beadOf(layout, draw[2], move)), move);
  }

  /** @param {Bench} bench @param {number} at @param {number[]} lies @param {number|undefined} drawn */
  drawBox(bench, at, lies, drawn) {
    const about = bench.boxes[at];
    const layout = bench.layout;
    if (!about || !layout) return;
    const beads = about.moves.map((move, i) => ({ bead: beadOf(layout, i, move), moves: [move], count: lies[i] ?? 0, drawn: i === drawn, odds: 0 }));
    byId("box").replaceChildren(
      el("h3", {}, say.box(number(at + 1))),
      el("div", { class: "label" }, picture(layout, about.box, beads)),
      el("ul", { class: "in-it" }, ...beads.map(({ bead, moves, count, drawn: is }) => el("li", { class: is ? "on" : null }, glass(bead, "small"), el("b", {}, number(count)), el("span", { class: "hear" }, moves[0] ?? "")))));
  }
}
