/** Was die Maschine sagt, wenn jemand sie von Hand bedient. @type {typeof import("./en.js").default} */
const messages = {
  on: "Jetzt bist du meine Hände. Zieh zuerst selbst; dann such meine Schachtel.", over: "Von der nächsten Partie an bist du meine Hände.", off: "Die Maschine arbeitet wieder allein",
  title: (no) => `Schachtel ${no}`, newTitle: "Eine neue Schachtel", findTitle: "Such die Schachtel", shelf: "Die Schachteln für diesen Zug",
  find: { box: "Such bitte meine Schachtel. Auf ihrem Etikett ist dieses Brett, und sie leuchtet.", row: "Such bitte meine Schachtel. Auf ihrem Etikett ist dieses Brett, und ihre Reihe leuchtet.",
    none: "Such bitte meine Schachtel. Auf ihrem Etikett ist dieses Brett, vielleicht gedreht oder wie im Spiegel." },
  box: (no, board) => `Schachtel ${no}: ${board}`, glows: "sie leuchtet", tried: "diese nicht", showMe: "Zeig sie mir",
  wrongBox: (no) => `Schachtel ${no} hat ein anderes Brett. Sieh noch einmal hin: Ein Etikett kann gedreht sein oder wie im Spiegel.`,
  mirror: (no) => `Fast! Schachtel ${no} hat dieses Brett wie im Spiegel. Eine andere hat es so, wie es ist.`,
  shake: (no) => `Das ist sie: Schachtel ${no}. Jetzt schüttle sie gut!`, shakeNew: "Für dieses Brett hatte ich keine Schachtel. Hier ist eine neue. Schüttle sie gut!",
  tilt: "Die Perlen liegen irgendwo. Kipp die Schachtel, dann rollen sie in die Ecke aus Pappe.", shakeIt: "Schütteln", shakePhone: "Handy schütteln", tiltIt: "Kippen",
  read: (bead, letter) => `In der Ecke liegt *${bead}*: ${letter}. Such ${letter} auf dem Etikett und mach diesen Zug für mich.`,
  readAlone: "Welche Perle liegt in der Ecke? Such ihren Buchstaben auf dem Etikett und mach diesen Zug für mich.", fence: (bead) => `In der Ecke aus Pappe liegt ${bead}`,
  several: (move) => `Das passt an mehrere Stellen. Das Los sagt ${move}.`,
  wrongMove: (there, bead) => `Dieser Zug gehört zu ${there}. In der Ecke liegt ${bead}.`, luck: (move) => `Das passt auch, aber das Los sagt ${move}.`,
  beads: (k, of) => `Perlenarbeit ${k} von ${of}`,
  put: (n, bead) => `Leg *${bead}* hinein, noch ${n}. Tippe unten auf diese Perle.`, take: (n, bead) => `Nimm *${bead}* heraus, noch ${n}. Tippe unten auf diese Perle.`,
  wrongBead: (there, bead) => `Das ist ${there}. Ich brauche ${bead}.`, restForMe: "Mach den Rest für mich",
};

export default messages;
