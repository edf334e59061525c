/** Was ein Kiosk sagt. Schlüssel wie in en.js. */
/** @type {typeof import("./en.js").default} */
const messages = {
  play: "Berühren und spielen", playHall: "Berühren und eine Maschine wählen", pause: "Pause", goOn: "Weiter", label: "Die Maschine spielt zur Schau",
  question: (boxes) => `Können dich ${boxes} schlagen?`, questionMade: "Kann dich eine Wand aus Streichholzschachteln schlagen?", forShow: "Sie spielt zur Schau: sie lernt nichts daraus, und keine Perle bewegt sich.",
  start: (who, twin) => `${who} spielt gegen den Zwilling ${twin}.`, startItself: (who) => `${who} spielt beide Seiten.`, startAlone: (who) => `${who} spielt gegen jemanden, der nur rät.`,
  twin: (twin, move) => `Ihr Zwilling *${twin}*: ${move}.`, itself: (move) => `Ihre andere Seite: ${move}.`, random: (move) => `Die andere Seite rät: ${move}.`,
  other: "Die andere Seite", away: "Der Server des Museums ist gerade nicht zu erreichen. Sobald er antwortet, geht alles von selbst weiter.", waiting: "Einen Moment …",
  stillThere: "Bist du noch da?", stay: "Ich bin noch da", otherwise: "Berühre den Bildschirm, dann geht es weiter. Sonst ist der nächste Besucher an der Reihe.",
  fault: (name, value, low, high) => `Für den Betreiber dieses Kiosks: in seiner Adresse ist ${name} „${value}“; es muss eine Zahl von ${low} bis ${high} sein.`,
};

export default messages;
