/**
 * What the machine learned from the game that is over: box by box before and after, and what it did to it as a whole.
 */
import { beadOf, glass } from "./bead.js";
import { chances, drawRule, marksOf } from "./box.js";
import { stairs } from "./curve.js";
import { el, svg } from "./dom.js";
import { signOf, signPicture } from "./lesson_sign.js";
import { beadName, changeWords, drawnBead, emptiedWords } from "./phrases.js";
import { picture } from "./picture.js";
import { isChangeOf, isTold, phase, title } from "./state.js";
import { about, number, percent, rich, words } from "./language.js";
import { here } from "./root.js";
import { visitors } from "./visitors_words.js";

/** @typedef {import("./state.js").Table} Table */
/** @typedef {import("./protocol.js").Change} Change */
/** @typedef {import("./protocol.js").Strength} Strength */

const FLYING_MAX = 5;
const HEARD_MAX = 5; // changes that are spoken
const CHIPS_MAX = 24; // a topped-up machine changes by the hundred

/** Beads on their way into a box, or out of it. @param {import("./bead.js").Bead} bead @param {number} by */
function flying(bead, by) {
  const swarm = el("span", { class: `swarm ${by > 0 ? "in" : "out"}`, "aria-hidden": "true" });
  for (let i = 0; i < Math.min(FLYING_MAX, Math.abs(by)); i += 1) swarm.append(glass(bead, `small fly n${i}`));
  return swarm;
}

/**
 * The chance of the changed bead in its box, before and after.
 * @param {Table} t
 * @param {Change} change
 * @param {import("./protocol.js").Drawn|undefined} drawn
 */
function oddsOf(t, change, drawn) {
  const counts = drawn?.beads.map((bead) => bead.count) ?? t.boxes.get(change.number)?.moves.map((move) => move.beads);
  if (!counts || counts[change.bead] === undefined) return null;
  const chance = (/** @type {number} */ count) =>
    chances(
      drawRule(t),
      counts.map((own, i) => (i === change.bead ? count : own)),
    )[change.bead] ?? 0;
  return { before: chance(change.before), after: chance(change.after) };
}

/** @param {number} before @param {number} after */
function bar(before, after) {
  const part = (/** @type {string} */ name, /** @type {number} */ from, /** @type {number} */ to) => {
    const piece = el("i", { class: name });
    piece.style.setProperty("inset-inline-start", `${100 * from}%`);
    piece.style.setProperty("width", `${100 * (to - from)}%`);
    return piece;
  };
  return el(
    "span",
    { class: "bar", "aria-hidden": "true" },
    part("kept", 0, Math.min(before, after)),
    part(after > before ? "gained" : "lost", Math.min(before, after), Math.max(before, after)),
  );
}

/**
 * Two chances, so exactly that a small change is seen.
 * @param {number} before
 * @param {number} after
 * @returns {[string, string]}
 */
export function toldChances(before, after) {
  const fine = (/** @type {number} */ chance) => `${about(100 * chance)}\u00a0%`;
  const alike = before !== after && percent(before) === percent(after);
  return alike ? [fine(before), fine(after)] : [percent(before), percent(after)];
}

/** What a change did, for the eye and the ear. @param {Table} t @param {Change} change */
function toldOf(t, change) {
  const layout = /** @type {import("./protocol.js").Hello} */ (t.hello).board;
  const { lesson } = words;
  const drawn = t.trace.find((opened) => isChangeOf(opened.drawn, change))?.drawn;
  const bead =
    drawn && drawn.bead !== null ? drawnBead(t, drawn, drawn.bead) : beadOf(layout, change.bead, change.move);
  const odds = oddsOf(t, change, drawn);
  const emptied = t.boxes.get(change.number)?.beads === 0;
  const way = emptied
    ? "empty"
    : !odds || odds.after === odds.before
      ? "same"
      : odds.after > odds.before
        ? "more"
        : "less";
  const [was, is] = odds ? toldChances(odds.before, odds.after) : [number(change.before), number(change.after)];
  return {
    layout,
    drawn,
    bead,
    odds,
    was,
    is,
    effect: lesson.effect[way] ?? "",
    words: lesson.chip(words.box.name(number(change.number)), beadName(bead), was, is, lesson.heard[way] ?? ""),
  };
}

/** The lesson for the ear. @param {Table} t */
export function lessonWords(t) {
  const changes = t.learned?.changes ?? [];
  const heard = changes.slice(0, HEARD_MAX).map((change) => toldOf(t, change).words);
  return `${[changeWords(changes.map((c) => [c.number, c.before, c.after])), ...heard].join(". ")}.`;
}

/** @param {Table} t @param {Change} change */
function chip(t, change) {
  const { layout, drawn, bead, odds, was, is, effect, words: told } = toldOf(t, change);
  const label = drawn
    ? picture(
        layout,
        drawn.position,
        marksOf(t, drawn).filter((mark) => mark.drawn),
      )
    : picture(layout, change.box, [{ bead, moves: [change.move], count: 1, drawn: true, odds: 0 }]);
  const by = change.after - change.before;
  return el(
    "li",
    {
      class: `chip ${by > 0 ? "up" : "down"}`,
      "data-testid": "change",
      "data-number": change.number,
      "data-before": change.before,
      "data-after": change.after,
    },
    el("span", { class: "hear" }, told),
    el("span", { class: "chip-label", "aria-hidden": "true" }, label),
    el(
      "span",
      { class: "chip-words", "aria-hidden": "true" },
      el(
        "span",
        { class: "chip-head" },
        el("b", { class: "no" }, words.box.no(number(change.number))),
        glass(bead, "small"),
        el("strong", {}, by > 0 ? `+${by}` : `−${-by}`),
        flying(bead, by),
      ),
      odds ? bar(odds.before, odds.after) : null,
      el(
        "span",
        { class: "chip-odds" },
        el("b", {}, was),
        " → ",
        el("b", {}, is),
        " ", // where the line breaks
        el("span", { class: "effect" }, effect),
      ),
    ),
  );
}

/** @param {Table} t @param {Pick<Strength, "sides">} strength */
const sideOf = (t, strength) => strength.sides.find(({ side }) => side === t.play?.seat) ?? strength.sides[0];

/** So many of a thousand games; all or none only where it is all or none. @param {number} share */
const ofThousand = (share) =>
  number(share <= 0 ? 0 : share >= 1 - 1e-9 ? 1000 : Math.min(999, Math.max(1, Math.round(1000 * share))));

/** What the lesson did to the machine as a whole. @param {Table} t */
function whole(t) {
  const before = t.taught && sideOf(t, t.taught.before);
  const after = t.taught && sideOf(t, t.taught.after);
  if (!before || !after) return [];
  const wins = (/** @type {import("./protocol.js").Side} */ side) => ofThousand(side.random.win);
  const { lesson } = words;
  const share = (/** @type {import("./protocol.js").Side} */ side) => side.optimal.win + side.optimal.draw;
  const holds = (/** @type {import("./protocol.js").Side} */ side) => ofThousand(share(side));
  const told = share(after) < share(before) ? lesson.perfectFall : lesson.perfectRise;
  const perfect = holds(before) === holds(after) ? lesson.perfectSame(holds(after)) : told(holds(after), holds(before));
  const random =
    wins(before) === wins(after) ? lesson.randomSame(wins(after)) : lesson.randomRise(wins(after), wins(before));
  const { prizes } = /** @type {{after: Strength}} */ (t.taught).after;
  const won = prizes && t.play?.outcome === "loss" ? (prizes.table[prizes.now]?.name ?? "") : "";
  return [
    won
      ? el("span", { "data-testid": "prize-won" }, ...rich(words.prizes.won(words.prizes.names[won] ?? won)), " ")
      : "",
    el("span", { "data-testid": "strength-perfect" }, ...rich(perfect)),
    " ",
    el("span", { class: "more", "data-testid": "strength-random" }, ...rich(random)),
  ];
}

/** What to do after a game that the machine has won; nothing where nobody can beat it. @param {Table} t */
function advice(t) {
  if (t.play?.outcome !== "win" || t.spared || t.taught?.after.sides.every((side) => side.unbeatable)) return "";
  return (words.lesson.advice[t.hello?.rule ?? ""] ?? words.lesson.advice.other ?? (() => ""))(title(t));
}

/** @param {Table} t @param {Change[]} changes */
function summary(t, changes) {
  const { lesson } = words;
  const one = changes.length === 1;
  const ups = changes.filter((change) => change.after > change.before).length;
  const effect =
    ups === changes.length
      ? one
        ? lesson.moreOne
        : lesson.more
      : ups === 0
        ? one
          ? lesson.lessOne
          : lesson.less
        : "";
  return [
    effect,
    emptiedWords(
      t,
      changes.map((c) => [c.number, c.before, c.after]),
    ),
  ]
    .filter(Boolean)
    .join(" ");
}

export class Lesson {
  /** @param {HTMLElement} card */
  constructor(card) {
    this.card = card;
    this.key = "";
    this.chipsKey = "";
    this.head = el("div", { class: "heading" });
    this.line = el("p", { class: "verdict" });
    this.chips = el("ol", {});
    this.rest = el("div", { class: "lesson-life" });
    card.replaceChildren(this.head, this.line, this.chips, this.rest);
  }

  /** At a kiosk it is read, and typed in elsewhere. @param {string} code */
  codeOf(code) {
    const atKiosk = document.documentElement.classList.contains("kiosk");
    const where = { class: "muted code", "data-testid": "lesson-code" };
    return atKiosk
      ? el("span", where, words.lesson.code(code))
      : el("a", { ...where, href: here(`lesson/${code}`) }, words.lesson.code(code));
  }

  /** The visitor's sign, in which the wall for a projector lights his boxes too. @param {number} seq */
  signOf(seq) {
    const sign = signOf(seq);
    this.card.style.setProperty("--sign", sign.paint);
    return el(
      "span",
      {
        class: "sign-of",
        "data-testid": "lesson-sign",
        "data-colour": sign.colour,
        "data-shape": sign.shape,
        "data-paint": sign.paint,
      },
      signPicture(sign),
      el("span", { class: "sign-words" }, visitors.sign(visitors.colours[sign.colour], visitors.shapes[sign.shape])),
    );
  }

  /** @param {Table} t */
  draw(t) {
    if (!t.hello || phase(t) !== "over" || !isTold(t, "lesson")) {
      this.key = this.chipsKey = "";
      return;
    }
    const { learned, spared, taught } = t;
    const told = [t.play?.episode, learned?.seq, spared, t.lessonWaits, t.lessonNo, taught?.after.seq];
    const known = [t.boxesSeq > 0, t.trace.length, t.curveSeq.at(-1)];
    const key = [...told, ...known].join(" ");
    if (key === this.key) return;
    this.key = key;
    const changes = learned?.changes ?? [];
    this.drawChips(t, changes);
    const { lesson } = words;
    const said = learned ? (changes.length ? changeWords(changes.map((c) => [c.number, c.before, c.after])) : "") : "";
    const more = changes.length - CHIPS_MAX;
    this.head.replaceChildren(
      el("h2", {}, learned && changes.length ? lesson.title : lesson.nothing),
      el("span", { class: "muted" }, said, more > 0 ? ` ${lesson.remaining(more)}` : ""),
      learned?.lesson ? this.codeOf(learned.lesson) : "",
      learned?.lesson ? this.signOf(learned.seq) : "",
    );
    const effect = changes.length ? summary(t, changes) : lesson.nothingMoved;
    const next = advice(t);
    this.line.replaceChildren(
      ...(spared
        ? [t.asOf ? words.finished.nothing : lesson.frozen]
        : !learned
          ? [t.lessonWaits ? lesson[t.lessonWaits] : lesson.counting]
          : [
              `${effect} `,
              next ? el("span", { "data-testid": "advice" }, `${next} `) : "",
              ...whole(t),
              t.lessonNo
                ? el(
                    "span",
                    { class: "more", "data-testid": "lesson-no" },
                    ...rich(` ${lesson.number(number(t.lessonNo), title(t))}`),
                  )
                : "",
            ]),
    );
    if (learned) {
      this.line.dataset.testid = "learned";
      this.line.dataset.seq = String(learned.seq);
    } else delete this.line.dataset.testid;
    this.rest.replaceChildren(...(spared ? [] : this.life(t))); // a game that taught nothing is no step of its life
  }

  /** The boxes that were opened; their beads and bars move once. @param {Table} t @param {Change[]} changes */
  drawChips(t, changes) {
    const key = `${t.play?.episode} ${t.learned?.seq ?? ""} ${t.boxesSeq > 0} ${t.trace.length}`;
    if (key === this.chipsKey) return;
    this.chipsKey = key;
    const shown = changes.slice(0, CHIPS_MAX);
    this.chips.className = `chips${t.learned?.lesson ? " own" : ""} n${Math.min(5, shown.length || t.trace.length)}`;
    this.chips.replaceChildren(...(shown.length ? shown.map((change) => chip(t, change)) : this.opened(t)));
  }

  /** The machine's life up to this game, where there is room for it. @param {Table} t */
  life(t) {
    const drawing = svg(
      "svg",
      { class: "stairs", viewBox: "0 0 600 160", preserveAspectRatio: "none", "aria-hidden": "true" },
      ...stairs(
        t.curveSeq.map((seq, i) => [seq, t.curveHeight[i] ?? 0]),
        600,
        160,
      ),
    );
    return [drawing, el("span", {}, `${words.life.key}. ${words.life.last}`)];
  }

  /** The boxes that were opened in a game that moved no bead. @param {Table} t */
  opened(t) {
    const layout = /** @type {import("./protocol.js").Hello} */ (t.hello).board;
    return t.trace.map(({ drawn }) => {
      const bead = drawn.bead === null ? null : drawnBead(t, drawn, drawn.bead);
      const name = drawn.number === null ? words.box.newName : words.box.no(number(drawn.number));
      return el(
        "li",
        { class: "chip" },
        el(
          "span",
          { class: "chip-label", "aria-hidden": "true" },
          picture(
            layout,
            drawn.position,
            marksOf(t, drawn).filter((mark) => mark.drawn),
          ),
        ),
        el(
          "span",
          { class: "chip-words" },
          el("span", { class: "chip-head" }, el("b", { class: "no" }, name), bead ? glass(bead, "small") : null),
          el("span", { class: "chip-odds" }, bead ? beadName(bead) : words.box.bare),
        ),
      );
    });
  }
}
