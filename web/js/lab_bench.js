/**
 * One bench of the laboratory: a machine with its settings, the life that the server plays of it, and how far it has
 * been shown. It draws nothing.
 */
import { words } from "./language.js";
import { queryOf } from "./lab_spec.js";
import { here } from "./root.js";

/** @typedef {import("./lab_spec.js").Settings} Settings */
/** @typedef {import("./protocol.js").Machine} Machine */
/** @typedef {[number, number, number, number]} Change box from 1, bead, before, after */
/** @typedef {{box: string, turn: number, moves: string[]}} Box */
/**
 * @typedef {{game: number, seat: string, result: "win"|"draw"|"loss", resigned: string|null, moves: string,
 *   changes: Change[], boards?: string[], draws?: [number, number, number][]}} Game draws: ply, box from 1, bead
 */
/** @typedef {{games: Game[], end: any, scores: number[], boards: boolean}} Life */

/** Lives of more games are asked for without their boards, unless they are to be seen move by move. */
const BOARDS_GAMES_MAX = 600;

const READING_MS = 5; // of a frame: a slow phone could not draw it otherwise

/**
 * What has been asked for of each kind of machine: its boxes, and its game's board.
 * @type {Map<string, Promise<{boxes: Box[], layout: import("./protocol.js").Layout}>>}
 */
const kinds = new Map();

/** The lines of an experiment. @param {string} spec @returns {Promise<any[]>} */
export async function ask(spec) {
  const answer = await fetch(`${here("api/v1/experiments")}?${spec}`).catch(() => null);
  if (!answer?.ok) throw new Error(answer?.status === 400 ? (await answer.json()).detail : words.lab.failed);
  const lines = [];
  let since = performance.now();
  for (const line of (await answer.text()).trimEnd().split("\n")) {
    if (performance.now() - since > READING_MS)
      since = Number(await new Promise((next) => requestAnimationFrame(next)));
    lines.push(JSON.parse(line));
  }
  return lines;
}

/** @param {string} spec of a machine @param {string} game */
async function kindOf(spec, game) {
  const [lines, { board }] = await Promise.all([
    ask(`${spec}&against=random&games=1&boards=1`),
    fetch(here(`api/v1/games/${game}`)).then((answer) => answer.json()),
  ]);
  return { boxes: lines.find((line) => line.boxes).boxes, layout: board };
}

export class Bench {
  /** @param {Settings} settings @param {Machine} machine @param {import("./lab_spec.js").Rule[]} rules */
  constructor(settings, machine, rules) {
    this.settings = settings;
    this.machine = machine;
    this.query = queryOf(settings, machine, rules);
    /** @type {Life|null} */
    this.life = null;
    this.shown = 0; // games
    this.ply = -1; // of the next game: the board that is shown; -1: none yet
    /** @type {Box[]} */
    this.boxes = [];
    /** @type {import("./protocol.js").Layout|null} */
    this.layout = null;
    /** Beads by box and colour. @type {number[][]} */
    this.counts = [];
    /** Boxes that are to be drawn anew. @type {Set<number>} */
    this.changed = new Set();
    /** What became of boxes in the game that is shown. @type {Map<number, "open"|"gains"|"loses">} */
    this.marks = new Map();
    this.beads = 0;
    this.empty = 0; // boxes
    /** The box that was opened last where the visitor sits at it. @type {{at: number, bead: number|undefined}|null} */
    this.opened = null;
  }

  /** Its boxes as they are before the first game. */
  async prepare() {
    const {
      machine: { name, game },
      settings,
    } = this;
    const spec = [
      `machine=${name}`,
      ...(settings.seat ? [`seat=${settings.seat}`] : []),
      ...(settings.boxes === "raw" ? ["boxes=raw"] : []),
    ].join("&");
    if (!kinds.has(spec)) {
      const kind = kindOf(spec, game);
      kind.catch(() => kinds.delete(spec));
      kinds.set(spec, kind);
    }
    const { boxes, layout } = await /** @type {Promise<{boxes: Box[], layout: import("./protocol.js").Layout}>} */ (
      kinds.get(spec)
    );
    const start = (settings.start ?? "1").split("/").map(Number);
    this.boxes = boxes;
    this.layout = layout;
    this.counts = boxes.map(({ turn, moves }) =>
      moves.map(() => (start.length === 1 ? start[0] : start[turn - 1]) ?? 1),
    );
    this.beads = this.counts.flat().reduce((sum, count) => sum + count, 0);
    this.empty = 0;
  }

  /** The life of these settings; asked for once, and once more if its boards are to be seen. @param {boolean} moves */
  async live(moves) {
    if (this.life && (this.life.boards || !moves)) return this.life;
    const boards = moves || Number(this.settings.games) <= BOARDS_GAMES_MAX;
    const lines = await ask(`${this.query}${boards ? "&boards=1" : ""}`);
    let score = 0;
    const games = lines.filter((line) => line.game);
    this.life = {
      games,
      end: lines.at(-1).end,
      boards,
      scores: games.map(({ result }) => (score += result === "win" ? 1 : result === "loss" ? -1 : 0)),
    };
    return this.life;
  }

  get over() {
    return this.life !== null && this.shown >= this.life.games.length;
  }

  /** The game whose boards are shown: the one that is being played, or the last. @returns {Game|undefined} */
  get game() {
    return this.life?.games[this.ply >= 0 ? this.shown : this.shown - 1];
  }

  /**
   * The board that is shown, and the draw that its move was made by.
   * @returns {{board: string, draw: [number, number, number]|undefined}}
   */
  get seen() {
    const { game } = this;
    const last = (game?.boards?.length ?? 1) - 1;
    const ply = this.ply >= 0 ? this.ply : last;
    const draws = game?.draws ?? [];
    const upTo = draws.filter(([at]) => at <= (this.ply >= 0 ? ply - 1 : last));
    return { board: game?.boards?.[ply] ?? this.layout?.start ?? "", draw: upTo.at(-1) };
  }

  /** A move of the game, or its end: then its beads are moved. */
  move() {
    const game = this.life?.games[this.shown];
    if (!game) return;
    if (this.ply < 0) this.unmark();
    this.ply = Math.max(0, this.ply) + 1;
    const draw = game.draws?.find(([ply]) => ply === this.ply - 1);
    if (draw) this.mark(draw[1] - 1, "open");
    if (this.ply >= (game.boards?.length ?? 1) - 1) this.finish();
  }

  /** What is left of the next game, at once. */
  play() {
    if (this.ply < 0) this.unmark();
    this.finish();
  }

  finish() {
    const game = this.life?.games[this.shown];
    if (!game) return;
    this.ply = -1;
    this.shown += 1;
    this.take(game.changes);
  }

  /** @param {Change[]} changes of its beads */
  take(changes) {
    for (const [box, bead, before, after] of changes) {
      const lies = this.counts[box - 1];
      if (!lies) continue;
      const was = lies.some(Boolean);
      lies[bead] = after;
      this.empty += Number(was) - Number(lies.some(Boolean));
      this.beads += after - before;
      this.mark(box - 1, after > before ? "gains" : "loses");
    }
  }

  /** @param {number} box @param {"open"|"gains"|"loses"} how */
  mark(box, how) {
    this.marks.set(box, how);
    this.changed.add(box);
  }

  unmark() {
    for (const box of this.marks.keys()) this.changed.add(box);
    this.marks.clear();
  }
}
