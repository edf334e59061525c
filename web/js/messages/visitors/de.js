/** Was von den Besuchern gesagt wird, die da sind, und zu ihnen, wenn sie kommen. */
/** @type {typeof import("./en.js").default} */
const messages = {
  nobody: "Gerade spielt niemand. Wer bringt ihr als Nächstes etwas bei?",
  teaching: (n, figure) =>
    n === 1 ? "Gerade bringt ihr jemand etwas bei." : `${figure} Leute bringen ihr gerade etwas bei.`,
  watching: (n, figure) => (n === 1 ? "Noch jemand schaut zu." : `${figure} weitere schauen zu.`),
  noneInMuseum: "Gerade spielt niemand.",
  inMuseum: (n, figure) =>
    n === 1 ? "Gerade bringt ihnen jemand etwas bei." : `${figure} Leute bringen ihnen gerade etwas bei.`,
  welcome: (n, figure, who) =>
    n === 0
      ? `Hallo! Vor dir hat noch niemand ${who} etwas beigebracht.`
      : n === 1
        ? `Hallo! Vor dir hat ${who} aus einer Partie gelernt.`
        : `Hallo! Vor dir hat ${who} aus ${figure} Partien gelernt.`,
  welcomeToMuseum: (n, figure) =>
    n === 0
      ? "Hallo! Vor dir war noch niemand hier."
      : n === 1
        ? "Hallo! Vor dir lernten sie aus einer Partie."
        : `Hallo! Vor dir lernten sie aus ${figure} Partien.`,
  sign: (colour, shape) => `Dein Zeichen: ${shape} in ${colour}`,
  signOf: (colour, shape) => `${shape} in ${colour}`,
  colours: { violet: "Violett", magenta: "Magenta", raspberry: "Himbeerrot", mustard: "Senfgelb", sky: "Himmelblau" },
  shapes: {
    circle: "ein Kreis",
    square: "ein Quadrat",
    triangle: "ein Dreieck",
    diamond: "eine Raute",
    star: "ein Stern",
  },
};

export default messages;
