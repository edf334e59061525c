/** Die Seite einer Lektion. */

const some = (/** @type {number} */ n, /** @type {string} */ f, /** @type {string} */ bead) =>
  `${f} ${bead} ${n === 1 ? "Perle" : "Perlen"}`;

/** @type {typeof import("./en.js").default} */
const messages = {
  skip: "Weiter zur Lektion",
  title: "Eine Lektion",
  titleOf: (/** @type {string} */ no, /** @type {string} */ who) => `Lektion ${no} von ${who}`,
  titleOfPage: (/** @type {string} */ title) => `${title} · Menagerie`,
  waits: "Einen Moment, ich suche sie.",
  lead: (/** @type {string} */ day, /** @type {string} */ who, /** @type {string} */ no, /** @type {string} */ all) =>
    `Am ${day} hat jemand diese Partie gespielt, und ${who} hat daraus gelernt. Es war Partie ${no} von ${all} bis heute.`,
  ownLead: (
    /** @type {string} */ day,
    /** @type {string} */ who,
    /** @type {string} */ no,
    /** @type {string} */ all,
  ) =>
    `Am ${day} hat ${who} diese Partie gegen sich selbst gespielt und daraus gelernt. Es war Partie ${no} von ${all} bis heute.`,
  code: "Der Code dieser Lektion",
  codeHow: "Wer diesen Code hat, findet die Lektion wieder.",
  prints: { picture: "Ein Bild davon", postcard: "Eine Postkarte", receipt: "Ein Kassenzettel" },
  type: "Der Code einer Lektion",
  find: "Finden",
  ask: "Jede Lektion hat einen Code. Du siehst ihn nach einer Partie.",
  slip: (/** @type {string} */ code) =>
    `„${code}“ ist kein Code: Ein Buchstabe oder eine Ziffer stimmt nicht. Lies ihn noch einmal, Zeichen für Zeichen.`,
  none: (/** @type {string} */ code) => `Eine Lektion mit dem Code „${code}“ gibt es noch nicht.`,
  failed: "Das Museum antwortet gerade nicht. Versuch es in einer Minute noch einmal.",
  unteach: (/** @type {string} */ day) =>
    `Am ${day} hat das Museum diese Lektion zurückgenommen. Sie zählt nicht mehr.`,
  rewind: (/** @type {string} */ day, /** @type {string} */ who) =>
    `Am ${day} hat das Museum ${who} so hingestellt, wie sie vor dieser Partie war. Die Lektion zählt nicht mehr.`,
  dry: (/** @type {string} */ day, /** @type {string} */ who) =>
    `Am ${day} hatte ${who} für den Anfang keine Perlen mehr. Da begann ein neues Leben. Diese Lektion gehört zu einem alten.`,
  finished: (/** @type {string} */ day, /** @type {string} */ who) =>
    `${who} hat so gut gelernt, dass niemand sie schlagen konnte. Am ${day} begann ein neues Leben. Diese Lektion gehört zu einem alten.`,
  curator: (/** @type {string} */ day, /** @type {string} */ who) =>
    `Am ${day} hat das Museum ${who} ein neues Leben beginnen lassen. Diese Lektion gehört zu einem alten.`,
  game: "Die Partie",
  step: { back: "Zurück", play: "Zeig sie", pause: "Halt", next: "Weiter" },
  start: "Die Partie beginnt.",
  ply: (/** @type {string} */ n, /** @type {string} */ of) => `Zug ${n} von ${of}.`,
  visitor: (/** @type {string} */ move) => `Der Besuch: ${move}.`,
  machine: (/** @type {string} */ who, /** @type {string} */ move) => `${who}: ${move}.`,
  drew: (/** @type {string} */ no, /** @type {string} */ bead) => `Aus Schachtel ${no} kam eine ${bead} Perle.`,
  ends: {
    win: (/** @type {string} */ who) => `${who} gewinnt.`,
    draw: () => "Niemand gewinnt.",
    loss: () => "Der Besuch gewinnt.",
  },
  gaveUp: (/** @type {string} */ who) => `${who} gab auf: Ihre Schachtel war leer.`,
  ownEnds: {
    win: "Wer angefangen hat, gewinnt.",
    draw: "Niemand gewinnt.",
    loss: "Wer als zweiter dran war, gewinnt.",
  },
  boxes: "Was sich geändert hat",
  nothing: "Nach dieser Partie hat sich keine Perle bewegt.",
  box: (/** @type {string} */ no) => `Schachtel ${no}`,
  before: "Vorher",
  after: "Nachher",
  gave: (/** @type {number} */ n, /** @type {string} */ f, /** @type {string} */ bead) =>
    `${some(n, f, bead)} ${n === 1 ? "kam" : "kamen"} hinein.`,
  took: (/** @type {number} */ n, /** @type {string} */ f, /** @type {string} */ bead) =>
    `${some(n, f, bead)} ${n === 1 ? "kam" : "kamen"} heraus.`,
  still: (/** @type {number} */ n, /** @type {string} */ f, /** @type {boolean} */ all) =>
    n === 0
      ? "Davon ist keine mehr da."
      : all
        ? n === 1
          ? "Sie ist noch da."
          : "Alle sind noch da."
        : `${f} davon ${n === 1 ? "ist" : "sind"} noch da.`,
  drawn: (/** @type {number} */ n, /** @type {string} */ f, /** @type {string} */ bead) =>
    n === 0
      ? `Seitdem wurde hier keine ${bead} Perle gezogen.`
      : `Seitdem wurde hier ${n === 1 ? "einmal" : `${f}-mal`} eine ${bead} Perle gezogen.`,
  around: "Andere Lektionen",
  previous: "Die Lektion davor",
  next: "Die Lektion danach",
  newest: "Das ist die neueste Lektion.",
  play: (/** @type {string} */ who) => `Spiel gegen ${who}`,
  hall: "Zu allen Maschinen",
};

export default messages;
