/** What the machine says to who works it by hand. */
const messages = {
  on: "Now you are my hands. Make your own move first; then find my box.",
  over: "Now you are my hands, from the next game on.",
  off: "Let it work by itself",
  title: (/** @type {string} */ no) => `Box ${no}`,
  newTitle: "A new box",
  findTitle: "Find the box",
  shelf: "The boxes for this move",
  find: /** @type {Record<string, string>} */ ({
    box: "Please find my box: its label has this board. It glows.",
    row: "Please find my box: its label has this board. Its row glows.",
    none: "Please find my box: its label has this board, perhaps turned or mirrored.",
  }),
  box: (/** @type {string} */ no, /** @type {string} */ board) => `Box ${no}: ${board}`,
  glows: "it glows",
  tried: "not this one",
  showMe: "Show me",
  wrongBox: (/** @type {string} */ no) => `Box ${no} has another board. A label may be turned or mirrored: look again.`,
  mirror: (/** @type {string} */ no) => `Nearly! Box ${no} has this board mirrored. Another box has it as it is.`,
  shake: (/** @type {string} */ no) => `That is it: box ${no}. Now shake it well!`,
  shakeNew: "I had no box for this board, so here is a new one. Shake it well!",
  tilt: "Now tilt it, and the beads roll into the corner of the fence.",
  shakeIt: "Shake",
  shakePhone: "Shake your phone",
  tiltIt: "Tilt",
  read: (/** @type {string} */ bead, /** @type {string} */ letter) =>
    `In the corner: *${bead}*, ${letter}. Find ${letter} on the label, and make its move.`,
  readAlone: "Which bead is in the corner? Find it on the label, and make its move.",
  fence: (/** @type {string} */ bead) => `In the corner of the fence: ${bead}`,
  several: (/** @type {string} */ bead, /** @type {string} */ letter, /** @type {string} */ move) =>
    `In the corner: *${bead}*, ${letter}. Of its moves luck chose ${move}. Make it!`,
  means: (/** @type {string} */ bead, /** @type {string} */ letter, /** @type {string} */ move) =>
    `In the corner: *${bead}*, ${letter}. It stands for ${move}. Make that move!`,
  wrongMove: (/** @type {string} */ there, /** @type {string} */ bead) =>
    `That move is for ${there}. In the corner is ${bead}.`,
  luck: (/** @type {string} */ move) => `That fits too, but luck chose ${move}.`,
  beads: (/** @type {string} */ k, /** @type {string} */ of) => `bead work ${k} of ${of}`,
  put: (/** @type {string} */ n, /** @type {string} */ bead) => `Put *${bead}* in, ${n} to go. Touch that bead below.`,
  take: (/** @type {string} */ n, /** @type {string} */ bead) =>
    `Take *${bead}* out, ${n} to go. Touch that bead below.`,
  wrongBead: (/** @type {string} */ there, /** @type {string} */ bead) => `That is ${there}. I need ${bead}.`,
  restForMe: "Do the rest",
};

export default messages;
