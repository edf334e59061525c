/** Das verschlossene Zimmer. */

/** @type {typeof import("./en.js").default} */
const messages = {
  titleOfPage: "Das verschlossene Zimmer · Menagerie", skip: "Weiter zum Zimmer", title: "Das verschlossene Zimmer", lead: "Nebenan sitzt jemand. Ihr könnt euch nicht sehen. Ihr spielt fünf Partien, und dann frage ich dich etwas.",
  paper: "Das Blatt auf deinem Tisch", win: "So gewinnst du:", next: "Ein Schiedsrichter trägt jeden Zug nach nebenan und kommt mit der Antwort zurück. Das dauert etwas. Du spielst abwechselnd Weiß und Schwarz.", think: "Sag dir nach jedem deiner Züge, was du denkst: Berühre einen von neun Sätzen. Nebenan sieht das niemand, solange ihr spielt.",
  sit: "Hinsetzen", readOnly: "Dieses Museum ist eine Kopie zum Anschauen. Nebenan sitzt niemand, darum kann hier niemand spielen.",
  door: "Die Tür nach nebenan",
  waits: "Der Schiedsrichter schaut, wer nebenan ist. Das dauert bis zu einer Viertelminute.", coming: "Einen Moment, die Tür wird geschlossen.",
  game: (n, of, side) => `Partie ${n} von ${of}: Du spielst ${side}`,
  your: "Du bist am Zug.", carries: "Der Schiedsrichter trägt deinen Zug nach nebenan.", came: (move) => `Von nebenan: ${move}.`, first: "Nebenan wird zuerst gezogen.",
  ends: { win: "Du gewinnst diese Partie.", loss: "Nebenan gewinnt diese Partie.", draw: "Niemand gewinnt diese Partie." }, soon: "Gleich beginnt die nächste Partie.",
  remarks: "Was denkst du?", remarksWhen: "Zieh zuerst, dann sag, was du denkst.",
  nine: ["Ein sicherer Zug. Der gewinnt fast bestimmt.", "Jeder hat einen Bauern weniger. Läuft es, wie ich denke, sperre ich als Nächstes.", "Wie dumm von mir!", "Ein guter Zug. Ich glaube, ich bin geschlagen.", "Da denkt niemand! Jetzt sollten keine Leichtsinnsfehler mehr kommen.", "Ein gutes Spiel. Jetzt werde ich durchschaut.", "Jetzt denkt drüben jemand, und es wird schwerer.", "Das wundert mich. War nicht klar, dass ich dann gewinne?", "Ein guter Gegner. Ich habe nur den Trick zuerst gefunden."],
  question: "Wer war nebenan?", why: "Die fünf Partien sind vorbei. Was meinst du: eine Maschine aus Streichholzschachteln oder noch ein Besucher?", machine: "Eine Maschine", person: "Ein Mensch", answer: "Nebenan wird jemand dasselbe gefragt. Einen Moment.",
  left: "Nebenan musste jemand gehen. Eine Maschine spielt mit dir weiter. Das zählt nicht.", lost: "Du warst lange weg, oder die Leitung wurde unterbrochen. Dieses Zimmer ist geschlossen, und nichts wurde gezählt.", full: "Alle Zimmer sind besetzt. Versuch es in ein paar Minuten noch einmal.", again: "Noch einmal hinsetzen",
  was: { machine: "Es war eine Maschine.", person: "Es war ein Mensch." },
  right: "Du hast es gewusst.", wrong: { machine: "Du hast sie für einen Menschen gehalten.", person: "Du hast einen Menschen für eine Maschine gehalten." }, gone: "Dieser Mensch musste vor dem Ende gehen.",
  about: { machine: "Das ist Mark I: Streichholzschachteln mit Perlen. Am Anfang wusste er nichts. Er hat aus diesen fünf Partien gelernt. Jetzt wird er zerlegt.", person: "Ein anderer Besucher dieses Museums hat mit dir gespielt, hier und jetzt. Auch er erfährt es jetzt." },
  wall: "Seine Schachteln, wie eure Partien sie gelassen haben", boxOf: (no, beads) => `Schachtel ${no}: ${beads}`,
  games: "Die Partien noch einmal", gameOf: (n, how) => `Partie ${n}. ${how}`, start: "Der Anfang", you: (move) => `Du: ${move}`, other: (move) => `Nebenan: ${move}`,
  thought: (remark) => `Du dachtest: „${remark}“`, theirs: (remark) => `Nebenan dachte jemand: „${remark}“`, drew: (no, bead) => `Aus Schachtel ${no} kam eine ${bead} Perle.`,
  empty: (no) => `Schachtel ${no} war leer, darum hat er nur geraten. Aufgeben hätte dir verraten, wer er ist.`, noBox: "Er hatte nichts zu wählen.",
  score: "Alle Besucher bisher", scoreMachine: (missed, of) => `Besucher, die mit einer Maschine spielten: ${of}. Hielten sie für einen Menschen: ${missed}.`, scorePerson: (missed, of) => `Besucher, die mit einem Menschen spielten: ${of}. Hielten ihn für eine Maschine: ${missed}.`,
  published: "2023 schrieben sehr viele Leute zwei Minuten lang mit jemand Fremdem und rieten dann. 68 von 100 hatten recht. War drüben eine Maschine, dann nur 60 von 100.", kept: "Diese vier Zahlen sind alles, was von dir bleibt.",
  story: "Wer das zuerst gemacht hat: der Forscher einer Fluglinie und zwei Schüler"
};

export default messages;
