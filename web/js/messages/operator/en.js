/** What the machine says to who works it by hand. */
const messages = {
  on: "Now you are my hands. Make your own move first; then find my box.", over: "Now you are my hands, from the next game on.", off: "Let it work by itself",
  title: (/** @type {string} */ no) => `Box ${no}`, newTitle: "A new box", findTitle: "Find the box", shelf: "The boxes for this move",
  find: /** @type {Record<string, string>} */ ({ box: "Please find my box. It has this board on its label, and it glows.", row: "Please find my box. It has this board on its label, and its row glows.",
    none: "Please find my box. It has this board on its label, perhaps turned, or as in a mirror." }),
  box: (/** @type {string} */ no, /** @type {string} */ board) => `Box ${no}: ${board}`, glows: "it glows", tried: "not this one", showMe: "Show me",
  wrongBox: (/** @type {string} */ no) => `Box ${no} has another board. Look again: a label may be turned, or as in a mirror.`,
  mirror: (/** @type {string} */ no) => `Nearly! Box ${no} has this board as in a mirror. Another box has it as it is.`,
  shake: (/** @type {string} */ no) => `That is it: box ${no}. Now shake it well!`, shakeNew: "I had no box for this board, so here is a new one. Shake it well!",
  tilt: "The beads lie anywhere. Tilt the box, and they roll into the corner of the fence.", shakeIt: "Shake", shakePhone: "Shake your phone", tiltIt: "Tilt",
  read: (/** @type {string} */ bead, /** @type {string} */ letter) => `In the corner lies *${bead}*: ${letter}. Find ${letter} on the label, and make that move for me.`,
  readAlone: "Which bead lies in the corner? Find its letter on the label, and make that move for me.", fence: (/** @type {string} */ bead) => `In the corner of the fence lies ${bead}`,
  several: (/** @type {string} */ move) => `Several places fit, and luck chose ${move}.`,
  wrongMove: (/** @type {string} */ there, /** @type {string} */ bead) => `That move is for ${there}. In the corner lies ${bead}.`, luck: (/** @type {string} */ move) => `That fits too, but luck chose ${move}.`,
  beads: (/** @type {string} */ k, /** @type {string} */ of) => `bead work ${k} of ${of}`,
  put: (/** @type {string} */ n, /** @type {string} */ bead) => `Put *${bead}* in, ${n} to go. Touch that bead below.`, take: (/** @type {string} */ n, /** @type {string} */ bead) => `Take *${bead}* out, ${n} to go. Touch that bead below.`,
  wrongBead: (/** @type {string} */ there, /** @type {string} */ bead) => `That is ${there}. I need ${bead}.`, restForMe: "Do the rest for me",
};

export default messages;
