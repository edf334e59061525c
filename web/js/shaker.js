/**
 * A phone that is shaken: three hard jerks within a second. It is felt only while somebody wants it, and where page and
 * browser let it.
 */

const HARD = 13; // m/s²: a phone that is only carried stays below
const JERKS = 3;
const WITHIN_MS = 1000;
const APART_MS = 70; // nearer ones are the same jerk
const GRAVITY = 9.8;

/** What browsers have, and the types do not know. @type {{requestPermission?: () => Promise<string>}|undefined} */
const motion = /** @type {any} */ (globalThis).DeviceMotionEvent;

export class Shaker {
  /** @param {() => void} shaken */
  constructor(shaken) {
    this.shaken = shaken;
    /** @type {number[]} when it was jerked */
    this.jerks = [];
    this.may = motion !== undefined && typeof motion.requestPermission !== "function";
    this.wanted = false;
    const name = /** @type {PermissionName} */ (/** @type {unknown} */ ("accelerometer"));
    if (motion && !this.may)
      navigator.permissions?.query({ name }).then(
        ({ state }) => state === "granted" && this.allow(),
        () => {},
      ); // where it is no secret, nobody is asked
    this.feel = (/** @type {DeviceMotionEvent} */ event) => this.take(event);
  }

  /** Whether the visitor has to be asked, by a touch. */
  get asks() {
    const policy = /** @type {any} */ (document).featurePolicy;
    return (
      !this.may
      && matchMedia("(pointer: coarse)").matches
      && typeof motion?.requestPermission === "function"
      && policy?.allowsFeature?.("accelerometer") !== false
    );
  }

  /** The browser asks the visitor. @returns {Promise<void>} */
  async ask() {
    if ((await motion?.requestPermission?.().catch(() => "")) === "granted") this.allow();
  }

  allow() {
    this.may = true;
    if (this.wanted) this.start();
  }

  start() {
    this.stop();
    this.wanted = true;
    if (this.may) addEventListener("devicemotion", this.feel);
  }

  stop() {
    this.jerks = [];
    this.wanted = false;
    removeEventListener("devicemotion", this.feel);
  }

  /** @param {DeviceMotionEvent} event */
  take({ acceleration, accelerationIncludingGravity }) {
    const size = (/** @type {DeviceMotionEventAcceleration|null} */ of) =>
      of && of.x !== null ? Math.hypot(of.x ?? 0, of.y ?? 0, of.z ?? 0) : null;
    const force = size(acceleration) ?? Math.abs((size(accelerationIncludingGravity) ?? GRAVITY) - GRAVITY);
    const now = performance.now();
    if (force < HARD || now - (this.jerks.at(-1) ?? -WITHIN_MS) < APART_MS) return;
    this.jerks = [...this.jerks.filter((at) => now - at < WITHIN_MS), now];
    if (this.jerks.length < JERKS) return;
    this.jerks = [];
    this.shaken();
  }
}
