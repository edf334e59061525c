/** Was die Wand für einen Projektor sagt. */
const messages = {
  title: "die Wand",
  page: "Die Wand aus Streichholzschachteln",
  skip: "Zum Schild springen",
  all: "Alle Maschinen ansehen",
  plate: "Über diese Maschine",
  beads: "Perlen in den Schachteln",
  life: "Ihr Leben: hinauf ein Sieg, geradeaus ein Unentschieden, hinab eine Niederlage",
  lessons: "Ihre letzten Partien",
  busy: (/** @type {string} */ games) => `${games} Partien in der letzten Sekunde!`,
  dry: "Ihr fehlen Perlen, sie ruht sich aus.",
  play: "Spiel mit ihr auf deinem Handy",
  look: "Sieh sie dir auf deinem Handy an",
  film: "Ihr Film",
  sign: (/** @type {string} */ sign) => `Das Zeichen dieses Besuchers: ${sign}`,
  pause: "Anhalten",
  goOn: "Weiter",
  about: (
    /** @type {string} */ boxes,
    /** @type {string} */ gold,
    /** @type {string} */ dust,
    /** @type {string} */ empty,
  ) => `${boxes} mit ihren Perlen. Gelernt: ${gold}. Nie geändert: ${dust}. Leer: ${empty}.`,
  covered: (/** @type {string} */ boxes, /** @type {string} */ dust, /** @type {string} */ empty) =>
    `${boxes} mit ihren Perlen. Nie geändert: ${dust}. Leer: ${empty}.`,
  know: "Willst du wissen, in wie vielen Schachteln kein Fehler mehr liegt?",
};

export default messages;
