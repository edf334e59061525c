/** Was die Seite mit dem Film eines Lebens sagt. @type {typeof import("./en.js").default} */
const messages = {
  title: "Der Film eines Lebens", titleOfPage: "Der Film eines Lebens · Menagerie", skip: "Zum Film springen", table: "Zum Tisch der Maschine", toWall: "Zu ihrer Wand, wie sie jetzt ist", wall: "Die Schachteln von damals",
  titleOf: (who) => `Der Film von ${who} · Menagerie`, filmOf: (who) => `Der Film von ${who}`,
  lead: (who) => `Das ist das ganze Leben von ${who}, Lektion für Lektion. Schiebe den Regler, und jede Schachtel ist wie damals. Die Linie steigt, wenn sie gewinnt, und fällt, wenn sie verliert.`,
  slider: "Zu einer Lektion gehen", go: "Der Film", play: "Abspielen", pause: "Anhalten", begin: "Zum Anfang", back: "Eine Lektion zurück", on: "Eine Lektion weiter", end: "Zur neuesten Lektion",
  speed: "Tempo", speeds: { slow: "langsam", quick: "schnell", whole: "ein Leben in 30 s" },
  lesson: (n) => `Lektion ${n}`, of: (all) => `von ${all} Zeilen`, row: (n, all) => `Zeile ${n} von ${all}`, life: (n) => `Leben ${n}`, begins: (n) => `Leben ${n} beginnt`,
  ended: { win: "Die Maschine gewann", draw: "Niemand gewann", loss: "Die Maschine verlor", itself: "Sie spielte gegen sich selbst" },
  tally: (won, drawn, lost) => `In diesem Leben hat sie ${won} gewonnen, ${lost} verloren, ${drawn} gingen unentschieden aus.`,
  board: "Das Brett am Ende der letzten Partie", game: "Die letzte Partie", boxes: "Was diese Lektion änderte",
  wallAbout: "Alle ihre Schachteln mit ihren Perlen: ein größerer Punkt sind mehr Perlen", wallTold: (boxes, beads, empty) => `${boxes} Schachteln, ${beads} Perlen, ${empty} leer`,
  find: "Sieh in Schachtel", look: "Öffnen", then: (row) => `nach Zeile ${row}`, more: (beads) => `${beads} mehr`, less: (beads) => `${beads} weniger`,
  here: "Spiel gegen sie, wie sie hier war", hereWhy: "Sie spielt wie damals. Aus deiner Partie lernt sie nichts.", good: "Wie gut war sie hier?",
  change: "Was hat sich am meisten geändert?", remember: "Mit diesem Moment vergleichen", changed: (then, now, boxes) => `Von Zeile ${then} bis Zeile ${now}: ${boxes} geändert.`,
  marks: "Was sonst geschah", plaque: "Von hier an konnte niemand sie schlagen", dry: "Die letzte Perle zum Eröffnen kam weg",
  late: "Einen Moment …", away: "Das Museum antwortet nicht. Versuch es in einer Minute noch einmal.", noMachine: "Hier gibt es keine Maschine mit diesem Namen.",
};

export default messages;
