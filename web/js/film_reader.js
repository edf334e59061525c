/**
 * Reads a piece of a machine's film, as schema/README.md describes it, and stands at any of its rows. Knows no page.
 */

export const KINDS = /** @type {const} */ ([
  "episode",
  "start",
  "reset",
  "rewind",
  "unteach",
  "fork",
  "freeze",
  "thaw",
  "topup",
]);
export const RESULTS = /** @type {const} */ (["win", "draw", "loss", "itself"]);
/** @typedef {{episodes: number, wins: number, draws: number, losses: number}} Tally */

const MAGIC = "MENFILM\u0001";
const BEGINS_ERA = new Set(["start", "reset", "fork"]);

/** Numbers out of bytes. */
class Bytes {
  /** @param {ArrayBuffer} buffer */
  constructor(buffer) {
    this.bytes = new Uint8Array(buffer);
    this.at = 0;
  }

  /** @returns {number} */
  byte() {
    const byte = this.bytes[this.at++];
    if (byte === undefined) throw new Error("the film breaks off");
    return byte;
  }

  /** Beyond 32 bits too, where shifts do not go. */
  number() {
    let [value, worth] = [0, 1];
    for (;;) {
      const byte = this.byte();
      value += (byte & 127) * worth;
      if (byte < 128) return value;
      worth *= 128;
    }
  }

  signed() {
    const number = this.number();
    return number % 2 ? -(number + 1) / 2 : number / 2;
  }

  /** @param {number} length */
  text(length) {
    if (this.at + length > this.bytes.length) throw new Error("the film breaks off");
    this.at += length;
    return new TextDecoder().decode(this.bytes.subarray(this.at - length, this.at));
  }

  /** @returns {Tally} */
  tally() {
    return { episodes: this.number(), wins: this.number(), draws: this.number(), losses: this.number() };
  }
}

export class FilmPiece {
  /** @param {ArrayBuffer} buffer */
  constructor(buffer) {
    const bytes = new Bytes(buffer);
    if (bytes.text(MAGIC.length) !== MAGIC) throw new Error("this is no film, or of another version");
    this.from = bytes.number();
    this.to = bytes.number();
    const rows = this.to - this.from + 1;
    const time = bytes.number();
    const [era, eraSeq] = [bytes.number(), bytes.number()];
    const [all, ofEra] = [bytes.tally(), bytes.tally()];
    /** How many beads each box has, of all boxes that there are in the end. @type {number[]} */
    this.sizes = [];
    /** What lay in the boxes before the first row, flat, and what newer boxes begin with. @type {number[]} */
    this.first = [];
    for (let boxes = bytes.number(); boxes > 0; boxes -= 1) {
      const size = bytes.number();
      this.sizes.push(size);
      for (let i = 0; i < size; i += 1) this.first.push(bytes.number());
    }
    // By row, the state before the first row being number 0.
    this.kinds = new Uint8Array(rows + 1);
    this.results = new Uint8Array(rows + 1);
    this.times = new Float64Array(rows + 1).fill(time);
    this.eras = new Uint32Array(rows + 1).fill(era);
    this.eraSeqs = new Float64Array(rows + 1).fill(eraSeq);
    this.boxes = new Uint32Array(rows + 1).fill(this.sizes.length);
    this.ends = new Uint32Array(rows + 1); // where its changes end
    this.boardOf = new Uint32Array(rows + 1);
    /** @type {Tally[]} over all eras, and in its era */
    this.tallies = [all];
    this.eraTallies = [ofEra];
    /** @type {number[]} */
    this.places = [];
    /** @type {number[]} */
    this.by = [];
    /** @type {string[]} */
    this.boards = [""];
    for (let row = 1; row <= rows; row += 1) this.row(bytes, row);
    if (bytes.at !== bytes.bytes.length) throw new Error("the film goes on behind its end");
  }

  /** @param {Bytes} bytes @param {number} row from 1 */
  row(bytes, row) {
    const head = bytes.byte();
    const before = row - 1;
    const kind = (this.kinds[row] = head & 15);
    const result = (this.results[row] = (head >> 4) & 3);
    this.times[row] = (this.times[before] ?? 0) + bytes.signed();
    if (head & 128) this.made(bytes);
    this.boxes[row] = this.sizes.length;
    this.changes(bytes, (head & 64) !== 0);
    this.ends[row] = this.places.length;
    const begins = BEGINS_ERA.has(KINDS[kind] ?? "");
    this.eras[row] = (this.eras[before] ?? 0) + (begins ? 1 : 0);
    this.eraSeqs[row] = begins ? this.from + row - 1 : (this.eraSeqs[before] ?? 0);
    const count = (/** @type {Tally|undefined} */ tally) => {
      const { episodes = 0, wins = 0, draws = 0, losses = 0 } = tally ?? {};
      if (kind !== 0) return { episodes, wins, draws, losses };
      return {
        episodes: episodes + 1,
        wins: wins + Number(result === 0),
        draws: draws + Number(result === 1),
        losses: losses + Number(result === 2),
      };
    };
    this.tallies.push(count(this.tallies[before]));
    this.eraTallies.push(count(begins ? undefined : this.eraTallies[before]));
    if (kind === 0) this.boardOf[row] = this.board(bytes);
  }

  /** @param {Bytes} bytes */
  made(bytes) {
    for (let boxes = bytes.number(); boxes > 0; boxes -= 1) {
      const [size, start] = [bytes.number(), bytes.number()];
      this.sizes.push(size);
      for (let i = 0; i < size; i += 1) this.first.push(start);
    }
  }

  /** @param {Bytes} bytes @param {boolean} same */
  changes(bytes, same) {
    const count = bytes.number();
    const one = same && count ? bytes.signed() : 0;
    let place = 0;
    for (let i = 0; i < count; i += 1) {
      place += bytes.signed();
      this.places.push(place);
      this.by.push(same ? one : bytes.signed());
    }
  }

  /** @param {Bytes} bytes */
  board(bytes) {
    const number = bytes.number();
    return number || this.boards.push(bytes.text(bytes.number())) - 1;
  }

  /** @param {number} seq */
  has(seq) {
    return seq >= this.from && seq <= this.to;
  }
}

/** What lies in the boxes at one row of a piece; goes to any other row of it, forwards or back, change by change. */
export class FilmMoment {
  /** @param {FilmPiece} piece */
  constructor(piece) {
    this.piece = piece;
    this.row = 0;
    this.beads = Float64Array.from(piece.first);
  }

  get seq() {
    return this.piece.from + this.row - 1;
  }

  /** How many boxes there are. */
  get boxes() {
    return this.piece.boxes[this.row] ?? 0;
  }

  /** @param {number} seq from the row before the piece to its last */
  go(seq) {
    const { piece, beads } = this;
    const row = Math.max(0, Math.min(piece.to - piece.from + 1, seq - piece.from + 1));
    let at = piece.ends[this.row] ?? 0;
    const end = piece.ends[row] ?? 0;
    for (; at < end; at += 1) {
      const place = piece.places[at] ?? 0;
      beads[place] = (beads[place] ?? 0) + (piece.by[at] ?? 0);
    }
    while (at > end) {
      at -= 1;
      const place = piece.places[at] ?? 0;
      beads[place] = (beads[place] ?? 0) - (piece.by[at] ?? 0);
    }
    this.row = row;
    return this;
  }

  /** What is known of it. */
  get about() {
    const { piece, row } = this;
    return {
      seq: this.seq,
      kind: row ? (KINDS[piece.kinds[row] ?? 0] ?? "episode") : null,
      result: RESULTS[piece.results[row] ?? 0] ?? "win",
      time_s: piece.times[row] ?? 0,
      era: piece.eras[row] ?? 0,
      era_seq: piece.eraSeqs[row] ?? 0,
      tally: /** @type {Tally} */ (piece.tallies[row]),
      era_tally: /** @type {Tally} */ (piece.eraTallies[row]),
      board: piece.boards[piece.boardOf[row] ?? 0] ?? "",
    };
  }

  /** How the board stood at the end of the last game that this piece has up to here; empty where it has none. */
  get lastBoard() {
    const { boardOf, boards } = this.piece;
    let row = this.row;
    while (row > 0 && !boardOf[row]) row -= 1;
    return boards[boardOf[row] ?? 0] ?? "";
  }

  /** The counts box by box. @returns {number[][]} */
  counts() {
    let from = 0;
    return this.piece.sizes.slice(0, this.boxes).map((size) => Array.from(this.beads.subarray(from, (from += size))));
  }

  /** The bead changes of this row: place and by how much. @returns {[number, number][]} */
  changes() {
    const { piece, row } = this;
    if (row === 0) return [];
    /** @type {[number, number][]} */
    const list = [];
    for (let at = piece.ends[row - 1] ?? 0; at < (piece.ends[row] ?? 0); at += 1)
      list.push([piece.places[at] ?? 0, piece.by[at] ?? 0]);
    return list;
  }
}
