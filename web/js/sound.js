/**
 * What a machine sounds like: made here from noise and sines, no file is loaded. It is heard only where somebody wants
 * it.
 */
import { isTold, phase } from "./state.js";

/** @typedef {import("./state.js").Table} Table */

const BEADS_MAX = 5;
const BEAD_GAP_S = 0.11;
const TOUCH_MS = 15; // a phone is felt for so long

export class Sound {
  constructor() {
    this.context = new AudioContext();
    this.out = new GainNode(this.context, { gain: 0.5 });
    this.out.connect(this.context.destination);
    const noise = new AudioBuffer({ length: this.context.sampleRate, sampleRate: this.context.sampleRate });
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
    this.noise = noise;
    /** What was heard last, by kind. @type {Record<string, string>} */
    this.heard = {};
  }

  /**
   * A burst of filtered noise.
   * @param {number} at seconds from now
   * @param {number} lasts
   * @param {number} hertz
   * @param {number} loud
   */
  hiss(at, lasts, hertz, loud) {
    const { context, noise } = this;
    const begin = context.currentTime + at;
    const source = new AudioBufferSourceNode(context, { buffer: noise, loop: true });
    const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: hertz, Q: 1.4 });
    source.connect(filter).connect(this.fading(begin, lasts, loud));
    source.start(begin, Math.random() * 0.5);
    source.stop(begin + lasts);
  }

  /**
   * A tone that dies away.
   * @param {number} at
   * @param {number} lasts
   * @param {number} hertz
   * @param {number} loud
   * @param {OscillatorType} type
   */
  tone(at, lasts, hertz, loud, type = "sine") {
    const begin = this.context.currentTime + at;
    const source = new OscillatorNode(this.context, { frequency: hertz, type });
    source.connect(this.fading(begin, lasts, loud));
    source.start(begin);
    source.stop(begin + lasts);
  }

  /** @param {number} begin @param {number} lasts @param {number} loud */
  fading(begin, lasts, loud) {
    const gain = new GainNode(this.context, { gain: 0 });
    gain.gain.setValueAtTime(loud, begin);
    gain.gain.exponentialRampToValueAtTime(0.001, begin + lasts);
    gain.connect(this.out);
    return gain;
  }

  drawer() {
    this.hiss(0, 0.22, 700, 0.35);
  }

  rattle() {
    for (let i = 0; i < 9; i += 1)
      this.hiss(0.2 + i * 0.045 + Math.random() * 0.02, 0.04, 2400 + Math.random() * 1600, 0.4);
  }

  /** A bead on wood. @param {number} [at] */
  bead(at = 0) {
    this.tone(at, 0.09, 1500 + Math.random() * 500, 0.35);
    this.hiss(at, 0.03, 3500, 0.3);
    navigator.vibrate?.(TOUCH_MS);
  }

  piece() {
    this.tone(0, 0.12, 190, 0.7, "triangle");
    this.hiss(0, 0.04, 900, 0.35);
  }

  fanfare() {
    [523, 659, 784, 1047].forEach((hertz, i) => this.tone(i * 0.13, i === 3 ? 0.9 : 0.25, hertz, 0.3, "triangle"));
  }

  /** Whether this is heard for the first time. @param {string} kind @param {string} key */
  isNew(kind, key) {
    const fresh = this.heard[kind] !== key;
    this.heard[kind] = key;
    return fresh;
  }

  /**
   * Hears what has changed on the table; nothing of what stood there when it was switched on.
   * @param {Table} t
   * @param {boolean} [silent]
   */
  draw(t, silent = false) {
    const { play } = t;
    if (!play) return;
    const now = `${play.episode} ${play.ply}`;
    const shaken = this.isNew("shake", t.drawing && !t.guessing ? now : "") && t.drawing && !t.guessing;
    const stands = this.isNew("piece", t.drawing ? `${now} drawing` : now) && play.ply > 0;
    const over = phase(t) === "over";
    const taught = this.isNew("lesson", over && isTold(t, "lesson") && t.learned ? now : "") && over && t.learned;
    const stamped = this.isNew("stamp", over && isTold(t, "stamp") ? now : "") && over && isTold(t, "stamp");
    if (silent) return;
    if (shaken) {
      this.drawer();
      this.rattle();
    }
    if (stands && !t.drawing && play.drawn?.move === play.played.at(-1)?.move) this.bead();
    if (stands) this.piece();
    if (taught) {
      const beads = (t.learned?.changes ?? []).reduce((sum, change) => sum + Math.abs(change.after - change.before), 0);
      for (let i = 0; i < Math.min(BEADS_MAX, beads); i += 1) this.bead(0.3 + i * BEAD_GAP_S);
    }
    if (stamped && play.outcome === "loss") this.fanfare();
  }
}
