/** Was die Seite über Minischach erzählt. Schlüssel wie in en.js. */
/** @type {typeof import("./en.js").default} */
const messages = {
  title: "Die Maschine, die es hier nicht gibt",
  titleOfPage: "Minischach: die Maschine, die es hier nicht gibt · Menagerie",
  skip: "Zum Text springen",
  back: "Zurück zu den Maschinen, die es gibt",
  one: "Minischach ist Schach auf fünf mal fünf Feldern: König, Dame, Läufer, Springer, Turm und davor eine Reihe Bauern. Martin Gardner erzählte davon 1962 in seiner Kolumne vom März. 2013 rechneten Mhalla und Prost aus, wer gewinnt, wenn niemand einen Fehler macht. Es sieht aus wie ein Spiel für Streichholzschachteln, und doch lässt sich keine solche Maschine bauen.",
  two: "MENACE braucht 304 Schachteln, weil Drei gewinnt nicht mehr Stellungen hat, in denen sie wählen muss, wenn man gedrehte und gespiegelte nur einmal zählt. Dame auf denselben fünf mal fünf Feldern hat 821.577 Stellungen, und hier entstehen ihre Schachteln erst, wenn ein Besucher dorthin führt. Minischach hat ungefähr neun Millionen Millionen Millionen mögliche Stellungen. Bei einer Schachtel in der Sekunde dauerte es etwa 285 Milliarden Jahre, die Wand zu füllen, zwanzigmal so lange, wie es Sterne gibt, um sie zu sehen.",
  three:
    "Und kaum eine Schachtel würde zweimal geöffnet. Eine solche Maschine lernt eine Stellung, indem sie ihr wieder begegnet; von einer Stellung, die nur ähnlich ist, weiß sie nichts. Wo Stellungen nicht wiederkehren, lehren Perlen nichts.",
  question: "Willst du wissen, wer beim Minischach gewinnt?",
  answer: "Niemand: Bei bestem Spiel endet Minischach unentschieden.",
  shelf: "Drei Schriftsteller erzählten von Maschinen, die Schach spielen. Eine davon erwürgt ihren Erbauer.",
  shelfMore: "Zum Regal",
  source:
    "Martin Gardner, Mathematical Games, Scientific American, März 1962; noch einmal gedruckt 1969, als A Matchbox Game-Learning Machine. Mhalla und Prost 2013, Gardner's Minichess Variant is solved, arXiv:1307.7118.",
};

export default messages;
