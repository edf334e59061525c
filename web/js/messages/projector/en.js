/** What the wall for a projector says. */
const messages = {
  title: "the wall",
  page: "The wall of matchboxes",
  skip: "Skip to the plate",
  all: "See all machines",
  plate: "About this machine",
  beads: "beads in its boxes",
  life: "Its life: up a win, level a draw, down a loss",
  lessons: "Its last games",
  busy: (/** @type {string} */ games) => `${games} games in the last second!`,
  dry: "It is out of beads, and rests.",
  play: "Play it on your phone",
  look: "See it on your phone",
  film: "Its film",
  sign: (/** @type {string} */ sign) => `The visitor’s sign: ${sign}`,
  pause: "Pause",
  goOn: "Go on",
  about: (
    /** @type {string} */ boxes,
    /** @type {string} */ gold,
    /** @type {string} */ dust,
    /** @type {string} */ empty,
  ) => `${boxes} with their beads. Learned: ${gold}. Never changed: ${dust}. Empty: ${empty}.`,
  covered: (/** @type {string} */ boxes, /** @type {string} */ dust, /** @type {string} */ empty) =>
    `${boxes} with their beads. Never changed: ${dust}. Empty: ${empty}.`,
  know: "Do you want to know in how many boxes no mistake is left?",
};

export default messages;
