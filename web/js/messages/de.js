/** Alle Wörter, die Besucher lesen oder hören, auf Deutsch. Schlüssel und Parameter wie in en.js. */

/** @param {number} n @param {string} figure @param {string} one @param {string} many */
const some = (n, figure, one, many) => `${figure} ${n === 1 ? one : many}`;
/** @param {string[]} all */
const list = (all) => (all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} und ${all.at(-1)}`);

/** @type {typeof import("./en.js").default} */
const messages = {
  site: {
    name: "Menagerie", tagline: "Lernende Maschinen aus Streichholzschachteln", nav: "Das Museum", hall: "Halle", rules: "Regeln", sound: "Ton", language: "Sprache", minichess: "Minischach", stories: "Geschichten", books: "Die Bücher", lab: "Labor",
    titleOf: (page) => `${page} · Menagerie`,
    readOnly: "Dies ist eine Kopie eines Museums zum Anschauen: Hier spielt niemand, und keine Maschine lernt etwas. Jede Schachtel, jede Kurve und jeder Download ist so, wie er war, als die Kopie gemacht wurde.",
    readOnlyLead: "Schau, was sie gelernt haben", readOnlyPlay: "Ansehen", readOnlyTurn: "Hier spielt niemand",
    reconnecting: "Verbindung wird wieder aufgebaut …", reconnectingKept: "Verbindung wird wieder aufgebaut … Deine Partie bleibt erhalten.",
    refused: (why) => `Die Verbindung zum Spielen wird abgelehnt. Für den Betreiber dieses Museums: ${why}`,
    refusedUnknown: "Zwischen dieser Seite und dem Server lässt etwas keine WebSocket-Verbindungen durch. Ein Proxy muss die Kopfzeilen Upgrade, Connection und Host weitergeben.",
    cut: (s) => `Die Verbindung zum Spielen wird immer wieder nach ${s} Sekunden getrennt; die Partie geht weiter. Für den Betreiber dieses Museums: Ein Proxy vor dem Server wartet nicht lange genug. Er muss einen stillen WebSocket mindestens 90 Sekunden offen lassen.`,
  },
  count: {
    beads: (n, f) => some(n, f, "Perle", "Perlen"), boxes: (n, f) => some(n, f, "Schachtel", "Schachteln"), matchboxes: (n, f) => some(n, f, "Streichholzschachtel", "Streichholzschachteln"),
    games: (n, f) => some(n, f, "Partie", "Partien"), machines: (n, f) => some(n, f, "Maschine", "Maschinen"), moves: (n, f) => some(n, f, "Zug", "Zügen"), days: (n, f) => some(n, f, "Tag", "Tagen"),
    seconds: (f) => `${f} s`, minutes: (f) => `${f} min`, hours: (f) => `${f} h`, ago: (span) => `vor ${span}`,
  },
  beads: { white: "weiße", lilac: "lila", silver: "silberne", black: "schwarze", gold: "goldene", green: "grüne", amber: "orange", red: "rote", pink: "rosa", blue: "blaue", turquoise: "türkise", brown: "braune" },
  pieces: { empty: "leer", cross: "Kreuz", nought: "Kreis", crosses: "die Kreuze", noughts: "die Kreise", whitePawn: "weißer Bauer", blackPawn: "schwarzer Bauer", whiteMan: "weißer Stein", blackMan: "schwarzer Stein", whiteKing: "weiße Dame", blackKing: "schwarze Dame", whiteStone: "weißer Stein", blackStone: "schwarzer Stein" },
  sides: { white: "Weiß", black: "Schwarz", cross: "×", nought: "○",
    machineStarts: (who) => `${who} beginnt`, youStart: "Du beginnst", plays: (side) => `Du spielst ${side}`, youAre: (start, side) => `${start}; du spielst ${side}`, youPlay: (start, side) => `${start}; du spielst ${side}` },
  moves: {
    pass: "sie passt", takes: (n, heap) => `sie nimmt ${n} vom Haufen ${heap}`, plays: (at) => `sie setzt auf ${at}`, steps: (from, to) => `${from} nach ${to}`, jumps: (from, to) => `${from} springt nach ${to.join(", dann nach ")}`, captures: (from, to) => `${from} schlägt ${to}`,
    youPass: "Du hast gepasst", youTook: (n, heap) => `Du hast ${n} vom Haufen ${heap} genommen`, youPlayed: (move) => `Du hast ${move} gespielt`, takeFrom: (n, heap) => `${n} von ${heap}`, passes: "passen", take: (n) => `${n} nehmen`,
  },
  board: {
    name: "Das Brett", heaps: "Die Haufen", pass: "Passen", cell: (at, piece) => `${at}, ${piece}`, chosen: "gewählt", play: "hier kannst du setzen", move: "kannst du ziehen", to: "dorthin kannst du ziehen", capture: "kannst du schlagen",
    heap: (heap, size, take) => `Haufen ${heap} mit ${size}: ${take === size ? "alle" : take} nehmen`, notNow: "jetzt nicht", skip: "Zum Brett springen", rest: "Sonst ist es leer.",
    welcome: (who, sides) => `Du spielst gegen ${who}. ${sides}. Der Knopf Regeln oben auf der Seite sagt, wie es geht. Auf dem Brett liest die Taste B das Brett vor.`,
  },
  wrong: {
    occupied: "Dieser Platz ist besetzt. Nimm einen freien.", cannotGo: (from) => `Die Figur auf ${from} kann nicht dorthin. Die Punkte zeigen, wohin sie kann.`, notYours: "Diese Figur gehört nicht dir.", stuck: "Diese Figur kann jetzt nicht ziehen. Die es können, haben einen hellen Rand.",
    empty: "Wähle zuerst eine deiner Figuren: die ziehen können, haben einen hellen Rand.", notHere: "Dort kannst du jetzt nicht spielen: die Punkte zeigen, wo du kannst.", soon: "Einen Moment: die Partie wird aufgebaut.", notYourTurn: "Einen Moment: die Maschine ist am Zug.", offline: "Die Verbindung ist unterbrochen. Deine Partie bleibt erhalten.", mustCapture: "Du musst hier schlagen: die Figuren, die es können, haben einen hellen Rand.",
  },
  turn: { wait: "Einen Moment …", yours: "Du bist am Zug", of: (who) => `${who} ist am Zug`, dry: "Keine Perlen mehr", won: (who) => `${who} gewinnt`, draw: "Unentschieden", youWon: "Du gewinnst", reconnecting: "Verbindung fehlt …" },
  say: {
    fetching: (who) => `${who} wird aus dem Regal geholt.`, pending: "Jetzt suche ich die Schachtel, auf der dieses Brett steht.", heapsYours: "Du bist dran! Nimm einen Spielstein und mit ihm alle darüber.",
    boardYours: "Du bist dran! Dann suche ich die Schachtel, auf der dein Brett steht.", noBox: (who, move) => `${who} hat für dieses Brett keine Schachtel und zog keine Perle: ${move}.`, noBoxHere: (move) => `Für dieses Brett habe ich keine Schachtel, also ziehe ich keine Perle. ${move}`,
    opened: (who, no) => `${who} öffnete Schachtel ${no}`, made: (who) => `${who} hatte für dieses Brett keine Schachtel und machte eine neue`, shaking: (no) => `${no ? `Ich schüttle Schachtel ${no}` : "Für dieses Brett hatte ich keine Schachtel. Ich mache eine und schüttle sie"} … Welche Perle kommt?`, guess: (no) => `${no ? `Das ist meine Schachtel ${no}.` : "Für dieses Brett mache ich eine neue Schachtel."} Welche Perle kommt? Tippe eine an.`,
    drew: (opened, bead, move) => `${opened} und zog eine *${bead}* Perle: ${move}.`, drewHere: (no, bead, move) => `${no ? `Ich habe Schachtel ${no} geschüttelt.` : "Für dieses Brett hatte ich keine Schachtel. Ich habe eine gemacht und geschüttelt."} Eine *${bead}* Perle! ${move}`,
    here: "Ich spiele hier.", iPass: "Ich passe.", iTake: (n, heap) => `Ich nehme ${n} vom Haufen ${heap}.`, emptyHere: (no) => `Ich habe Schachtel ${no} geöffnet. Darin liegt keine Perle!`,
    empty: (opened) => `${opened}. Darin liegt keine Perle.`, tally: (right, all) => `${right} von ${all} geraten.`, guessed: "Richtig geraten!", guessedNot: (bead) => `Du hattest auf eine ${bead} getippt.`, dry: (who) => `${who} hat keine Perle mehr in der Schachtel, mit der eröffnet werden muss.`,
  },
  end: {
    line: (side, who) => (side === "you" ? "Du hast drei in einer Reihe." : `${who} hat drei in einer Reihe.`), "board-full": () => "Das Brett ist voll, und niemand hat drei in einer Reihe.",
    "far-row": (side, who) => (side === "you" ? "Dein Bauer hat die letzte Reihe erreicht." : `Ein Bauer von ${who} hat die letzte Reihe erreicht.`),
    "all-captured": (side, who) => (side === "you" ? `Du hast alle Figuren von ${who} geschlagen.` : `${who} hat alle deine Figuren geschlagen.`), blocked: (side, who) => (side === "you" ? `${who} kann nicht mehr ziehen.` : "Du kannst nicht mehr ziehen."),
    "two-kings": () => "Beide Seiten haben eine Dame: nach den Regeln ist das unentschieden.", "last-counter": (side, who) => (side === "you" ? "Du hast den letzten Spielstein genommen." : `${who} hat den letzten Spielstein genommen.`),
    score: (side, who, points) => (side === "none" ? "Beide Seiten haben gleich viele Punkte." : `Ausgezählt: ${side === "you" ? "du hast" : `${who} hat`} ${Math.abs(points)} mehr.`), length: () => "Die Partie dauerte zu lange und zählt als unentschieden.",
    resign: (_, who) => `${who} öffnete eine Schachtel, fand keine Perle darin und gab auf.`, board: (side, who) => (side === "you" ? `Du hast ${who} geschlagen.` : side === "machine" ? `${who} hat diese Partie gewonnen.` : "Niemand hat gewonnen."),
  },
  lesson: {
    title: "Das hast du ihr beigebracht", counting: "Die Perlen werden gezählt …", recorded: "Deine Partie ist aufgeschrieben; die Lektion ist unterwegs.", late: "Das Museum kann deine Lektion gerade nicht aufschreiben. Sie ist aufgehoben und wird gelernt, sobald das wieder geht.", nothing: "Keine Perle bewegt", openedTitle: "In dieser Partie geöffnet", frozen: "Der Kurator hat diese Maschine eingefroren: sie spielt, und ihre Perlen bleiben, wie sie sind.", nothingMoved: "Nach der Regel dieser Maschine bewegt sich nach so einer Partie keine Perle.",
    in: (beads, boxes) => `${beads} in ${boxes} gelegt`, out: (beads, boxes) => `${beads} aus ${boxes} genommen`, both: (beads, boxes) => `${beads} in ${boxes} bewegt`,
    more: "Diese Züge spielt sie jetzt öfter.", less: "Diese Züge spielt sie jetzt seltener.", moreOne: "Diesen Zug spielt sie jetzt öfter.", lessOne: "Diesen Zug spielt sie jetzt seltener.", effect: { more: "spielt sie öfter", less: "spielt sie seltener", same: "so oft wie vorher", empty: "Schachtel ist leer" }, heard: { more: "den Zug spielt sie öfter", less: "den Zug spielt sie seltener", same: "so oft wie vorher", empty: "die Schachtel ist leer" },
    chip: (box, bead, before, after, effect) => `${box}: ${bead} Perle jetzt ${after}, vorher ${before}: ${effect}`,
    perfectFall: (now, before) => `Von dir hat sie etwas Falsches gelernt! Von 1.000 Partien gegen jemanden, der keine Fehler macht, verlöre sie jetzt *${now}* nicht. Vor dieser Partie waren es *${before}*.`,
    advice: {
      "tanner-carnival": () => "Sie verliert nie eine Perle. Gewinne oder spiele unentschieden, dann bekommt sie wenigstens keine dazu.",
      other: (who) => `Schlag ${who}, dann vergisst sie diesen Trick.`,
    },
    number: (no, who) => `Das war Lektion Nr. *${no}* von ${who}, und sie kam von dir.`, code: (code) => `Ihr Code: ${code}`,
    perfectRise: (now, before) => `Von 1.000 Partien gegen jemanden, der keine Fehler macht, verlöre sie jetzt *${now}* nicht. Vor dieser Partie waren es *${before}*.`, perfectSame: (now) => `Von 1.000 Partien gegen jemanden, der keine Fehler macht, verlöre sie *${now}* nicht, wie vorher.`,
    randomRise: (now, before) => `Gegen jemanden, der nur rät, gewänne sie *${now}*. Vorher waren es *${before}*.`, randomSame: (now) => `Gegen jemanden, der nur rät, gewänne sie *${now}*, wie vorher.`,
    emptied: (boxes) => `Jetzt leer: ${boxes}.`, written: (number) => `Für immer aufgeschrieben als Zeile ${number}.`, next: "Nächste Partie", guess: "Perle raten", guessOn: "Du rätst die Perle vor jeder Ziehung", label: "Die offene Schachtel und die Lektion", remaining: (n) => `und ${n} weitere`,
  },
  strength: { against: "wenn du keine Fehler machst", holds: ", verliert sie nicht", meter: (percent) => `Gegen jemanden, der keine Fehler macht, verliert sie ${percent} ihrer Partien nicht`,
    replies: (errless, best) => `Gegen jemanden, der keine Fehler macht, verliert sie *${errless}* ihrer Partien nicht, und *${best}* gegen die beste Antwort auf ihre Perlen.`,
    explained: "Wer keine Fehler macht, verschenkt keinen Sieg und kein Unentschieden. Wo jeder Zug verliert, rät er nur. Die beste Antwort sucht, was gerade diese Maschine falsch macht.",
    unbeatable: "unbesiegbar", none: "nicht ausgerechnet" },
  rule: {
    "michie-1961": "Gewinnt sie, kommen drei Perlen in jede dieser Schachteln; bei Unentschieden eine; verliert sie, werden die gezogenen Perlen entfernt.", "scroggs-2015": "Gewinnt sie, kommen drei Perlen in jede dieser Schachteln; bei Unentschieden eine; verliert sie, werden die gezogenen Perlen entfernt.",
    "gardner-her": "Verliert sie, wird die zuletzt gezogene Perle entfernt. Gewinnt sie, bewegt sich keine Perle.", "gardner-reward": "Gewinnt sie, kommt eine Perle in jede dieser Schachteln. Verliert sie, wird die zuletzt gezogene Perle entfernt.", "tanner-carnival": "Gewinnt sie, kommt eine Perle in jede dieser Schachteln. Entfernt wird nie eine.",
    tretyakov: "Verliert sie, werden aus der letzten Schachtel alle Perlen der zuletzt gezogenen Farbe genommen. Nach einem Unentschieden ist es eine, aber nie die letzte. Gewinnt sie, bewegt sich keine Perle.", nimble: "Gewinnt sie, kommen Perlen in diese Schachteln. Verliert sie, wird die zuletzt gezogene Perle entfernt.",
    "two-compartment": "Verliert sie, wird die zuletzt gezogene Farbe aus beiden Fächern genommen, nach einem Unentschieden aus Fach A. Öffnet sie eine Schachtel mit leerem Fach A, wird auch Fach A des Zugs davor geleert. Gewinnt sie, bewegt sich keine Perle.", other: "Nach der Partie sagt ihre Regel, ob sich in diesen Schachteln Perlen bewegen.",
  },
  box: {
    shut: "Alle Schachteln sind zu", open: (no) => `Schachtel ${no} ist offen`, newOpen: "Eine neue Schachtel ist offen", last: (no) => `Zuletzt geöffnet: Schachtel ${no}`, newLast: "Zuletzt gemacht: eine neue Schachtel", name: (no) => `Schachtel ${no}`, newName: "Neue Schachtel", no: (no) => `Nr. ${no}`, newNo: "Neu",
    turn: (n) => `ihr ${n}. Zug`, label: (name) => `Das Etikett von ${name}: ein Brett, und eine Perle auf jedem Zug`, drawer: (beads) => `${beads} in der Schublade`, bare: "keine einzige Perle", resigned: "Die Schublade war leer, darum gab die Maschine auf.",
    shutWords: "Ist die Maschine am Zug, sucht sie die Schachtel mit deinem Brett, schüttelt sie und spielt die Perle, die herausfällt.", first: "Die erste Schachtel ist leer", dryWords: "Alle Perlen ihrer Eröffnung wurden in verlorenen Partien weggenommen. Eine leere Schachtel kann man nicht schütteln.", cover: "Schachteln entstehen, wenn sie gebraucht werden",
    compartments: "Sie zieht aus dem linken Fach, solange dort eine Perle liegt.", left: "A", right: "B", letters: "Die Buchstaben auf den Perlen sind englisch, wie auf den gedruckten Etiketten. W weiß, L lila, S silber, K schwarz, G gold, E grün, A orange, R rot, P rosa, B blau, T türkis, N braun.", never: "nicht bei dieser Ziehung", solved: "gelernt: keine Perle darin ist ein Fehler", lost: "sie verliert, was sie auch zieht", odds: "Wie oft jede Perle kommt",
  },
  dry: {
    title: (no) => `Schachtel ${no} ist leer`, why: "Diese Schachtel muss sie als Nächste öffnen, und nach der Partie auf dem Brett wurde die letzte Perle darin weggenommen.",
    lastBead: (bead) => `zuletzt lag darin eine *${bead}*`, lived: (games) => `Ihr Leben: ${games}`, first: "Zum Anfang ihrer letzten Partie", back: "Einen Zug zurück", on: "Einen Zug weiter", last: "Ihre letzte Partie", end: "Zum Ende ihrer letzten Partie", visitor: "Besucher", begin: "Die Partie beginnt.", step: (at, all) => `Zug ${at} von ${all}.`, move: (who, move) => `${who}: ${move}.`, over: (words) => `${words}.`, twin: (who) => `Inzwischen gegen ${who} spielen`,
  },
  prizes: {
    title: "Preise", why: "sie wachsen, je besser sie wird", now: (prize) => `Wer sie jetzt schlägt, gewinnt *${prize}*.`, oneIn: (n) => `Von ${n}, die nur raten, schlägt sie einer.`, nobody: "Wer nur rät, schlägt sie nie.",
    begin: "am Anfang", from: (n) => `wenn 1 von ${n} sie schlägt`, ticket: "Gutscheine drucken (PDF)", won: (prize) => `Dein Preis: *${prize}*.`,
    names: { "a paper flower": "eine Papierblume", "a whistle": "eine Trillerpfeife", "a balloon": "einen Luftballon", "a spinning top": "einen Kreisel", "a kite": "einen Drachen", "a toy steamboat": "ein Spielzeugdampfschiff" },
  },
  wall: {
    find: "Meine Schachtel finden", operate: "Bediene die Maschine", title: "Die Wand", label: "Die Wand aus Streichholzschachteln", now: (beads) => `jetzt ${beads}`, frozen: "eingefroren", none: "noch keine: eine Schachtel entsteht, wenn ein Brett zum ersten Mal vorkommt", loading: "wird abgestaubt …", solved: "gelernt: keine Perle darin ist ein Fehler", dust: "nie verändert", empty: "leer", here: "jetzt offen", opened: "in dieser Partie geöffnet", gold: "gelernt",
    row: (turn) => turn.replace(/^ihr /, "Ihr "), more: (n) => `und ${n} weitere`, close: "Schachtel schließen", before: "Schachtel", missing: (no) => `An dieser Wand gibt es keine Schachtel ${no}.`, box: (no, beads) => `Schachtel ${no}, ${beads}`,
  },
  room: {
    title: "Jetzt im Raum", label: "Jetzt im Raum", looking: "Schaut nach, wer da ist …", alone: "Du bist allein hier.", others: (playing, watching) => `${list([playing ? `${playing} ${playing === 1 ? "anderer Besucher spielt" : "andere Besucher spielen"}` : "", watching ? `${watching} ${watching === 1 ? "schaut zu" : "schauen zu"}` : ""].filter(Boolean))}.`,
    board: (moves) => `Ein Brett im Spiel, nach ${moves}`, visitorWon: "Ein Besucher gewann", itself: "Sie spielte gegen sich selbst", noBead: "keine Perle bewegt", empty: (boxes) => `jetzt leer: ${boxes}`,
    acts: { start: "Die Maschine wurde aufgebaut", reset: "Ein neues Leben begann: alle Schachteln neu gefüllt", rewind: "Der Kurator drehte die Zeit zurück", unteach: "Die Lektionen eines Besuchs wurden zurückgenommen", freeze: "Die Schachteln lernen nicht mehr", thaw: "Die Schachteln lernen wieder", topup: "Perlen wurden nachgefüllt", fork: "Die Maschine wurde von einer anderen kopiert" },
  },
  life: {
    title: (who) => `Das Leben von ${who}`, key: "hoch: Sieg, gleich: unentschieden, hinab: Niederlage", last: "Deine Partie ist die letzte Stufe.", none: "Der erste Besucher macht die erste Stufe.", itself: (games) => `Sie hat sich in ${games} selbst unterrichtet, ohne einen Besucher. Die erste Partie eines Besuchers macht die erste Stufe.`,
    above: (n) => `Sie steht ${n} über dem Anfang dieses Lebens.`, below: (n) => `Sie steht ${n} unter dem Anfang dieses Lebens.`,
  },
  figures: { games: "Partien gelernt", wins: "gewonnen", draws: "unentschieden", losses: "verloren", itself: (games) => `${games} gegen sich selbst` },
  table: {
    frozen: "eingefroren: sie spielt und lernt nichts", tabs: "Die Bühne", play: "Spielen", missing: "In diesem Museum gibt es keine Maschine mit diesem Namen.", back: "Zurück zur Halle", giveUp: "Aufgeben", giveUpSure: "Wirklich aufgeben?", startsNext: (starts) => (starts === "you" ? "In der nächsten Partie beginnst du; diese geht weiter." : "In der nächsten Partie beginnt die Maschine; diese geht weiter."), gaveUp: (who) => `Du hast diese Partie aufgegeben, darum hat ${who} nichts aus ihr gelernt.`, whoStarts: "Wer beginnt", youStart: "Du beginnst", itStarts: "Sie beginnt", newGame: "Neue Partie",
    csv: "Jede Perle, die sich hier je bewegte, als Tabelle (CSV)", labels: "Die Etiketten drucken und sie aus Schachteln bauen (PDF)", data: "Für Programmierer: ihre Daten", newLife: "Ein neues Leben beginnt in", newLifeAfter: "mit frisch gefüllten Schachteln. Das alte Leben bleibt aufgeschrieben.", dryFrozen: (who) => `Der Kurator hat ${who} so eingefroren, wie sie daliegt. Ein neues Leben beginnt erst, wenn sie aufgetaut ist.`,
    kept: "Deine Partie bleibt erhalten.", tooOld: "Diese Partie konnte nicht weitergehen: sie war zu alt, oder die Maschine begann ein neues Leben. Hier ist eine neue.", cannotGoOn: "Diese Partie konnte nicht weitergehen. Hier ist eine neue.", again: (why, seconds) => `${why} Neuer Versuch in ${seconds}.`, restarting: "Das Museum wird neu gestartet. Deine Partie bleibt erhalten.", foot: "Jede Perle, die sich hier je bewegte, ist aufgeschrieben.", story: "Ihre Geschichte", film: "Der Film ihres Lebens", projector: "Alle ihre Schachteln auf einem Schirm", people: "Die ganze Geschichte", sweets: "Iss, was sie verliert", restful: "Sie ruht, aber ihre Lektionen verblassen nicht.",
  },
  errors: { busy: "Sie kann gerade keine Lektionen aufschreiben.", "too-fast": "Das ging schneller, als das Museum folgen kann.", "too-many-episodes": "Von hier wurden sehr viele Partien begonnen.", "illegal-move": "Dieser Zug ist hier nicht möglich.", other: "Das hat nicht geklappt." },
  rules: { title: (game) => `So spielt man ${game}`, close: "Los geht’s" },
  games: {
    "noughts-and-crosses": { name: "Drei gewinnt", line: "Setzt abwechselnd ein Zeichen auf ein leeres Feld.", win: "Drei eigene Zeichen in einer Reihe gewinnen: waagrecht, senkrecht oder schräg.", steps: ["Setze auf ein leeres Feld.", "Versperre zwei in einer Reihe.", "Drei in einer Reihe: gewonnen."] },
    hexapawn: { name: "Sechsbauern", line: "Ein Bauer zieht gerade nach vorn oder schlägt schräg nach vorn.", win: "Erreiche die letzte Reihe, schlage alle Bauern, oder lass der anderen Seite keinen Zug.", steps: ["Nach vorn auf ein leeres Feld.", "Schlage schräg.", "In der letzten Reihe: gewonnen."] },
    nim: { name: "Nim", line: "Nimm so viele Spielsteine, wie du willst, von einem Haufen.", win: "Wer den letzten Spielstein nimmt, gewinnt.", steps: ["Nimm von einem Haufen.", "Oder nimm einen ganzen.", "Der letzte Stein: gewonnen."] },
    misere: { name: "Misère-Nim", line: "Nimm so viele Spielsteine, wie du willst, von einem Haufen.", win: "Wer den letzten Spielstein nehmen muss, verliert.", steps: ["Nimm von einem Haufen.", "Oder nimm einen ganzen.", "Lass den letzten übrig: gewonnen."] },
    checkers: { name: "Mini-Dame", line: "Steine ziehen schräg nach vorn und springen über einen Gegner, um ihn zu schlagen. Wer kann, muss schlagen.", win: "Lass der anderen Seite keinen Stein oder keinen Zug. In der letzten Reihe wird ein Stein zur Dame, die auch zurückgeht.", steps: ["Schräg nach vorn.", "In der letzten Reihe wird ein Stein zur Dame.", "Über den letzten Gegner: gewonnen."] },
    russian: { name: "russische Mini-Dame", line: "Steine ziehen schräg nach vorn und schlagen in beide Richtungen; wer kann, muss schlagen. Eine Dame fliegt, so weit sie kann.", win: "Lass der anderen Seite keinen Zug. Haben beide eine Dame, ist es unentschieden.", steps: ["Schräg nach vorn.", "In der letzten Reihe wird ein Stein zur Dame.", "Über den letzten Gegner: gewonnen."] },
    go: { name: "Go", line: "Setze einen Stein auf einen freien Punkt, oder passe. Steine ohne freien Punkt daneben sind geschlagen.", win: "Nach zweimal Passen gewinnt, wer mehr Punkte hat. Kein Brett darf wiederkehren.", steps: ["Setze auf einen freien Punkt.", "Sein letzter freier Punkt: geschlagen.", "Das ganze Brett ist deins: gewonnen."] },
  },
  finished: {
    badge: "sie hat alles gelernt", title: "Sie hat alles gelernt", lead: "Irgendwann konnte sie niemand mehr schlagen, wie er auch spielte. Ein solches Leben steht auf einer Tafel, und man kann noch gegen die Maschine spielen, wie sie damals war. Einige Partien später beginnt ein neues Leben, von der ersten Perle an.",
    era: (n) => `Leben ${n}`, since: (date) => `seit ${date}`, games: "Partien bis dahin", left: (games) => `Noch ${games}, dann beginnt ein neues Leben.`, stays: "Sie bleibt, wie sie ist.",
    ended: (games) => `Danach noch ${games}, dann begann ein neues Leben.`, play: "Gegen sie spielen, wie sie damals war", here: (who) => `Das ist ${who}, gegen die du gerade spielst.`,
    past: "wie sie damals war: Sie spielt und lernt nichts", nothing: "Sie spielt, wie sie damals war; keine Perle bewegt sich.",
  },
  feast: {
    title: (who) => `${who} kann niemand mehr schlagen`, games: (games) => `Das haben *${games}* gemacht.`, warning: "Diese Partie kannst du nicht gewinnen. Versuch es trotzdem!",
    count: (n, of) => `Ihr Leben: Partie ${n} von ${of}`, close: "Lass mich probieren", again: "Ihr Leben noch einmal",
  },
  practice: {
    title: "Beim Lernen zusehen", lead: "Eine Kopie dieser Maschine spielt vor deinen Augen 200 Partien, in etwa zehn Sekunden. Die Kopie gehört dir und wird danach weggeworfen: Die Maschine selbst lernt nichts daraus.",
    against: "Sie spielt gegen", random: "jemanden, der nur rät", optimal: "jemanden, der keine Fehler macht", twin: "ihren Zwilling, der noch nichts weiß", from: "Sie beginnt", now: "so, wie sie jetzt ist", start: "ohne etwas zu wissen",
    fetching: (who) => `Eine Kopie von ${who} wird unterrichtet …`, busy: "Das Museum hat dafür gerade keine Zeit. Bitte versuche es gleich noch einmal.",
    pause: "Pause", goOn: "Weiter", again: "Noch einmal", slower: "Langsamer", faster: "Schneller", slider: "Gespielte Partien",
    key: "Die Linie geht bei einem *Sieg hinauf, bei einer Niederlage hinab*. Die grüne Fläche zeigt, wie viele Partien die Kopie *gegen jemanden, der keine Fehler macht*, nicht verlöre.", keyPlain: "Die Linie geht bei einem *Sieg hinauf, bei einer Niederlage hinab*.",
    count: (n, of, w, d, l) => `Partie *${n}* von ${of}: gewonnen *${w}*, unentschieden *${d}*, verloren *${l}*.`,
    recent: (games, w, _d, l) => `Zuletzt (${games}): ${w}-mal gewonnen, ${l}-mal verloren`,
    holds: (percent) => `Gegen jemanden, der keine Fehler macht, verliert sie *${percent}* nicht`, made: (boxes, beads) => `Sie hat *${boxes}* mit *${beads}*`,
    firstBox: "Die Schachtel, die sie zuerst öffnet", won: "gewann", drew: "spielte unentschieden", lost: "verlor", game: (n) => `Partie ${n}: Die Kopie`, gameAfter: (n, moves) => `Partie ${n}, nach ${moves}`, games: "Einige ihrer Partien",
    sum: (games, w, d, l) => `${games}: Die Kopie hat *${w}* gewonnen, *${d}* unentschieden gespielt und *${l}* verloren.`,
    unbeatable: (n) => `Nach Partie *${n}* ist sie *unschlagbar*, gegen jeden.`, notYet: "Sie ist noch zu schlagen.", dry: (who, games) => `Nach *${games}* hatte die Kopie keine Perle mehr zum Eröffnen: So könnten auch ${who} die Perlen ausgehen.`,
    twinDry: (games) => `Nach *${games}* hatte ihr Zwilling keine Perle mehr für seinen ersten Zug. Das ist kein Sieg und keine Partie: Damit war Schluss.`,
    thrownAway: (who) => `Die Kopie wird jetzt weggeworfen; ${who} ist, wie sie war.`, figures: "Dasselbe in Zahlen",
    table: { games: "Partien", won: "gewonnen", drew: "unentschieden", lost: "verloren", holds: "nicht verloren gegen jemanden, der keine Fehler macht", boxes: "Schachteln", beads: "Perlen in der ersten Schachtel" },
  },
  lost: { title: "Hier ist nichts", words: "Diese Adresse führt zu keiner Seite dieses Museums. Die Maschinen stehen alle in der Halle.", back: "Zur Halle" },
  offline: { title: "Das Museum ist nicht zu erreichen", words: "Diese Seite kommt von selbst zurück, sobald das Museum antwortet.", kept: "Deine Partie bleibt erhalten.", retry: "Jetzt versuchen" },
  titles: {
    menace: "MENACE", "menace-two": "MENACE Zwei", her: "HER", him: "HIM", carnival: "Jahrmarkt", nimble: "NIMBLE", minicheckers: "Mini-Dame", "minicheckers-gardner": "Gardners Mini-Dame",
    octapawn: "Achtbauern", extendapawn: "Breitbauern", "go-2x2": "Go auf 2 × 2", "go-3x3": "Go auf 3 × 3", caswell: "Caswells Damespiel", ellis: "Ellis",
  },
  stories: {
    menace: "304 Streichholzschachteln, die Drei gewinnt lernten: Donald Michie hatte keinen Computer zur Hand.",
    "menace-two": "Du beginnst, und 289 Schachteln antworten: die andere Hälfte von Drei gewinnt.",
    her: "Sechsbauern in 24 Schachteln. Partie für Partie unterrichtet, verliert sie höchstens neunzehnmal, meist etwa elfmal, und dann nie wieder.",
    him: "Gardner überließ HIM seinen Lesern. Dass sie belohnt und bestraft wird und beide Seiten spielt, hat dieses Museum gewählt.",
    carnival: "Das Spiel von HER, nur mit Belohnungen unterrichtet: nichts wird je weggenommen, und die Preise wachsen, je besser sie wird.",
    nimble: "18 Schachteln genügen für Nim mit drei Haufen zu dreien. Sie spielt beide Seiten: du sagst, wer beginnt.",
    minicheckers: "Russische Regeln, denn so lesen wir „die Dame muss auf das fernste Feld ziehen“. Sie wird nie belohnt. Nach etwa dreißig Partien verliert sie selten; von 500 Leben waren 413 nach 300 Partien noch zu schlagen.",
    "minicheckers-gardner": "Zwei Fächer je Schachtel waren Tretjakows Antwort an einen Leser: sie zieht aus A, oder aus B, wenn A leer ist. Wörtlich genommen sind sie nicht das Weitergeben, das der Leser meinte; diese Maschine tut beides.",
    octapawn: "Vier Bauern auf jeder Seite, und 2.791 Schachteln zum Antworten.",
    extendapawn: "Sechsbauern mit einer vierten Spalte.",
    "go-2x2": "Go auf vier Punkten, mit allen Regeln. Sie macht eine Schachtel, wenn sie ein Brett zum ersten Mal sieht.",
    "go-3x3": "Go mit 12.675 Brettern. Sie macht eine Schachtel, wenn sie ein Brett zum ersten Mal sieht.",
    caswell: "Wo Streichholzschachteln enden: Dame auf 5 x 5 Feldern hat 821.577 Bretter, darum macht sie eine Schachtel erst, wenn sie einem begegnet.",
    ellis: "Sie unterrichtete sich selbst in 2.000 Partien. Eine solche Maschine verliert 1 Partie von 80 gegen fehlerfreies Spiel, 1 von 12 gegen zufälliges, 2 von 3 gegen die beste Antwort. Ellis’ eigene Regel kennt man nicht.",
  },
  makers: {
    menace: "Donald Michie, Edinburgh 1961", "menace-two": "MENACEs Zwilling, der Zweite am Zug", her: "Martin Gardner, 1962", him: "HERs Gegner, dem Leser überlassen", carnival: "Tanners Maschine vom Jahrmarkt",
    nimble: "Hight, für Nim mit drei Haufen zu dreien", minicheckers: "Tretjakow, 2012", "minicheckers-gardner": "Martin Gardners Brett, 1962", octapawn: "Sites, nach Gardner", extendapawn: "Brown, 1965",
    "go-2x2": "Eigenes Stück des Museums", "go-3x3": "Nach Jay Eliasberg", caswell: "Caswell, dem es vorgeschlagen worden war", ellis: "Robert A. Ellis, Ballistics Research Laboratories",
  },
};

export default messages;
