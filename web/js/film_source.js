/**
 * Where a film comes from: the museum that is open, or the files of an exported film. Pieces that were fetched are
 * kept.
 */
import { ApiError } from "./api.js";
import { FilmMoment, FilmPiece } from "./film_reader.js";
import { here } from "./root.js";

/** @import { Box, Layout, LogRow, Machine } from "./protocol.js" */
/**
 * @typedef {Pick<Machine, "name"|"title"|"colour"|"maker"|"seq"|"finished"|"dry"|"drawing"> & {layout: Layout,
 *   boxes: Box[], acts: LogRow[]}} Life
 */

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
    this.api = `api/v1/machines/${encodeURIComponent(name)}`;
    this.seq = 0;
    /** The curves of an exported film. @type {{from: number, to: number, staircase: [number, number][]}[]} */
    this.curves = [];
    /** Those in use last stand last. @type {Map<number, FilmPiece>} */
    this.kept = new Map();
    /** @type {Map<number, Promise<FilmPiece>>} */
    this.coming = new Map();
  }

  /**
   * What never changes of the life; and the piece with a row that is wanted first.
   * @param {number} [wanted] 0: the newest
   * @returns {Promise<Life>}
   */
  async open(wanted = 0) {
    const told = exported ? await json("life/life.json") : await this.told(wanted);
    const { name, title, colour, maker, seq, finished, dry, drawing } = told.machine;
    this.seq = seq;
    if (exported) this.curves = told.curves;
    await this.fetch(Math.min(wanted || seq, seq));
    return {
      name,
      title,
      colour,
      maker,
      seq,
      finished,
      dry,
      drawing,
      layout: told.board,
      boxes: told.boxes,
      acts: told.acts.filter((/** @type {LogRow} */ act) => act.seq <= seq),
    };
  }

  /**
   * What an open museum tells of it, all asked for at once. A browser has it on its way before any script runs: the
   * page's `Link` names it.
   * @param {number} wanted @returns {Promise<any>}
   */
  async told(wanted) {
    const machine = json(this.api).then(async (machine) => {
      this.seq = machine.seq;
      const [{ board }] = await Promise.all([json(`api/v1/games/${machine.game}`), wanted || this.fetch(machine.seq)]);
      return { machine, board };
    });
    const early = wanted && this.fetch(wanted).catch(() => null); // there may be no such row
    const [known, { boxes }, { rows }] = await Promise.all([
      machine,
      json(`${this.api}/boxes`),
      json(`${this.api}/log.json?kind=act&limit=2000`),
      early,
    ]);
    return { ...known, boxes, acts: rows };
  }

  /** The first row of the piece that has this one. @param {number} seq */
  cut(seq) {
    return Math.floor((Math.max(1, seq) - 1) / this.rows) * this.rows + 1;
  }

  /** The piece with that row, where it has come. @param {number} seq @returns {FilmPiece|undefined} */
  at(seq) {
    const from = this.cut(seq);
    const piece = this.kept.get(from);
    if (!piece || piece.to < seq) return undefined; // its end came before that row did
    if ([...this.kept.keys()].at(-1) !== from) {
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
      const to = Math.min(this.seq, from + this.rows - 1);
      const answer = await get(
        exported ? `life/${from}-${to}.film` : `${this.api}/film?from=${from}&limit=${this.rows}`,
      );
      const piece = new FilmPiece(await answer.arrayBuffer());
      if (piece.to < to) throw new ApiError(503, ""); // another server, which has not followed so far
      this.kept.set(from, piece);
      for (const oldest of this.kept.keys()) if (this.kept.size > KEPT_MAX) this.kept.delete(oldest);
      return piece;
    } catch (error) {
      if (!(error instanceof ApiError) || (error.status !== 429 && error.status !== 503) || tries === 1) throw error;
      await new Promise((done) => setTimeout(done, AGAIN_MS));
      return this.ask(from, tries - 1);
    }
  }

  /** What lay in the boxes at a row, box by box. @param {number} seq @returns {Promise<number[][]>} */
  async counts(seq) {
    return new FilmMoment(await this.fetch(seq)).go(seq).counts();
  }

  /**
   * Wins less losses, lesson by lesson, of the life that ends with this row.
   * @param {number} to
   * @returns {Promise<[number, number][]>}
   */
  async curve(to) {
    const known = this.curves.find((curve) => curve.to === to);
    if (exported && !known) return [];
    const { from, staircase } = known ?? (await json(`${this.api}/curve?at=${to}`));
    return [[from - 1, 0], ...staircase];
  }
}
