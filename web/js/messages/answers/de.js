/** Was die Seite der bewiesenen Antworten sagt. */
const most = (/** @type {number} */ plies) => (plies === 1 ? "mit dem nächsten Zug" : `in höchstens ${plies} Zügen`);
const points = (/** @type {number} */ n) => (n === 1 ? "1 Punkt" : `${n} Punkten`);

/** @type {typeof import("./en.js").default} */
const messages = {
  title: "Wer kann immer gewinnen?",
  titleOfPage: "Wer kann immer gewinnen? · Menagerie",
  skip: "Zu den Brettern springen",
  which: "Welches Spiel",
  howMany: "Wie viele Spalten",
  lead: "Mach irgendeinen Zug, für beide Seiten. Ein Programm hat alle Wege angesehen, wie es weitergehen kann. Es sagt dir, wer immer gewinnen kann und wie bald.",
  moves: "Was jeder Zug bringt",
  counted: "Die Züge beider Seiten zählen mit. Ein Stern zeigt den besten.",
  line: "Die Züge bis hierher",
  link: "Jeder davon ist ein Link, den du einem Freund schicken kannst.",
  start: "Anfang",
  back: "Zurück",
  forward: "Vor",
  again: "Von vorn",
  working: "Das Programm denkt nach …",
  bad: "Dieser Link führt zu keinem Brett. Such dir oben ein Spiel aus.",
  failed: "Das Museum hat dafür gerade keine Zeit. Versuch es in einer Minute noch einmal.",
  names: {
    hexapawn: "Sechsbauern",
    octapawn: "Achtbauern",
    extendapawn: "Breitbauern",
    "mini-checkers": "Mini-Dame",
    "go-3x3": "Go auf 3 × 3",
    "nim-3x3": "Nim",
  },
  wide: (columns) => `Breitbauern, ${columns} Spalten`,
  asked: {
    hexapawn:
      "Martin Gardner hat dieses Spiel 1962 erfunden. Er schrieb: Wer als Zweiter zieht, kann immer gewinnen. Findest du einen ersten Zug, der Weiß rettet?",
    octapawn:
      "Richard Sites ließ einen Computer spielen. Aus der Ecke kann immer gewinnen, wer beginnt. Die Mitte hatte er noch nicht versucht.",
    extendapawn:
      "Brown hat das Brett 1965 breiter gemacht. Wer beginnt, gewinnt, wenn die Zahl der Spalten auf 1, 4, 5, 7 oder 8 endet. Probier es aus.",
    "mini-checkers":
      "Gardners kleines Damebrett. Er nannte die Felder 1 bis 8, die weißen Steine A und B und die schwarzen C und D. Schwarz beginnt, und niemand gewinnt, wenn beide gut spielen.",
    "go-3x3":
      "Jay Eliasberg schrieb an Gardner: Auf 3 × 3 Punkten kann immer gewinnen, wer in der Mitte beginnt. Probier auch eine Seite und eine Ecke.",
    "nim-3x3":
      "Drei Haufen mit je drei Steinen, das Spiel von NIMBLE. Nimm so viele du willst, aber nur von einem Haufen. Wer den letzten nimmt, gewinnt.",
  },
  tries: {
    middle: "Aus der Mitte",
    side: "Von der Seite",
    corner: "Aus der Ecke",
    whole: "Einen ganzen Haufen",
    one: "Einen Stein",
  },
  sides: { white: "Weiß", black: "Schwarz", first: "Spieler 1", second: "Spieler 2" },
  turn: (who) => `${who} ist am Zug.`,
  nobody: "Niemand kann gewinnen, wenn beide gut spielen.",
  wins: (who, plies) => `${who} kann immer gewinnen, ${most(plies)}.`,
  ahead: (who, n) => `${who} kann immer gewinnen, mit ${points(n)}.`,
  won: (who) => `${who} hat gewonnen.`,
  wonBy: (who, n) => `${who} hat mit ${points(n)} gewonnen.`,
  drawn: "Unentschieden: Niemand hat gewonnen.",
  win: (plies) => (plies === 1 ? "gewinnt sofort" : `gewinnt in ${plies}`),
  loss: (plies) => `verliert in ${plies}`,
  draw: "niemand gewinnt",
  winBy: (n) => `gewinnt mit ${points(n)}`,
  lossBy: (n) => `verliert mit ${points(n)}`,
  best: "am besten",
  larger: "Zwei, die größer sind",
  minichess: "Minischach auf 5 × 5",
  checkers: "Dame auf 5 × 5",
  minichessTold:
    "Gardner fand nicht heraus, wer gewinnt. Unser Programm kann es auch nicht: Es gibt viel zu viele Bretter. Mhalla und Prost haben es 2013 ausgerechnet: Niemand gewinnt, wenn beide gut spielen.",
  minichessMore: "Warum es keine Maschine spielt",
  checkersTold:
    "Dieses Spiel hatte jemand Caswell vorgeschlagen, und er gab es weiter. Wer gewinnt, überließ Gardner den Lesern.",
  know: "Willst du es wissen?",
  checkersAnswer:
    "Schwarz beginnt und kann immer gewinnen, in höchstens 35 Zügen. Der erste geht von c5 nach b4 oder nach d4.",
  checkersMore: "Spiel es gegen eine Maschine",
  foot: "Was die Bücher sagen und was hier herauskommt",
};

export default messages;
