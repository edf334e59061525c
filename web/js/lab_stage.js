/** The game that is shown on a bench: its board, and beside it the box that was opened last. */
import { beadOf, glass } from "./bead.js";
import { byId, el } from "./dom.js";
import { number, words } from "./language.js";
import { beadName } from "./phrases.js";
import { picture } from "./picture.js";

/** @typedef {import("./lab_bench.js").Bench} Bench */

const say = words.lab;

/**
 * Puts a picture in place of another one; what both have stays: new shapes cost a slow phone most of a frame.
 * @param {HTMLElement} place
 * @param {SVGSVGElement} anew
 */
function renew(place, anew) {
  const there = place.firstElementChild;
  const wanted = [...anew.children];
  if (!there || !there.cloneNode().isEqualNode(anew.cloneNode())) return place.replaceChildren(anew);
  for (const shape of [...there.children]) if (!wanted.some((one) => one.isEqualNode(shape))) shape.remove();
  for (const [i, shape] of wanted.entries()) {
    const next = there.children[i];
    if (!next?.isEqualNode(shape)) there.insertBefore(shape, next ?? null);
  }
  while (there.children.length > wanted.length) there.lastChild?.remove();
}

export class LabStage {
  constructor() {
    this.board = this.label = ""; // as they were drawn last
    this.lies = ["", ""];
    this.still = el("div", { class: "still" });
    this.name = el("h3");
    this.paper = el("div", { class: "label" });
    this.beads = el("ul", { class: "in-it" });
    this.inside = el("div", { class: "inside" }, this.name, this.paper, this.beads);
  }

  /** @param {Bench} bench */
  draw(bench) {
    this.drawWords(bench);
    this.drawBoard(bench);
    this.drawLabel(bench);
    for (const half of [0, 1]) this.drawBeads(bench, half);
  }

  /** What happens on the board. @param {Bench} bench */
  drawWords(bench) {
    if (!bench.opened && bench.layout && byId("now").textContent !== this.heard(bench))
      byId("now").textContent = this.heard(bench);
  }

  /** The board. @param {Bench} bench */
  drawBoard(bench) {
    const { layout, life, opened } = bench;
    if (opened) return; // the visitor's own board is there
    if (!layout) {
      this.board = "";
      byId("board").replaceChildren();
      return;
    }
    const key = `${bench.seen.board} ${bench.seen.draw?.join()} ${bench.game?.game} ${bench.ply}`;
    if (key === this.board) return;
    this.board = key;
    renew(this.still, picture(layout, life && !life.boards && bench.shown ? "" : bench.seen.board));
    if (!this.still.isConnected) byId("board").replaceChildren(this.still);
  }

  /** The number and the label of the box that was opened last. @param {Bench} bench */
  drawLabel(bench) {
    const open = opened(bench);
    const key = open ? `${open.at} ${open.about.box} ${open.drawn} ${open.lies.map((count) => count > 0).join()}` : "";
    if (key === this.label) return;
    this.label = key;
    this.name.textContent = open ? say.box(number(open.at + 1)) : "";
    if (open) renew(this.paper, picture(open.layout, open.about.box, open.beads));
    else this.paper.replaceChildren();
    if (open && !this.inside.isConnected) byId("box").replaceChildren(this.inside);
    if (!open) byId("box").replaceChildren();
  }

  /**
   * What lies in it, its first colours or its last ones: all at once are too much for a frame of a slow phone.
   * @param {Bench} bench
   * @param {number} half 0 or 1
   */
  drawBeads(bench, half) {
    const open = opened(bench);
    const key = open ? `${open.about.moves.join()} ${open.drawn} ${open.lies.join()}` : "";
    if (key === this.lies[half]) return;
    this.lies[half] = key;
    const beads = open?.beads ?? [];
    const lines = this.beads.children; // those that are there are kept: new ones cost a slow phone a frame
    while (lines.length > beads.length) this.beads.lastChild?.remove();
    for (const { bead } of beads.slice(lines.length))
      this.beads.append(el("li", {}, glass(bead, "small"), el("b"), el("span", { class: "hear" })));
    const middle = Math.ceil(beads.length / 2);
    for (const [i, { bead, moves, count, drawn }] of beads.entries()) {
      if (Number(i >= middle) !== half) continue;
      const [ball, figure, move] = lines[i]?.children ?? [];
      lines[i]?.classList.toggle("on", drawn);
      const anew = glass(bead, "small");
      if (ball && !ball.isEqualNode(anew)) ball.replaceWith(anew);
      if (figure && figure.textContent !== number(count)) figure.textContent = number(count);
      if (move && move.textContent !== moves[0]) move.textContent = moves[0] ?? "";
    }
  }

  /** What is to be seen, for the ear. @param {Bench} bench */
  heard(bench) {
    const { game, layout } = bench;
    const { draw } = bench.seen;
    if (!game || !layout) return ""; // the line below says that nothing has been played
    if (bench.ply < 0)
      return say.after[game.resigned && game.result === "loss" ? "resigned" : game.result](
        number(game.game),
        number(game.changes.length),
      );
    const move = draw && draw[0] === bench.ply - 1 ? bench.boxes[draw[1] - 1]?.moves[draw[2]] : undefined;
    if (!draw || move === undefined)
      return bench.ply === 0
        ? say.begins(number(game.game))
        : say.opponent(number(game.game), game.moves.split(" ")[bench.ply - 1] ?? "");
    return say.draws(number(game.game), number(draw[1]), beadName(beadOf(layout, draw[2], move)), move);
  }
}

/**
 * The box that was opened last, or the first one where none was; null where the boxes are not known yet.
 * @param {Bench} bench
 */
function opened(bench) {
  const { layout } = bench;
  const [at, drawn] = bench.opened
    ? [bench.opened.at, bench.opened.bead]
    : [(bench.seen.draw?.[1] ?? 1) - 1, bench.seen.draw?.[2]];
  const about = bench.boxes[at];
  if (!layout || !about) return null;
  const lies = bench.counts[at] ?? [];
  const beads = about.moves.map((move, i) => ({
    bead: beadOf(layout, i, move),
    moves: [move],
    count: lies[i] ?? 0,
    drawn: i === drawn,
    odds: 0,
  }));
  return { at, drawn, about, layout, lies, beads };
}
