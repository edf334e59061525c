/** Styles that only a part loaded late needs come with it. */
import { el } from "./dom.js";
import { here } from "./root.js";

/** Resolves once the style counts, or cannot be had. @param {string} name @returns {Promise<void>} */
export const style = (name) =>
  new Promise((done) => {
    document.head.append(
      el("link", { rel: "stylesheet", href: here(`css/${name}.css`), load: () => done(), error: () => done() }),
    );
  });
