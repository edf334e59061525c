/** What a kiosk says: its attract mode, its questions, and its set-up. Loaded at a kiosk alone. */
const messages = {
  play: "Touch to play", playHall: "Touch to choose a machine", pause: "Pause", goOn: "Go on", label: "The machine plays for show",
  question: (/** @type {string} */ boxes) => `Can ${boxes} beat you?`, questionMade: "Can a wall of matchboxes beat you?", forShow: "It plays for show: nobody is taught, and no bead moves.",
  start: (/** @type {string} */ who, /** @type {string} */ twin) => `${who} plays its twin ${twin}.`, startItself: (/** @type {string} */ who) => `${who} plays both sides.`, startAlone: (/** @type {string} */ who) => `${who} plays somebody who only guesses.`,
  twin: (/** @type {string} */ twin, /** @type {string} */ move) => `Its twin *${twin}*: ${move}.`, itself: (/** @type {string} */ move) => `Its other side: ${move}.`, random: (/** @type {string} */ move) => `The other side guesses: ${move}.`,
  other: "The other side", away: "The museum’s server cannot be reached just now. Everything goes on by itself as soon as it answers.", waiting: "One moment…",
  stillThere: "Are you still there?", stay: "I am still here", otherwise: "Touch anywhere to go on. Otherwise the next visitor’s turn begins.",
  fault: (/** @type {string} */ name, /** @type {string} */ value, /** @type {string} */ low, /** @type {string} */ high) => `For the operator of this kiosk: in its address ${name} is “${value}”; it must be a number from ${low} to ${high}.`,
};

export default messages;
