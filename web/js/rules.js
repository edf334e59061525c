/** The rules' place on the stage. What is in it comes when they are opened. */

/** @typedef {import("./protocol.js").Layout} Layout */

const KEY = "menagerie rules";
const key = (/** @type {string} */ game) => `${KEY} ${game}`;

/** Whether the visitor has seen this game's rules. @param {string} game */
function known(game) {
  try {
    return localStorage.getItem(key(game)) !== null;
  } catch {
    return false;
  }
}

/** @param {string} game */
function remember(game) {
  try {
    localStorage.setItem(key(game), "1");
  } catch {
    // the rules will be shown again
  }
}

/** Open beside the box on a visitor's first game of that kind, and in its place at every touch of the button. */
export class RulesPanel {
  /**
   * @param {HTMLElement} panel
   * @param {HTMLElement} button
   * @param {() => void} changed the visitor has opened or shut it
   */
  constructor(panel, button, changed) {
    this.panel = panel;
    this.changed = changed;
    this.card = import("./rules_card.js"); // with the page, so that a first visit's rules are there with the board
    this.button = button;
    this.game = this.over = "";
    /** @type {(() => void)|null} */
    this.fill = null;
    this.isNew = false; // the visitor has not seen this game's rules
    this.asked = false; // the visitor opened it: it stays until the visitor closes it, or the game is over
    button.addEventListener("click", () => {
      this.asked = this.panel.hidden;
      this.touch(this.panel.hidden);
    });
  }

  /** @param {string} game @param {Layout} layout @param {"first"|"second"} seat the visitor's */
  set(game, layout, seat) {
    this.game = game;
    this.fill = async () => {
      const { rulesCard } = await this.card;
      this.panel.replaceChildren(...rulesCard(game, layout, seat, () => this.touch(false)));
    };
    this.isNew = !known(game);
    this.open(this.isNew);
  }

  /** The visitor opens it, or shuts it. @param {boolean} open */
  touch(open) {
    this.open(open);
    this.changed();
  }

  /** @param {boolean} open */
  open(open) {
    if (this.game && !open) remember(this.game);
    if (open) {
      this.fill?.();
      this.fill = null;
    }
    this.panel.classList.toggle("beside", !this.asked);
    this.panel.hidden = !open;
    this.button.setAttribute("aria-expanded", String(open));
  }

  /** There is no game to play: what else is there comes first, and the rules stay unseen. */
  stepAside() {
    if (this.asked || this.panel.hidden) return;
    this.panel.hidden = true;
    this.button.setAttribute("aria-expanded", "false");
  }

  /**
   * A game has begun, or one is over: what happens on the stage is to be seen.
   * @param {string} over the episode that has just ended, or ""
   */
  yield(over) {
    const ended = over !== "" && over !== this.over;
    this.over = over;
    if (!this.panel.hidden && (ended || !this.asked)) this.open(false);
  }
}
