/** Which games gave a bead. Loaded when a box is looked at. */
const messages = {
  hint: "Touch a bead: which games put it in?",
  waits: "One moment …",
  title: "These games put them in",
  lesson: (/** @type {string} */ code) => `Lesson ${code}`,
  day: (/** @type {string} */ day, /** @type {string} */ put, /** @type {string} */ still) =>
    `${day}: ${put} went in, ${still} still here`,
  none: "No game has put any of these in yet.",
  more: "Older games",
  failed: "The museum does not answer just now.",
};

export default messages;
