/** What a kiosk says: its attract mode, its questions, and its set-up. Loaded at a kiosk alone. */
const messages = {
  play: "Touch to play",
  playHall: "Touch to choose a machine",
  pause: "Pause",
  goOn: "Go on",
  label: "The machine plays for show",
  question: (/** @type {string} */ boxes) => `Can ${boxes} beat you?`,
  questionMade: "Can a wall of matchboxes beat you?",
  forShow: "It plays for show: nobody is taught, and no bead moves.",
  start: (/** @type {string} */ who, /** @type {string} */ twin) => `${who} plays its twin ${twin}.`,
  startItself: (/** @type {string} */ who) => `${who} plays both sides.`,
  startAlone: (/** @type {string} */ who) => `${who} plays somebody who only guesses.`,
  twin: (/** @type {string} */ twin, /** @type {string} */ move) => `Its twin *${twin}*: ${move}.`,
  itself: (/** @type {string} */ move) => `Its other side: ${move}.`,
  random: (/** @type {string} */ move) => `The other side guesses: ${move}.`,
  other: "The other side",
  away: "The museum’s server cannot be reached just now. Everything goes on by itself as soon as it answers.",
  waiting: "One moment…",
  stillThere: "Are you still there?",
  stay: "I am still here",
  otherwise: "Touch anywhere to go on. Otherwise the next visitor’s turn begins.",
  setUp: {
    title: "Set up this kiosk",
    ruler: "How large is a millimetre?",
    rulerHow: "Hold a ruler to the screen. Make the bar as long as it says.",
    bar: (/** @type {string} */ mm) => `${mm} mm`,
    shorter: "Shorter",
    longer: "Longer",
    reach: "How far does a visitor reach?",
    reachHow:
      "Sit down before the screen, or think of a child. All that is to be touched stays beneath the dashed line.",
    lower: "Lower",
    higher: "Higher",
    reachAll: "all of the screen is within reach",
    reachPart: (/** @type {string} */ mm) => `${mm} mm above the lower edge; a sign stands above it`,
    sound: "Can it be heard?",
    tone: "Test tone",
    heard: "The test tone was played. Turn the loudspeakers up if you did not hear it.",
    heardNot: "The test tone was not played yet.",
    state: "How is it?",
    server: "The museum’s server answers.",
    serverNot: "The museum’s server does not answer: look at its network cable, and at the address.",
    kept: "This page is kept for a time when the server is away.",
    keptNot:
      "This page is not kept yet for a time when the server is away. Load it once more; it must have come by https, or from this computer.",
    screen: (/** @type {string} */ wide, /** @type {string} */ high) =>
      `The screen is ${wide} mm wide and ${high} mm high: room for fingers.`,
    screenSmall: (/** @type {string} */ wide, /** @type {string} */ high) =>
      `The screen is ${wide} mm wide and ${high} mm high: that is too small for fingers.`,
    done: "Done?",
    doneHow: "Start the kiosk with this address.",
    start: "Start this kiosk",
  },
  fault: (
    /** @type {string} */ name,
    /** @type {string} */ value,
    /** @type {string} */ low,
    /** @type {string} */ high,
  ) =>
    `For the operator of this kiosk: in its address ${name} is “${value}”; it must be a number from ${low} to ${high}.`,
};

export default messages;
