/** Who wins Caswell's game: the visitor votes first; then the solver's line is played to its end, slowly. */
import * as api from "./api.js";
import { ask, isTold, vote, voteOf, whenChanged } from "./answers.js";
import { el } from "./dom.js";
import { cover, say } from "./know.js";
import { still } from "./motion.js";
import { short } from "./phrases.js";
import { picture } from "./picture.js";
import { LINE } from "./solved.js";
import { style } from "./style.js";
import { number } from "./language.js";

/** @typedef {import("./protocol.js").Layout} Layout */

const GAME = "checkers-5x5";
const RIGHT = "first";
const PLY_MS = 1500;
const LAST_PLY_MS = 2600; // the end is looked at longer
const SLOWER = 6; // so many plies before it
const VOTES = /** @type {const} */ (["first", "second", "nobody"]);

/** The board with its controls. @param {Layout} layout */
function played(layout) {
  let [at, timer] = [0, 0];
  const end = LINE.length - 1;
  const board = el("div", { class: "ending-board" });
  const told = el("p", { class: "cap", "data-testid": "ply" });
  const button = (/** @type {string} */ id, /** @type {string} */ text, /** @type {() => void} */ click) =>
    el("button", { type: "button", class: "btn small quiet", "data-testid": id, click }, text);
  const play = button("ending-play", say.play, () => (timer ? show(at) : run(at === end ? 0 : at)));
  const back = button("ending-back", say.back, () => show(at - 1));
  const on = button("ending-on", say.on, () => show(at + 1));
  const part = el(
    "div",
    { class: "ending", "data-testid": "ending" },
    board,
    told,
    el("div", { class: "choose" }, back, play, on),
  );

  function draw() {
    const [move, position] = /** @type {[string, string]} */ (LINE[at]);
    const next = LINE[at + 1];
    const way = next
      ? [{ bead: { name: "green", letter: "" }, moves: [next[0]], count: 1, drawn: false, odds: 0 }]
      : [];
    board.replaceChildren(picture(layout, position, way, say.board));
    told.setAttribute("aria-live", timer ? "off" : "polite"); // while it runs it would not be heard to its end
    const ply = () => say.ply(number(at), number(end), say.sides[(at - 1) % 2] ?? "", short(move));
    told.textContent = at === 0 ? say.begin(number(end)) : ply() + (at === end ? ` ${say.end}` : "");
    part.dataset.ply = String(at);
    back.setAttribute("aria-disabled", String(at === 0)); // who steps by the keyboard stays on it
    on.setAttribute("aria-disabled", String(at === end));
    play.textContent = timer ? say.pause : at === end ? say.again : say.play;
  }
  /** Stops there. @param {number} to */
  function show(to) {
    clearTimeout(timer);
    timer = 0;
    at = Math.max(0, Math.min(end, to));
    draw();
  }
  /** @param {number} from */
  function run(from) {
    if (at > 0 && !part.isConnected) return; // it was covered again
    at = from;
    timer = at < end ? window.setTimeout(() => run(at + 1), at > end - SLOWER ? LAST_PLY_MS : PLY_MS) : 0;
    draw();
  }
  if (still()) draw();
  else run(0);
  return part;
}

/** @param {Layout} [layout] the game's board, where the page knows it */
export function ending(layout) {
  const votes = el(
    "div",
    { class: "choose" },
    ...VOTES.map((who, i) =>
      el(
        "button",
        {
          type: "button",
          class: "btn small",
          "data-testid": `vote-${who}`,
          click: () => {
            vote(GAME, who);
            ask(GAME);
          },
        },
        say.votes[i] ?? "",
      ),
    ),
  );
  const place = el("div", {});
  const open = async () => {
    const board = layout ?? (await api.games()).find(({ name }) => name === GAME)?.board;
    if (!document.querySelector('link[href$="/board.css"]')) await style("board");
    if (board) place.replaceChildren(played(board));
  };
  let isOpen = false;
  const draw = () => {
    if (isTold(GAME) === isOpen) return;
    isOpen = !isOpen;
    if (isOpen) open();
    else place.replaceChildren();
  };
  const part = cover({
    games: [GAME],
    question: say.vote,
    asking: votes,
    answer: () => {
      const who = voteOf(GAME);
      return [`${say.caswell} ${who ? (who === RIGHT ? say.right : say.wrong) : ""}`.trim()];
    },
  });
  part.append(place);
  whenChanged(draw);
  draw();
  return part;
}
