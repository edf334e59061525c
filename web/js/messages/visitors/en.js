/** What is said of the visitors who are here, and to them as they come. */
const messages = {
  nobody: "Nobody is playing just now. Who will teach it next?",
  teaching: (/** @type {number} */ n, /** @type {string} */ figure) =>
    n === 1 ? "One person is teaching it now." : `${figure} people are teaching it now.`,
  watching: (/** @type {number} */ n, /** @type {string} */ figure) =>
    n === 1 ? "One more looks on." : `${figure} more look on.`,
  noneInMuseum: "Nobody is playing just now.",
  inMuseum: (/** @type {number} */ n, /** @type {string} */ figure) =>
    n === 1 ? "One person is teaching them now." : `${figure} people are teaching them now.`,
  welcome: (/** @type {number} */ n, /** @type {string} */ figure, /** @type {string} */ who) =>
    n === 0
      ? `Hello! Nobody has taught ${who} before you.`
      : n === 1
        ? `Hello! One game has taught ${who} before you.`
        : `Hello! ${figure} games have taught ${who} before you.`,
  welcomeToMuseum: (/** @type {number} */ n, /** @type {string} */ figure) =>
    n === 0
      ? "Hello! You are the first one here."
      : n === 1
        ? "Hello! One game has taught them before you."
        : `Hello! ${figure} games have taught them before you.`,
  sign: (/** @type {string} */ colour, /** @type {string} */ shape) => `Your sign: ${shape} in ${colour}`,
  signOf: (/** @type {string} */ colour, /** @type {string} */ shape) => `${shape} in ${colour}`,
  colours: {
    violet: "violet",
    magenta: "magenta",
    raspberry: "raspberry red",
    mustard: "mustard yellow",
    sky: "sky blue",
  },
  shapes: { circle: "a circle", square: "a square", triangle: "a triangle", diamond: "a diamond", star: "a star" },
};

export default messages;
