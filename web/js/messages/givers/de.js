/** Welche Partien eine Perle gegeben haben. */

/** @type {typeof import("./en.js").default} */
const messages = {
  hint: "Berühre eine Perle: Welche Partien haben sie hineingelegt?",
  waits: "Einen Moment …",
  title: "Diese Partien haben sie hineingelegt",
  lesson: (code) => `Lektion ${code}`,
  day: (day, put, still) => `${day}: ${put} hinein, ${still} noch da`,
  none: "Noch keine Partie hat so eine Perle hineingelegt.",
  more: "Ältere Partien",
  failed: "Das Museum antwortet gerade nicht.",
};

export default messages;
