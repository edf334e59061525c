/** What a visitor wins at a machine that pays prizes: they grow as it gets better. Loaded only at such a machine. */
import { el } from "./dom.js";
import { here } from "./root.js";
import { about, rich, words } from "./language.js";

/** @typedef {import("./protocol.js").Prizes} Prizes */

/** A prize in the page's language. @param {Prizes} prizes @param {number} [row] */
export const prizeName = ({ now, table }, row = now) =>
  words.prizes.names[table[row]?.name ?? ""] ?? table[row]?.name ?? "";

/** The card with the whole table. @param {HTMLElement} card @param {string} machine @param {Prizes} prizes */
export function drawPrizes(card, machine, prizes) {
  const { prizes: told } = words;
  const key = JSON.stringify(prizes);
  if (card.dataset.key === key) return;
  card.dataset.key = key;
  card.hidden = false;
  card.replaceChildren(
    el("div", { class: "heading" }, el("h2", {}, told.title), el("span", { class: "muted" }, told.why)),
    el(
      "p",
      { "data-testid": "prize-now" },
      ...rich(told.now(prizeName(prizes))),
      " ",
      prizes.one_in === null ? told.nobody : told.oneIn(about(prizes.one_in)),
    ),
    el(
      "ol",
      { class: "prizes" },
      ...prizes.table.map(({ from_one_in: from }, i) =>
        el(
          "li",
          {
            class: i === prizes.now ? "now" : i < prizes.now ? "past" : "",
            "aria-current": i === prizes.now ? "true" : null,
          },
          el("span", {}, prizeName(prizes, i)),
          el("small", {}, i === 0 ? told.begin : told.from(about(from))),
        ),
      ),
    ),
    el(
      "p",
      {},
      el(
        "a",
        {
          class: "btn small quiet",
          href: here(`api/v1/machines/${encodeURIComponent(machine)}/labels.pdf?ticket=1`),
          download: `${machine}-tickets.pdf`,
          "data-testid": "ticket",
        },
        told.ticket,
      ),
    ),
  );
}
