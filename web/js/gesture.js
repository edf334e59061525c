/**
 * A drawn move as one gesture: the box comes from its place in the wall, its drawer slides out, it is shaken, and the
 * bead rolls out and travels to its square. It changes nothing but looks, and ends with the draw that it shows.
 */
import { glass } from "./bead.js";
import { el } from "./dom.js";
import { FLIGHT_MS, SHAKE_MS, still } from "./motion.js";
import { drawnBead } from "./phrases.js";

/** @typedef {import("./state.js").Table} Table */

const FETCH_MS = 240; // from the wall to the hand, and the drawer out
const ARC = 0.16; // of the way: so much the bead rises above it

/** @param {DOMRect} rect */
const middleOf = (rect) => ({ x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 });

/** Whether the middle of it is in sight: not scrolled away, nor under something else. @param {Element} element */
function inSight(element) {
  const { x, y } = middleOf(element.getBoundingClientRect());
  const top = document.elementFromPoint(x, y);
  return top !== null && (element === top || element.contains(top));
}

export class Gesture {
  constructor() {
    this.layer = el("div", { class: "flight", "aria-hidden": "true" });
    document.body.append(this.layer);
    /** @type {Animation[]} */
    this.running = [];
    this.key = "";
  }

  /** @param {Table} t @param {import("./board.js").Board} board */
  draw(t, board) {
    const drawn = t.trace.at(-1)?.drawn;
    const key = t.drawing && !t.guessing && drawn && t.play ? `${t.play.episode} ${t.play.ply}` : "";
    if (key === this.key) return;
    this.key = key;
    for (const animation of this.running.splice(0)) animation.cancel();
    this.layer.replaceChildren();
    if (!key || !drawn || still()) return;
    const box = document.querySelector("#box .matchbox");
    if (!box) return;
    this.fetch(box, drawn.number);
    if (drawn.bead !== null && drawn.move) this.fly(box, drawnBead(t, drawn, drawn.bead), board.place(drawn.move));
  }

  /** @param {Element|null} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions} how */
  move(element, frames, how) {
    const animation = element?.animate(frames, { fill: "both", ...how });
    if (animation) this.running.push(animation);
  }

  /**
   * Out of the wall, where that is in sight; and the drawer slides out.
   * @param {Element} box
   * @param {number|null} no
   */
  fetch(box, no) {
    const drawer = box.querySelector(".drawer");
    const away = getComputedStyle(box).direction === "rtl" ? "45%" : "-45%";
    this.move(drawer, [{ transform: `translateX(${away})` }, { transform: "none" }], {
      duration: FETCH_MS,
      easing: "ease-out",
      fill: "backwards",
    });
    const place = document.querySelector(`#wall .mb[data-number="${no}"]`);
    if (!place || !inSight(place)) return;
    const [from, to] = [place.getBoundingClientRect(), (box.querySelector(".sleeve") ?? box).getBoundingClientRect()];
    if (!to.width) return;
    const ghost = /** @type {HTMLElement} */ (place.cloneNode(true));
    ghost.removeAttribute("data-testid");
    ghost.tabIndex = -1;
    Object.assign(ghost.style, {
      left: `${from.x}px`,
      top: `${from.y}px`,
      width: `${from.width}px`,
      height: `${from.height}px`,
    });
    this.layer.append(ghost);
    const scale = `scale(${to.width / from.width}, ${to.height / from.height})`;
    const there = `translate(${to.x - from.x}px, ${to.y - from.y}px) ${scale}`;
    this.move(
      ghost,
      [
        { transform: "none", opacity: 1 },
        { transform: there, opacity: 1, offset: 0.8 },
        { transform: there, opacity: 0 },
      ],
      { duration: FETCH_MS, easing: "ease-in-out" },
    );
  }

  /**
   * The bead leaves its drawer for the square.
   * @param {Element} box
   * @param {import("./bead.js").Bead} bead
   * @param {Element|null} square
   */
  fly(box, bead, square) {
    const lying = box.querySelector(".bead.drawn, .heap.drawn .bead");
    if (!lying || !square) return;
    const [from, to] = [lying.getBoundingClientRect(), square.getBoundingClientRect()];
    if (!from.width || !to.width) return; // another side of the stage is shown
    const [a, b] = [middleOf(from), middleOf(to)];
    const ball = glass(bead, "flying");
    Object.assign(ball.style, {
      left: `${from.x}px`,
      top: `${from.y}px`,
      width: `${from.width}px`,
      height: `${from.height}px`,
      fontSize: getComputedStyle(lying).fontSize,
    });
    this.layer.append(ball);
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const size = Math.min(2.4, Math.max(1, (to.width * 0.5) / from.width));
    const how = { delay: SHAKE_MS, duration: FLIGHT_MS };
    this.move(ball, [{ opacity: 0 }, { opacity: 1 }], { delay: SHAKE_MS, duration: 1 });
    this.move(
      ball,
      [
        { transform: "none" },
        { transform: `translate(${dx / 2}px, ${dy / 2 - Math.hypot(dx, dy) * ARC}px) scale(${(1 + size) / 2})` },
        { transform: `translate(${dx}px, ${dy}px) scale(${size})` },
      ],
      { ...how, easing: "ease-in-out" },
    );
    this.move(lying, [{ opacity: 1 }, { opacity: 0 }], { delay: SHAKE_MS, duration: 1, fill: "forwards" });
  }
}
