/** Was eine Schachtel nach ihrem Brett sucht. Schlüssel wie in en.js. */
/** @type {typeof import("./en.js").default} */
const messages = {
  title: "Meine Schachtel finden",
  board: "Das Brett, das du aufstellst",
  how: "Für eine Wand aus echten Streichholzschachteln: tippe auf die Felder, bis das Brett wie deines aussieht. Jedes Tippen setzt die nächste Figur.",
  howHeaps:
    "Für eine Wand aus echten Streichholzschachteln: tippe auf einen Haufen, bis er wie deiner ist. Jedes Tippen nimmt einen Stein weg.",
  start: "Wie am Anfang",
  clear: "Brett leeren",
  close: "Schließen",
  heap: (heap, size) => `Haufen ${heap} mit ${size}`,
  box: (no, turn, beads) => `Schachtel ${no}: ${turn}, ${beads}.`,
  open: (no) => `Schachtel ${no} öffnen`,
  turned: "Das Etikett zeigt dasselbe Brett gedreht oder gespiegelt: dreh dein Brett, bis es passt.",
  none: (who) =>
    `Auf keinem Etikett steht dieses Brett. Vielleicht ist ${who} nicht am Zug, oder es gibt nichts zu wählen, oder keine Partie von ${who} führt hierher.`,
  noneYet: (who) => `Dieses Brett hat noch keine Schachtel. ${who} macht eine, wenn ein Brett zum ersten Mal vorkommt.`,
};

export default messages;
