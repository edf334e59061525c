/** What finds a box by its board. Loaded when it is asked for. */
const messages = {
  title: "Find my box",
  board: "The board that you set up",
  how: "For a wall of real matchboxes: touch the squares until the board is as yours. Each touch puts the next piece there.",
  howHeaps: "For a wall of real matchboxes: touch a heap until it is as yours. Each touch takes a counter away.",
  start: "As at the start",
  clear: "Clear the board",
  close: "Close",
  heap: (/** @type {string} */ heap, /** @type {number} */ size) => `Heap ${heap} of ${size}`,
  box: (/** @type {string} */ no, /** @type {string} */ turn, /** @type {string} */ beads) =>
    `Box ${no}: ${turn}, ${beads}.`,
  open: (/** @type {string} */ no) => `Open box ${no}`,
  turned: "The label shows the same board, turned or mirrored: turn your board to match it.",
  none: (/** @type {string} */ who) =>
    `No box has this board on its label. Perhaps it is not ${who}’s move, or there is nothing to choose, or no game of ${who} comes here.`,
  noneYet: (/** @type {string} */ who) => `No box has this board yet. ${who} makes a box when it first meets a board.`,
};

export default messages;
