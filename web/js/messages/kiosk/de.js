/** Was ein Kiosk sagt. Schlüssel wie in en.js. */
/** @type {typeof import("./en.js").default} */
const messages = {
  play: "Berühren und spielen",
  playHall: "Berühren und eine Maschine wählen",
  pause: "Pause",
  goOn: "Weiter",
  label: "Die Maschine spielt zur Schau",
  question: (boxes) => `Können dich ${boxes} schlagen?`,
  questionMade: "Kann dich eine Wand aus Streichholzschachteln schlagen?",
  forShow: "Sie spielt zur Schau: sie lernt nichts daraus, und keine Perle bewegt sich.",
  start: (who, twin) => `${who} spielt gegen den Zwilling ${twin}.`,
  startItself: (who) => `${who} spielt beide Seiten.`,
  startAlone: (who) => `${who} spielt gegen jemanden, der nur rät.`,
  twin: (twin, move) => `Ihr Zwilling *${twin}*: ${move}.`,
  itself: (move) => `Ihre andere Seite: ${move}.`,
  random: (move) => `Die andere Seite rät: ${move}.`,
  other: "Die andere Seite",
  away: "Der Server des Museums ist gerade nicht zu erreichen. Sobald er antwortet, geht alles von selbst weiter.",
  waiting: "Einen Moment …",
  stillThere: "Bist du noch da?",
  stay: "Ich bin noch da",
  otherwise: "Berühre den Bildschirm, dann geht es weiter. Sonst ist der nächste Besucher an der Reihe.",
  setUp: {
    title: "Diesen Kiosk einrichten",
    ruler: "Wie groß ist ein Millimeter?",
    rulerHow: "Halte ein Lineal an den Bildschirm. Mach den Balken so lang, wie er sagt.",
    bar: (mm) => `${mm} mm`,
    shorter: "Kürzer",
    longer: "Länger",
    reach: "Wie weit reicht ein Besucher?",
    reachHow:
      "Setz dich vor den Bildschirm, oder denk an ein Kind. Alles zum Berühren bleibt unter der gestrichelten Linie.",
    lower: "Tiefer",
    higher: "Höher",
    reachAll: "der ganze Bildschirm ist zu erreichen",
    reachPart: (mm) => `${mm} mm über dem unteren Rand; darüber steht ein Schild`,
    sound: "Ist er zu hören?",
    tone: "Probeton",
    heard: "Der Probeton wurde gespielt. Dreh die Lautsprecher auf, wenn du ihn nicht gehört hast.",
    heardNot: "Der Probeton wurde noch nicht gespielt.",
    state: "Wie geht es ihm?",
    server: "Der Server des Museums antwortet.",
    serverNot: "Der Server des Museums antwortet nicht: sieh nach dem Netzwerkkabel und nach der Adresse.",
    kept: "Diese Seite ist aufgehoben für die Zeit, in der der Server fort ist.",
    keptNot:
      "Diese Seite ist noch nicht aufgehoben für die Zeit, in der der Server fort ist. Lade sie noch einmal; sie muss über https oder von diesem Rechner gekommen sein.",
    screen: (wide, high) => `Der Bildschirm ist ${wide} mm breit und ${high} mm hoch: Platz genug für Finger.`,
    screenSmall: (wide, high) =>
      `Der Bildschirm ist ${wide} mm breit und ${high} mm hoch: das ist zu klein für Finger.`,
    done: "Fertig?",
    doneHow: "Starte den Kiosk mit dieser Adresse.",
    start: "Diesen Kiosk starten",
  },
  fault: (name, value, low, high) =>
    `Für den Betreiber dieses Kiosks: in seiner Adresse ist ${name} „${value}“; es muss eine Zahl von ${low} bis ${high} sein.`,
};

export default messages;
