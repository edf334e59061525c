/** Was das Labor sagt. */
const side = (/** @type {string} */ scope) =>
  ({
    each: "für jede Perle, die sie zog",
    last: "für die letzte Perle, die sie zog",
    "last-keep": "für die letzte Perle, die sie zog, aber nie die letzte ihrer Farbe",
    all: "",
  })[scope] ?? "";

/** @type {typeof import("./en.js").default} */
const messages = {
  title: "Das Labor",
  titleOfPage: "Das Labor · Menagerie",
  skip: "Zur Werkbank springen",
  settings: "Einstellungen",
  ruleTitle: "Was sie tut",
  foot: "Die Versuche der Bücher, noch einmal gespielt",
  lead: "Ändere die Perlen, den Lohn oder den Gegner, und sieh einer Maschine beim Leben zu. Keine Maschine des Museums wird berührt. Die Adresse enthält deine Einstellungen: Wer sie öffnet, sieht dieselben Partien.",
  machine: "Die Maschine",
  start: "Perlen jeder Farbe am Anfang",
  startOf: (turn) => `Perlen jeder Farbe in den Schachteln von Zug ${turn}`,
  win: "Nach einem Sieg",
  draw: "Nach einem Unentschieden",
  loss: "Nach einer Niederlage",
  scope: (when) => `${when}: welche Perlen`,
  each: "für jede Perle",
  last: "für die letzte Perle",
  lastKeep: "letzte Perle, wenn nicht die letzte ihrer Farbe",
  all: "alle Perlen der letzten Farbe",
  empty: "Eine leere Schachtel",
  resign: "gibt auf",
  topUp: "bekommt eine Perle jeder Farbe",
  choose: "Sie zieht",
  chance: "zufällig",
  most: "wovon sie am meisten hat",
  analyse: "Nach einer Niederlage lernt sie aus",
  blamed: "den Perlen, die darüber stehen",
  mistakeOnly: "ihrem Fehler allein, den jemand ohne Fehler ihr zeigt",
  boxes: "Gedrehte und gespiegelte Bretter",
  merged: "teilen eine Schachtel",
  unmerged: "haben je eine Schachtel",
  against: "Sie spielt gegen",
  games: "Partien in einem Leben",
  seed: "Nummer des Lebens",
  opponents: {
    random: "jemanden, der irgendwie zieht",
    optimal: "jemanden, der keine Fehler macht",
    "best-response": "die beste Antwort auf ihre Perlen",
    itself: "sich selbst",
  },
  run: "Los",
  pause: "Pause",
  one: "Eine Partie",
  again: "Von vorn",
  lives: (n) => `${n} Leben`,
  keep: "Diese Linie zum Vergleich behalten",
  another: "Ein anderes Leben",
  speed: "Tempo",
  speeds: { moves: "jeder Zug", slow: "langsam", quick: "schnell", all: "alles auf einmal" },
  even: "gleich",
  ready: "Noch ist nichts gespielt.",
  playing: (n, all) => `Partie ${n} von ${all}`,
  working: "Wird gespielt…",
  told: (end, f) =>
    `${f(end.games)} Partien: ${f(end.won)} gewonnen, ${f(end.drawn)} unentschieden, ${f(end.lost)} verloren.${end.dry_after ? ` Nach Partie ${f(end.dry_after)} war ihre erste Schachtel leer.` : ""}${end.unbeatable_after !== null ? ` Nach Partie ${f(end.unbeatable_after)} konnte niemand sie schlagen.` : ""}`,
  band: (figures, f) =>
    `${f(figures.games.runs)} Leben: im Mittel ${f(figures.won.mean)} Partien gewonnen, ${f(figures.lost.mean)} verloren. ${
      figures.dry_after.runs
        ? `In ${f(figures.dry_after.runs)} davon war die erste Schachtel leer.`
        : "Nie war die erste Schachtel leer."
    }${figures.unbeatable_after.runs ? ` In ${f(figures.unbeatable_after.runs)} konnte sie am Ende niemand schlagen.` : ""}`,
  failed: "Das Museum hat dafür gerade keine Zeit. Versuch es in einer Minute noch einmal.",
  first: "Die Schachtel, mit der sie beginnt",
  firstSeveral: "Eine Schachtel, mit der sie beginnt",
  bead: (move, n) => `${move}: ${n}`,
  copy: "Link kopieren",
  copied: "Der Link ist kopiert",
  rows: "Ihre Partien herunterladen (JSON-Zeilen)",
  print: "Drucken",
  spec: (/** @type {string} */ spec) => `menagerie experiment --spec '${spec}'`,
  command: "Dasselbe auf der Kommandozeile",
  oneMove: "Ein Zug",
  wall: "Alle ihre Schachteln",
  wallAbout: "Alle ihre Schachteln mit ihren Perlen: ein größerer Punkt sind mehr Perlen",
  wallTold: (boxes, beads, empty) => `${boxes} Schachteln, ${beads} Perlen, ${empty} leer`,
  beside: "Eine andere Regel danebenstellen",
  alone: "Die zweite Werkbank wegnehmen",
  which: "Welche Werkbank zu sehen ist",
  benches: ["Erste Werkbank", "Zweite Werkbank"],
  knownRule: "Eine bekannte Regel",
  ownRule: "meine eigene",
  box: (n) => `Schachtel ${n}`,
  begins: (game) => `Partie ${game} beginnt.`,
  opponent: (game, move) => `Partie ${game}: Die andere Seite zieht ${move}.`,
  draws: (game, box, bead, move) => `Partie ${game}, Schachtel ${box}: Sie zieht eine ${bead} Perle, ${move}.`,
  after: {
    win: (game, beads) => `Partie ${game} ist gewonnen. Perlenzahlen, die sich ändern: ${beads}.`,
    draw: (game, beads) => `Partie ${game} ist unentschieden. Perlenzahlen, die sich ändern: ${beads}.`,
    loss: (game, beads) => `Partie ${game} ist verloren. Perlenzahlen, die sich ändern: ${beads}.`,
    resigned: (game, beads) =>
      `Partie ${game}: Ihre Schachtel ist leer, sie gibt auf. Perlenzahlen, die sich ändern: ${beads}.`,
  },
  sit: "Setz dich daran",
  seatAbout:
    "Du sitzt an deiner eigenen Kopie: Niemand sonst bringt ihr etwas bei. Sie bleibt im Museum, bis du eine halbe Stunde fort bist.",
  seatSoon: "Deine Kopie wird gemacht…",
  seatTurn: "Du bist dran.",
  seatNext: "Nächste Partie",
  seatDown: "Die Leitung zum Museum ist weg; sie kommt von selbst wieder.",
  seatLost: "Deine Kopie ist weg: Das Museum war kurz geschlossen. Hier ist eine neue, die noch nichts weiß.",
  seatFull: "Gerade sitzen sehr viele an eigenen Kopien. Versuch es in ein paar Minuten wieder.",
  seatDry:
    "Ihre erste Schachtel ist leer: Sie gibt vor dem ersten Zug auf. Ein neues Leben beginnt in einigen Minuten, oder mit „Von vorn“.",
  seatAgain: "Diese Partie ist weg. Spiel die nächste.",
  table: "Die Linie als Tabelle",
  columns: { game: "Nach Partie", won: "gewonnen", drawn: "unentschieden", lost: "verloren" },
  csv: "Ihre Partien als Tabelle (CSV)",
  rules: {
    "michie-1961": "Michie, 1961",
    "scroggs-2015": "Scroggs, 2015",
    "gardner-her": "Gardner: nur Strafe",
    "gardner-reward": "Gardner: Lohn und Strafe",
    "tanner-carnival": "Tanner: nur Lohn",
    tretyakov: "Tretjakow",
    "tretyakov-propagating": "Tretjakow: Schuld geht zurück",
    "tretyakov-pruned": "Tretjakow: einzelne Perlen ruhen",
    "two-compartment": "Zwei Fächer",
    nimble: "Hight: NIMBLE",
    "nimble-two-beads": "NIMBLE mit zwei Perlen",
    "mark-two": "Sandiford: Mark II",
    "self-analysis": "Nach Samuel: nur der Fehler",
    "top-up": "Nie eine leere Schachtel",
    cs441: "CS 441, Hausaufgabe",
  },
  lines: {
    start: (start) =>
      start.includes("/")
        ? `Lege Perlen jeder Farbe in die Schachteln: ${start.split("/").join(", ")} für ihren ersten, zweiten, dritten, vierten Zug, danach 1.`
        : `Lege ${start} von jeder Farbe in jede Schachtel.`,
    draw: (choose) =>
      choose === "most"
        ? "Suche ihre Schachtel. Nimm eine Perle der Farbe, von der am meisten da ist, und mach ihren Zug."
        : "Suche ihre Schachtel. Zieh eine Perle, ohne hinzusehen, und mach ihren Zug.",
    empty: (empty) =>
      empty === "top-up"
        ? "Ist die Schachtel leer, zieh so, als läge eine Perle jeder Farbe darin."
        : "Ist die Schachtel leer, gibt sie die Partie auf.",
    after: (when, text) => {
      if (text === "0") return `${when} bewegt sich keine Perle.`;
      const [change, ...scope] = text.split("/");
      if (change === "-all") return `${when} nimm alle Perlen der Farbe heraus, die sie zuletzt zog.`;
      const n = Math.abs(Number(change));
      return `${when} ${Number(change) > 0 ? `lege ${n} dazu` : `nimm ${n} heraus`}, ${side(scope.join("-") || "each")}.`;
    },
    mistake: (text) => {
      const [change] = text.split("/");
      const n = Math.abs(Number(change));
      return `Frag nach einer Niederlage jemanden, der nie Fehler macht, welcher Zug der Fehler war. Nur für dessen Perle: ${change === "-all" ? "nimm alle ihrer Farbe heraus" : Number(change) > 0 ? `lege ${n} dazu` : `nimm ${n} heraus`}. War schon vorher alles verloren, bewegt sich keine Perle.`;
    },
    win: "Nach einem Sieg",
    tie: "Nach einem Unentschieden",
    loss: "Nach einer Niederlage",
    upkeep: (n) => `Fülle nach jeder Partie jede Farbe jeder Schachtel auf ${n} auf.`,
  },
};

export default messages;
