/** Was die Halle sagt. Schlüssel wie in en.js. */
/** @type {typeof import("./en.js").default} */
const messages = {
  title: "Menagerie: lernende Maschinen aus Streichholzschachteln",
  lead: "304 Schachteln lernen spielen. Bring es ihnen bei.",
  key: "Zehn Perlen sind zehn Partien gegen jemanden, der keine Fehler macht. Die goldenen verlöre sie nicht.",
  skip: "Zu den Maschinen springen",
  pause: "Pause",
  goOn: "Weiter",
  rooms: {
    noughts: "Drei gewinnt",
    pawns: "Bauern",
    heaps: "Haufen",
    checkers: "Dame",
    go: "Go",
    end: "Wo Schachteln enden",
    more: "Weitere Maschinen",
  },
  ten: (n) => `Von 10 Partien gegen jemanden, der keine Fehler macht, verlöre sie ${n} nicht.`,
  story:
    "Jede dieser Maschinen ist eine Wand aus Streichholzschachteln mit bunten Perlen darin. Es gibt eine Schachtel für jedes Brett, auf dem sie wählen muss, und eine Farbe für jeden Zug. Bretter, die gedreht oder gespiegelt gleich sind, teilen sich eine Schachtel, darum kann eine Farbe für bis zu vier Züge stehen. Wo es nichts zu wählen gibt, fehlt manchmal die Schachtel. Sie spielt, indem sie eine Schachtel schüttelt und eine Perle zieht. Gewinnt sie, kommen vielleicht Perlen hinzu; verliert sie, werden vielleicht Perlen weggenommen. Mehr geschieht nicht, und doch lernt sie.",
  kept: "Jede Maschine gibt es hier nur einmal, für alle. Was du ihr beibringst, spielt sie gegen den nächsten Besucher. Hat sie alles gelernt oder keine Perlen mehr, beginnt sie ein neues Leben; aufgeschrieben bleibt jedes.",
  none: "Im Museum gibt es noch keine Maschine.",
  totals: (machines, boxes, games) => `${machines}, ${boxes}, bisher ${games} gelernt.`,
  play: "Spielen",
  fresh: "Weiß noch nichts",
  makes: "macht ihre Schachteln beim Spielen",
  finished: "hat alles gelernt",
  frozen: "eingefroren: sie spielt und lernt nichts",
  dry: "ruht, ohne Perlen",
  here: (n) => `${n} im Spiel`,
  lessons: (games) => `${games} gelernt`,
  people: "Die Leute und ihre Geschichten",
  books: "Die Versuche der Bücher, noch einmal gespielt",
  lab: "Das Labor: dein eigener Versuch",
  foot: "Die Menagerie schreibt jede Perle auf, die sich bewegt.",
  api: "Für Programmierer: die Maschinen als Daten",
  whyNoChess: "Warum es keine Maschine für Minischach gibt",
  board: "Ihr Brett",
};

export default messages;
