/** Where a film comes from: the museum that is open, or the files of an exported film. Pieces that were fetched are kept. */
import { ApiError } from "./api.js";
import { FilmMoment, FilmPiece } from "./film_reader.js";
import { here } from "./root.js";

/** @typedef {{seq: number, kind: string, era: number, time: string, detail: any}} Act */
/** @typedef {{box: string, turn: number, moves: {move: string, orbit: string[]}[]}} ListedBox */
/** @typedef {{name: string, title: string, colour: string, maker: string, seq: number, finished: {seq: number}|null, dry: {seq: number}|null, drawing: import("./protocol.js").DrawRule, layout: import("./protocol.js").Layout, boxes: ListedBox[], acts: Act[]}} Life */

const ROWS = 4096; // of a piece: pages always cut there, so that each piece is kept for good
const KEPT_MAX = 24;
const AGAIN_MS = 1200; // a museum that has too much to do is asked again

/** Whether the film is a folder of files. */
export const exported = typeof document !== "undefined" && document.documentElement.dataset.film !== undefined;

/** @param {string} path @returns {Promise<Response>} */
async function get(path) {
  const answer = await fetch(here(path)).catch(() => null);
  if (!answer) throw new ApiError(0, "");
  if (!answer.ok) throw new ApiError(answer.status, (await answer.json().catch(() => null))?.detail ?? "");
  return answer;
}

/** @param {string} path */
const json = async (path) => (await get(path)).json();

export class FilmSource {
  /** @param {string} name of the machine @param {number} [rows] of a piece */
  constructor(name, rows = ROWS) {
    this.rows = rows;
    const machine = `api/v1/machines/${encodeURIComponent(name)}`;
    this.paths = exported ? {
      machine: "life/machine.json", boxes: "life/boxes.json", acts: "life/acts.json", game: () => "life/game.json",
      curve: (/** @type {number} */ to) => `life/curve-${to}.json`, piece: (/** @type {number} */ from, /** @type {number} */ to) => `life/${from}-${to}.film`,
    } : {
      machine, boxes: `${machine}/boxes`, acts: `${machine}/log.json?kind=act&limit=2000`, game: (/** @type {string} */ game) => `api/v1/games/${game}`,
      curve: (/** @type {number} */ to) => `${machine}/curve?at=${to}`, piece: (/** @type {number} */ from, /** @type {number} */ to) => `${machine}/film?from=${from}&to=${to}`,
    };
    this.seq = 0;
    /** Those in use last stand last. @type {Map<number, FilmPiece>} */
    this.kept = new Map();
    /** @type {Map<number, Promise<FilmPiece>>} */
    this.coming = new Map();
  }

  /** What never changes of the life; and the piece with a row that is wanted first. @param {number} [wanted] 0: the newest @returns {Promise<Life>} */
  async open(wanted = 0) {
    const machine = await json(this.paths.machine);
    this.seq = machine.seq;
    const [{ boxes }, { rows }, { board }] = await Promise.all([json(this.paths.boxes), json(this.paths.acts), json(this.paths.game(machine.game)), this.fetch(Math.min(wanted || this.seq, this.seq))]);
    const { name, title, colour, maker, seq, finished, dry, drawing } = machine;
    return { name, title, colour, maker, seq, finished, dry, drawing, layout: board, boxes, acts: rows.filter((/** @type {Act} */ act) => act.seq <= seq) };
  }

  /** The first row of the piece that has this one. @param {number} seq */
  cut(seq) {
    return Math.floor((Math.max(1, seq) - 1) / this.rows) * this.rows + 1;
  }

  /** The piece with that row, where it has come. @param {number} seq @returns {FilmPiece|undefined} */
  at(seq) {
    const from = this.cut(seq);
    const piece = this.kept.get(from);
    if (piece && [...this.kept.keys()].at(-1) !== from) {
      this.kept.delete(from);
      this.kept.set(from, piece);
    }
    return piece;
  }

  /** The same, fetched where it has not come yet. @param {number} seq @returns {Promise<FilmPiece>} */
  async fetch(seq) {
    const from = this.cut(seq);
    const known = this.at(seq) ?? this.coming.get(from);
    if (known) return known;
    const coming = this.ask(from).finally(() => this.coming.delete(from));
    this.coming.set(from, coming);
    return coming;
  }

  /** @param {number} from @param {number} [tries] @returns {Promise<FilmPiece>} */
  async ask(from, tries = 4) {
    try {
      const answer = await get(this.paths.piece(from, Math.min(this.seq, from + this.rows - 1)));
      const piece = new FilmPiece(await answer.arrayBuffer());
      this.kept.set(from, piece);
      for (const oldest of this.kept.keys()) if (this.kept.size > KEPT_MAX) this.kept.delete(oldest);
      return piece;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429 && error.status !== 503 || tries === 1) throw error;
      await new Promise((done) => setTimeout(done, AGAIN_MS));
      return this.ask(from, tries - 1);
    }
  }

  /** What lay in the boxes at a row, box by box. @param {number} seq @returns {Promise<number[][]>} */
  async counts(seq) {
    return new FilmMoment(await this.fetch(seq)).go(seq).counts();
  }

  /** Wins less losses, lesson by lesson, of the life that ends with this row. @param {number} to @returns {Promise<[number, number][]>} */
  async curve(to) {
    const { from, staircase } = await json(this.paths.curve(to));
    return [[from - 1, 0], ...staircase];
  }
}
