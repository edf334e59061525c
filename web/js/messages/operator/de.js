/** Was die Maschine sagt, wenn jemand sie von Hand bedient. @type {typeof import("./en.js").default} */
const messages = {
  on: "Jetzt bist du meine Hände. Zieh zuerst selbst; dann such meine Schachtel.",
  over: "Von der nächsten Partie an bist du meine Hände.",
  off: "Die Maschine arbeitet wieder allein",
  title: (no) => `Schachtel ${no}`,
  newTitle: "Eine neue Schachtel",
  findTitle: "Such die Schachtel",
  shelf: "Die Schachteln für diesen Zug",
  find: {
    box: "Such bitte meine Schachtel: Ihr Etikett hat dieses Brett. Sie leuchtet.",
    row: "Such bitte meine Schachtel: Ihr Etikett hat dieses Brett. Ihre Reihe leuchtet.",
    none: "Such bitte meine Schachtel: Ihr Etikett hat dieses Brett, vielleicht gedreht oder gespiegelt.",
  },
  box: (no, board) => `Schachtel ${no}: ${board}`,
  glows: "sie leuchtet",
  tried: "diese nicht",
  showMe: "Zeig sie mir",
  wrongBox: (no) =>
    `Schachtel ${no} hat ein anderes Brett. Ein Etikett kann gedreht oder gespiegelt sein: Sieh noch einmal hin.`,
  mirror: (no) => `Fast! Schachtel ${no} hat dieses Brett gespiegelt. Eine andere hat es so, wie es ist.`,
  shake: (no) => `Das ist sie: Schachtel ${no}. Jetzt schüttle sie gut!`,
  shakeNew: "Für dieses Brett hatte ich keine Schachtel. Hier ist eine neue. Schüttle sie gut!",
  tilt: "Jetzt kipp sie, dann rollen die Perlen in die Ecke aus Pappe.",
  shakeIt: "Schütteln",
  shakePhone: "Handy schütteln",
  tiltIt: "Kippen",
  read: (bead, letter) =>
    `In der Ecke: eine *${bead}* Perle, ${letter}. Such ${letter} auf dem Etikett und mach diesen Zug.`,
  readAlone: "Welche Perle liegt in der Ecke? Such sie auf dem Etikett und mach ihren Zug.",
  fence: (bead) => `In der Ecke aus Pappe: eine ${bead} Perle`,
  several: (bead, letter, move) =>
    `In der Ecke: eine *${bead}* Perle, ${letter}. Von ihren Zügen sagt das Los ${move}. Mach ihn!`,
  means: (bead, letter, move) =>
    `In der Ecke: eine *${bead}* Perle, ${letter}. Sie steht für ${move}. Mach diesen Zug!`,
  wrongMove: (there, bead) => `Das ist der Zug für eine ${there} Perle. In der Ecke ist eine ${bead}.`,
  luck: (move) => `Das passt auch, aber das Los sagt ${move}.`,
  beads: (k, of) => `Perlenarbeit ${k} von ${of}`,
  put: (n, bead) => `Leg *${bead}* Perlen hinein, noch ${n}. Tippe unten auf so eine.`,
  take: (n, bead) => `Nimm *${bead}* Perlen heraus, noch ${n}. Tippe unten auf so eine.`,
  wrongBead: (there, bead) => `Das ist eine ${there}. Ich brauche eine ${bead}.`,
  restForMe: "Mach den Rest",
};

export default messages;
