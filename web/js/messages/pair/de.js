/** Was die Seite der zwei Maschinen sagt. */
/** @type {typeof import("./en.js").default} */
const messages = {
  title: "Zwei Maschinen an einem Brett",
  titleOfPage: "Zwei Maschinen an einem Brett · Menagerie",
  skip: "Zu den Maschinen springen",
  presets: "Wer spielt",
  how: "Link und Befehl dazu",
  foot: "Was von solchen Paaren gedruckt ist, und was hier herauskommt",
  lead: "Beide lernen aus jeder Partie. Ist eine Schachtel leer, gibt ihre Maschine auf. Die Glocke läutet, wenn eine von beiden zum letzten Mal gewonnen hat.",
  names: {
    rat: "RAT gegen HER",
    marktwo: "Mark II gegen HER",
    them: "THEM, bis eine jedes Mal gewinnt",
    himher: "HIM gegen HER",
  },
  about: {
    rat: "John House aus Waterville in Ohio baute RAT, um gegen HER anzufangen. Nach achtzehn Partien gab RAT auf: Alle weiteren würde HER gewinnen.",
    marktwo:
      "Mark II von Peter Sandiford kann nicht lange gewinnen. Sie bekommt Perlen für jeden Zug, den sie durchhält, und lernt, langsam zu verlieren.",
    them: "John Chambers aus Toronto nannte zwei solche Maschinen THEM. Andrea Weiland, siebte Klasse, Chicago, ließ zwei spielen, bis eine jedes Mal zu gewinnen gelernt hatte.",
    himher:
      "Martin Gardner riet seinen Lesern, eine zweite Maschine zu bauen und die beiden gegeneinander spielen zu lassen. Sie beginnen abwechselnd. HIM bekommt für Siege auch Perlen; HER verliert nur welche.",
  },
  players: { rat: "RAT", marktwo: "Mark II", them: "THEM, die eine", weiland: "THEM, die andere" },
  run: "Los",
  pause: "Pause",
  one: "Eine Partie",
  again: "Ein anderes Leben",
  speed: "Tempo",
  speeds: { slow: "langsam", quick: "schnell", all: "alles auf einmal" },
  game: (n, of) => `Partie ${n} von ${of}`,
  ready: "Bereit",
  wins: (n) => `${n} gewonnen`,
  working: "Einen Moment …",
  resigns: (who) => `${who}: „Ich gebe auf.“ Die Schachtel ist leer.`,
  won: (who) => `${who} gewinnt.`,
  drawn: "Niemand gewinnt.",
  bell: (who, game) => `Ding! Partie ${game} war die letzte, die ${who} gewann.`,
  over: (one, won, two, lost) => `${one} gewann ${won}, ${two} gewann ${lost}.`,
  spec: (/** @type {string} */ spec) => `menagerie experiment --spec '${spec}'`,
  failed: "Das Museum hat dafür gerade keine Zeit. Versuch es in einer Minute noch einmal.",
};

export default messages;
