/** The wall's sounds: a bell where beads are added, a low string where beads are taken, its pitch by the box. */
import { Sound } from "./sound.js";

const VOICES_MAX = 15;
const BELL_S = 1.3;
const STRING_S = 0.9;
const SCALE = [0, 2, 4, 7, 9]; // five tones to the octave sound well together

export class WallSound extends Sound {
  constructor() {
    super();
    /** @type {number[]} when each voice ends */
    this.ends = [];
  }

  /** @param {number} no the box @param {number} beads that came or went */
  lesson(no, beads) {
    const now = this.context.currentTime;
    this.ends = this.ends.filter((end) => end > now);
    if (!beads || this.ends.length >= VOICES_MAX) return;
    const tone = (SCALE[no % 5] ?? 0) + 12 * (Math.floor(no / 5) % 2);
    this.ends.push(now + (beads > 0 ? BELL_S : STRING_S));
    if (beads > 0) this.bell(523 * 2 ** (tone / 12));
    else this.tone(0, STRING_S, 82 * 2 ** (tone / 12), 0.16, "sawtooth");
  }

  /** @param {number} hertz */
  bell(hertz) {
    this.tone(0, BELL_S, hertz, 0.16);
    this.tone(0, BELL_S / 2, hertz * 2.76, 0.05);
  }
}
