/** Was dort steht, wo eine Antwort zugedeckt ist, und die Antworten. @type {typeof import("./en.js").default} */
const messages = {
  want: "Ich will es wissen",
  showAll: "In diesem Museum nichts zudecken",
  coverAll: "Alle Antworten wieder zudecken",
  note: (n) => `Wenn du hier ${n} Partien gespielt hast, steht es von selbst da.`,
  question:
    "Willst du wissen, wer gewinnt, wenn niemand einen Fehler macht? Und in welchen Schachteln kein Fehler mehr liegt?",
  questionWins: "Willst du wissen, wer gewinnt, wenn niemand einen Fehler macht?",
  wins: {
    first: "Wenn niemand einen Fehler macht, gewinnt, wer beginnt.",
    second: "Wenn niemand einen Fehler macht, gewinnt, wer als Zweiter zieht.",
    nobody: "Wenn niemand einen Fehler macht, gewinnt niemand.",
  },
  gold: "In einer goldenen Schachtel an der Wand ist keine Perle ein Fehler.",
  more: {
    octapawn: "Wer beginnt, kann mit einem Eckbauern gewinnen, und du beginnst.",
    extendapawn: "Gewinnen kann, wer beginnt, und das bist du.",
    "go-3x3": "Du gewinnst, wenn du in der Mitte beginnst und keinen Fehler machst.",
  },
  vote: "Wer gewinnt Caswells Damespiel, wenn niemand einen Fehler macht? Sag, was du denkst, dann siehst du es.",
  votes: ["Schwarz, das beginnt", "Weiß", "Niemand"],
  caswell: "Schwarz beginnt und gewinnt; beide Seiten zusammen ziehen 35 Mal.",
  right: "Das hast du gedacht!",
  wrong: "Du hast etwas anderes gedacht.",
  begin: (n) => `Das erste Brett. Nun kommen ${n} Züge ohne Fehler.`,
  sides: ["Schwarz", "Weiß"],
  ply: (n, of, side, move) => `Zug ${n} von ${of}, ${side}: ${move}.`,
  end: "Weiß hat keinen Stein mehr.",
  board: "Das Brett dieser Partie",
  play: "Langsam spielen",
  pause: "Anhalten",
  again: "Noch einmal",
  back: "Einen Zug zurück",
  on: "Einen Zug weiter",
};

export default messages;
