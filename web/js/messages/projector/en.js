/** What the wall for a projector says. */
const messages = {
  title: "the wall", page: "The wall of matchboxes", skip: "Skip to the plate", all: "See all machines", plate: "About this machine",
  nobody: "Nobody is playing just now. Who will teach it next?",
  teaching: (/** @type {number} */ n, /** @type {string} */ figure) => (n === 1 ? "One person is teaching it now." : `${figure} people are teaching it now.`),
  watching: (/** @type {number} */ n, /** @type {string} */ figure) => (n === 1 ? "One more looks on." : `${figure} more look on.`),
  beads: "beads in its boxes", life: "Its life: up a win, level a draw, down a loss", lessons: "Its last games", busy: (/** @type {string} */ games) => `${games} games in the last second!`,
  dry: "It is out of beads, and rests.", play: "Play it on your phone", look: "See it on your phone", pause: "Pause", goOn: "Go on",
  about: (/** @type {string} */ boxes, /** @type {string} */ gold, /** @type {string} */ dust, /** @type {string} */ empty) => `${boxes} with their beads. Learned: ${gold}. Never changed: ${dust}. Empty: ${empty}.`,
  covered: (/** @type {string} */ boxes, /** @type {string} */ dust, /** @type {string} */ empty) => `${boxes} with their beads. Never changed: ${dust}. Empty: ${empty}.`, know: "Do you want to know in how many boxes no mistake is left?",
};

export default messages;
