/** Was die Seite der Bücher erzählt. */

const opponents = { random: "zieht irgendwie", optimal: "macht keine Fehler", "best-response": "beste Antwort" };
const side = { first: "sie beginnt", second: "sie folgt" };
const winner = (/** @type {number} */ value) =>
  value === 1 ? "wer beginnt" : value === -1 ? "wer folgt" : "niemand: unentschieden";

/** @type {typeof import("./en.js").default} */
const messages = {
  skip: "Zu den Büchern springen",
  title: "Die Bücher, noch einmal gespielt",
  titleOfPage: "Die Bücher, noch einmal gespielt · Menagerie",
  lead: "Seit 1961 haben Leute solche Maschinen gebaut und gedruckt, was ihre konnten. Hier wird jeder Versuch noch einmal gespielt, tausende Male. Links steht, was gedruckt wurde, rechts, was hier herauskommt. Dazu kannst du einem Leben zusehen.",
  again: "Jede Zahl auf dieser Seite spielt ein einziger Befehl des Programms nach:",
  command: "node web/books_figures.mjs build/release/menagerie",
  spec: (/** @type {string} */ spec) => `menagerie experiment --spec '${spec}'`,
  theirs: "Damals gedruckt",
  ours: "Hier gespielt",
  even: "gleich",
  play: "Ein Leben spielen",
  how: "Wie gezählt wird",
  lab: "Im Labor öffnen",
  pair: "Den zwei Maschinen an einem Brett zusehen",
  rows: "Jede Partie eines solchen Lebens, als Zeilen von JSON",
  failed: "Das Museum hat dafür gerade keine Zeit. Versuch es in einer Minute noch einmal.",
  band: (lives) =>
    `Aufwärts ein Sieg, abwärts eine Niederlage. Neun von zehn Leben bleiben im Band; ${lives} wurden gespielt.`,
  others: "Dünne Linien: die mittleren Leben der anderen Möglichkeiten.",
  lived: (end, say) =>
    `Dieses Leben: ${say.number(end.games)} Partien, ${say.number(end.won)} gewonnen, ${say.number(end.drawn)} unentschieden, ${say.number(end.lost)} verloren.${
      end.dry_after ? ` Nach Partie ${say.number(end.dry_after)} hatte sie keine Perlen mehr.` : ""
    }${end.unbeatable_after !== null ? ` Nach Partie ${say.number(end.unbeatable_after)} konnte niemand sie mehr schlagen.` : ""}`,
  cards: {
    michie: {
      title: "MENACE spielt gegen Michie",
      where: "Donald Michie, Edinburgh, 1961",
      claim:
        "Michie spielte in zwei Tagen 220 Partien gegen seine Streichholzschachteln. Nach 17 Partien begannen sie nur noch in der Ecke, nach 20 ging jede unentschieden aus. Dann versuchte er es mit seltsamen Zügen. Als sie acht der letzten zehn gewonnen hatten, gab er auf.",
      theirs: { big: "8 von 10", cap: "Partien gewann MENACE am Ende" },
      ours: (t, say) => ({
        big: say.percent(t.dry),
        cap: "der Leben enden mit einer leeren ersten Schachtel",
        more: `Ein Leben wie bei Michie ist selten: Nur die Ecke bleibt nach 17 Partien in ${say.percent(t.corner)} der Leben übrig. Von den letzten zehn Partien gewinnt MENACE im Mittel ${say.about(t.lastTen)}. Sein Gegner kennt hier jede Perle in den Schachteln.`,
      }),
      mark: [
        { game: 17, words: "17: nur die Ecke bleibt übrig" },
        { game: 20, words: "20: von hier an immer unentschieden" },
        { from: 210, game: 220, words: "MENACE gewinnt acht der letzten zehn" },
      ],
      note: "Diese Zeichen sind alles, was unsere Quellen von seinen 220 Partien sagen. Die Punkte seiner gedruckten Linie stehen nicht darin, darum ist sie nicht gezeichnet.",
      why: "20 Partien gegen jemanden, der keine Fehler macht, danach die beste Antwort auf die Perlen, die da sind. Michies eigene Züge sind nicht überliefert. Er spielte weiter, wo hier die erste Schachtel leer wäre: Scroggs gab ihr später deshalb mehr Perlen. 1.000 Leben, für die Ecke 10.000.",
    },
    her: {
      title: "HER spielt ihre ersten fünfzig Partien",
      where: "Martin Gardner, Scientific American, 1962",
      claim:
        "Für jede Partie, die seine 24 Schachteln verloren, zeichnete Gardner eine Stufe abwärts, für jeden Sieg eine aufwärts. Nach jeder Niederlage eine Perle weniger, sonst nichts.",
      theirs: { big: "36", cap: "Partien, davon 11 verloren. Danach verlor sie nie mehr" },
      choose: "Wer gegen sie spielt",
      choices: opponents,
      mark: { game: 36, words: "seine letzte Niederlage" },
      ours: (t, say) => ({
        big: say.about(t.games.mean),
        cap: `Partien im Mittel, bis niemand sie mehr schlagen kann, ${say.about(t.defeats.mean)} davon verloren`,
        more: `Neun von zehn Leben brauchen ${say.number(t.games.p5)} bis ${say.number(t.games.p95)} Partien. Je besser der Gegner, desto schneller: Niederlagen sind es fast gleich viele.`,
      }),
      why: "Elf Niederlagen sind das Übliche. Seine 36 Partien liegen zwischen einem Gegner ohne Fehler und einem, der ihre Fehler sucht. 10.000 Leben für jeden Gegner, jedes, bis sie nichts mehr falsch macht.",
    },
    systems: {
      title: "Drei Arten zu lehren",
      where: "Martin Gardner, 1962",
      claim:
        "Nach einer Niederlage eine Perle wegnehmen, nach einem Sieg Perlen dazulegen, oder beides. Gardner meinte, für ein Turnier von 25 Partien sei beides zusammen vielleicht am besten.",
      theirs: { big: "beides", cap: "ist vielleicht am besten für 25 Partien" },
      ours: (t, say) => ({
        big: "beides",
        cap: `gewann ${say.percent(t.bars[0].share)} von 25 Partien. Er hatte recht`,
        more: "Nur dazulegen ist am langsamsten: Was falsch ist, bleibt in der Schachtel.",
      }),
      barsTitle: "Gewonnen von den ersten 25 Partien, gegen jemanden, der irgendwie zieht",
      bars: {
        "reward-punish": "dazulegen und wegnehmen",
        punish: "wegnehmen (wie HER)",
        reward: "nur dazulegen (wie Jahrmarkt)",
      },
      why: "HER in Gardners 24 Schachteln für das Wegnehmen, dasselbe Spiel in 19 Schachteln für die anderen beiden. Je 10.000 Leben.",
    },
    himher: {
      title: "HIM gegen HER",
      where: "Martin Gardner, 1962",
      claim:
        "Baut eine zweite Maschine, schlug Gardner vor, und lasst sie gegeneinander spielen; jede beginnt abwechselnd. Wie es ausgeht, verriet er nicht.",
      theirs: { big: "50 Partien", cap: "schlug er vor. Das Ergebnis überließ er den Lesern" },
      ours: (t, say) => ({
        big: `${say.about(t.won.mean)} : ${say.about(t.lost.mean)}`,
        cap: "für HIM, im Mittel",
        more: `In neun von zehn Turnieren gewinnt HIM ${say.number(t.won.p5)} bis ${say.number(t.won.p95)} Partien. Er wird für einen Sieg belohnt, sie nicht.`,
      }),
      why: "Gardner überlässt HIM den Lesern: Dass er eine Perle mehr für jede Perle eines Sieges bekommt, hat dieses Museum gewählt. Beide haben Schachteln für beide Seiten. 10.000 Turniere.",
    },
    rat: {
      title: "RAT gibt auf",
      where: "John House, Waterville; Peter Sandiford, Montreal; John Chambers, Toronto; Andrea Weiland, Chicago",
      claim:
        "House baute RAT, den unerbittlichen selbstlernenden Tyrannen, damit er gegen HER beginnt. Wer beginnt, kann Sechsbauern nicht halten. Nach achtzehn Partien gab RAT zu, dass HER alle weiteren gewinnt. Sandifords Mark I kam auf dieselbe Zahl. Sein Mark II lernte, so spät wie möglich zu verlieren. John Chambers nannte zwei solche Maschinen THEM. Andrea Weiland, siebte Klasse, ließ zwei spielen, bis eine jedes Mal gewann.",
      theirs: { big: "18", cap: "Partien, dann gab RAT auf" },
      choose: "Welche Maschine beginnt",
      choices: { rat: "RAT, Mark I", them: "THEM", marktwo: "Mark II" },
      mark: { game: 18, words: "RAT gibt auf" },
      ours: (t, say, key) =>
        key === "rat"
          ? {
              big: say.about(t.dry.mean),
              cap: "Partien im Mittel, bis RATs erste Schachtel leer ist",
              more: `Neun von zehn Leben brauchen ${say.number(t.dry.p5)} bis ${say.number(t.dry.p95)}. Vorher gewinnt RAT ${say.about(t.wins.mean)} Partien, die letzte etwa bei Partie ${say.about(t.lastWin.median)}.`,
            }
          : key === "them"
            ? {
                big: say.about(t.dry.mean),
                cap: "Partien im Mittel, bis wer beginnt nichts zum Anfangen mehr hat",
                more: `Neun von zehn Leben brauchen ${say.number(t.dry.p5)} bis ${say.number(t.dry.p95)}. Beide beginnen abwechselnd. Am Ende gewinnt jedes Mal, wer folgt.`,
              }
            : {
                big: say.about(t.wins.mean),
                cap: "von 60 Partien gewann Mark II",
                more: "Er gibt nie auf: Für jeden Zug, den er durchhält, bekommt er Perlen. So lernt er, langsam zu verlieren.",
              },
      why: "Beide Maschinen lernen. RAT verliert wie HER nach jeder Niederlage eine Perle. Was Sandiford seinem Mark II für eine lange Niederlage gab, ist nicht gedruckt: Eine Perle für jeden Zug, den er durchhielt, haben wir gewählt. Je 10.000 Leben.",
    },
    nimble: {
      title: "NIMBLE nach dreißig Partien",
      where: "Hight, Bell Telephone Laboratories, Whippany",
      claim:
        "Achtzehn Schachteln spielen Nim mit drei Haufen zu drei. Nach jeder Partie belohnt oder bestraft, spielten sie nach dreißig fast fehlerlos.",
      theirs: { big: "30", cap: "Partien, dann fast fehlerlos" },
      choose: "Wer gegen sie spielt",
      choices: opponents,
      mark: { game: 30, words: "dreißig Partien" },
      ours: (t, say) => ({
        big: say.percent(t.won),
        cap: "der Leben gewinnen ihre 31. Partie",
        more: "Wer beginnt, kann immer gewinnen. In einer verlorenen Partie steckt also ein Fehler.",
      }),
      why: "NIMBLE beginnt jede Partie. Wie viele Perlen Hight gab und nahm, ist nicht gedruckt: drei mehr für einen Sieg und eine weniger für eine Niederlage haben wir gewählt. 10.000 Leben für jeden Gegner.",
    },
    tretyakov: {
      title: "Dreißig Partien Mini-Dame",
      where: "Tretjakow, eine Sommerschule in Kiew, 2012",
      claim:
        "Tretjakow brachte 24 Schachteln Dame auf vier mal vier Feldern bei, für einen Kurs über Maschinen, die lernen. Nach etwa dreißig Partien verloren sie selten. Ein Leser schlug vor, auch den Zug davor zu bestrafen und nur aus den volleren Farben zu ziehen. Tretjakow antwortete mit zwei Fächern in einer Schachtel. Und man kann immer die Farbe mit den meisten Perlen nehmen.",
      theirs: { big: "30", cap: "Partien, dann verliert sie selten" },
      choose: "Wer sie unterrichtet",
      choices: opponents,
      ours: (t, say) => ({
        big: say.percent(t.after),
        cap: "ist dann ihre Gefahr, gegen jemanden ohne Fehler zu verlieren",
        more: `Vor der ersten Partie sind es ${say.percent(t.before)}.`,
      }),
      barsTitle: "Gefahr, gegen jemanden ohne Fehler zu verlieren, nach 300 Partien gegen irgendwelche Züge",
      bars: {
        tretyakov: "seine Regel",
        "tretyakov-propagating": "auch der Zug davor wird bestraft",
        "tretyakov-pruned": "nur aus den volleren Farben",
        "two-compartment": "zwei Fächer",
        "tretyakov,choose=most": "immer die meisten Perlen",
        "q-learning": "Werte statt Perlen: jedes zehnte Ziehen nach Zufall",
      },
      thrownTitle: "Verschenkte Siege in 100 dieser Partien: Züge, nach denen ein sicherer Sieg dahin war",
      why: "Keine Regel der Leser macht sie viel stärker. Keine ändert, was allen fehlt: Wer gelernt hat, unentschieden zu spielen, findet den Weg zum Sieg nicht mehr. Je 1.000 Leben; für die verschenkten Siege je 100, der Gegner zieht für alle sechs dieselben Lose.",
    },
    ellis: {
      title: "Zweitausend Partien mit sich selbst",
      where: "Robert Ellis, Ballistics Research Laboratories, Aberdeen",
      claim:
        "Ellis ließ ein Programm zwei oder drei Minuten lang Drei gewinnt gegen sich selbst spielen. Es begann mit dummen Partien. Nach zweitausend spielte es gegen Menschen ausgezeichnet.",
      theirs: { big: "ausgezeichnet", cap: "gegen Menschen" },
      ours: (t, say) => ({
        big: say.percent(t.first.best),
        cap: "ist ihre Gefahr, gegen die beste Antwort zu verlieren, wenn sie beginnt",
        more: `Gegen jemanden ohne Fehler verliert sie ${say.exactly(t.first.optimal)}. Sie kennt nur ihre eigenen Züge: Wer seltsam zieht, schlägt sie in einer von zehn Partien.`,
      }),
      after: (games) => `Dieses Leben: Gefahr zu verlieren nach ${games} Partien`,
      lived: "Das war ein Leben. Es trifft nie auf die beste Antwort und lernt deshalb nie, was dagegen hilft.",
      barsTitle: "Gefahr zu verlieren nach 2.000 Partien",
      bars: Object.fromEntries(
        /** @type {const} */ (["first", "second"]).flatMap((seat) =>
          [
            [`${seat}-optimal`, "macht keine Fehler"],
            [`${seat}-random`, "zieht irgendwie"],
            [`${seat}-best`, "beste Antwort"],
          ].map(([key, who]) => [key, `${who}, ${side[seat]}`]),
        ),
      ),
      why: "Ellis hat seine Regel nicht gedruckt. Hier ist es die von Tretjakow, gezogen aus den volleren Farben. 100 Leben.",
    },
    cs441: {
      title: "Hausaufgabe",
      where: "Masseys Kurs CS 441, Portland State University",
      claim:
        "Eine Tabelle mit Zählern für beide Seiten, 32 für jeden Zug. Das Programm spielt von einem gegebenen Brett aus 500 Partien gegen sich selbst: drei mehr für jeden Zug, der gewann, einer weniger für jeden, der verlor. Kommt etwas Vernünftiges heraus?",
      theirs: { big: "?", cap: "ist die Aufgabe" },
      ours: (t, say) => ({
        big: say.percent(t.boards.given[1].top.share),
        cap: `von ${say.number(t.runs)} Kursen haben nach 500 Partien einen Zug vorn, der gewinnt`,
        more: "Auf dem leeren Brett führt die Mitte immer öfter. Aber keine Eröffnung gewinnt, darum entscheiden 500 Partien es nicht.",
      }),
      rows: (card, say) =>
        [
          ["empty", "Leeres Brett: Die Mitte liegt vorn"],
          ["given", "Kreise auf a3 und b1, Kreuze auf b2 und c3, X ist dran: a1 liegt vorn"],
          ["givenO", "Dasselbe Brett, O ist dran: a1 liegt vorn"],
        ].flatMap(([key, asked]) =>
          card.boards[String(key)].map((/** @type {any} */ it) => [
            `${asked} nach ${say.number(it.games)} Partien`,
            `${say.percent((key === "empty" ? it.centre : it.top).share)} (${say.percent(it.top.low)} bis ${say.percent(it.top.high)})`,
          ]),
        ),
      why: "4.000 Läufe, in Klammern das 95-%-Intervall. Wenige Läufe täuschen: Bei vierzig Kursen liegt der Anteil der Mitte allein durch Zufall um 15 Punkte zu hoch oder zu tief. Ein zweites Programm, nur für die Tests geschrieben, sagt von diesen Brettern dasselbe. Der Befehl ist: menagerie learn --runs 4000 --games 500 --to-move O",
    },
    scroggs: {
      title: "Das Mittel gegen die leere Schachtel",
      where: "Matthew Scroggs, MENACE im Netz, 2015",
      claim:
        "MENACE kann anfangs so oft verlieren, dass seine erste Schachtel leer ist. Scroggs beginnt in den ersten Schachteln mit mehr Perlen: 8, 4, 2, 1. Ein Leser schlug vor, die letzte Perle nie herauszunehmen.",
      theirs: { big: "8/4/2/1", cap: "Perlen jeder Farbe am Anfang, statt 4/3/2/1" },
      choose: "Welche Regel",
      choices: { michie: "Michies 4/3/2/1", scroggs: "Scroggs’ 8/4/2/1", topup: "nie ohne Perle" },
      ours: (t, say) => ({
        big: say.percent(t.dry),
        cap: "der Leben sind innerhalb von 220 Partien ohne Perlen",
        more: `${say.percent(t.drawn)} der Leben spielen ihre letzte Partie unentschieden. Mehr ist gegen jemanden ohne Fehler nicht zu holen.`,
      }),
      why: "Gegen jemanden, der keine Fehler macht. 1.000 Leben für jede Regel.",
    },
    samuel: {
      title: "Nur der Fehler",
      where: "Arthur Samuel, Poughkeepsie, 1959, erzählt von Gardner 1962",
      claim:
        "Samuels Programm für Dame sah seine alten Partien durch und änderte sein Spiel. HER kann das nicht: Ihre letzte Perle wird genommen, schuldig oder nicht. Hier fragt ein Zwilling von HER jemanden, der nie Fehler macht, welcher Zug der Fehler war. Nur diese Perle wird genommen, und keine, wenn vorher schon alles verloren war.",
      theirs: { big: "bald", cap: "schlug es Samuel in jeder Partie" },
      choose: "Welche Maschine",
      choices: { twin: "der Zwilling: die Perle des Fehlers", her: "HER: die letzte Perle" },
      ours: (t, say) => ({
        big: say.about(t.defeats.mean),
        cap: "verlorene Partien im Mittel, bis niemand sie mehr schlagen kann",
        more:
          t.defeats.p5 === t.defeats.p95
            ? `In neun von zehn Leben sind es genau ${say.number(t.defeats.p5)}: Keine Niederlage ist umsonst.`
            : `Neun von zehn Leben brauchen ${say.number(t.defeats.p5)} bis ${say.number(t.defeats.p95)} Niederlagen. Manche nimmt eine Perle, die nicht schuld war.`,
      }),
      why: "Beide spielen gegen jemanden, der nie Fehler macht, mit Gardners 24 Schachteln. Die Regel des Zwillings ist von uns. Je 10.000 Leben, bis niemand sie mehr schlagen kann.",
    },
    answers: {
      title: "Wer kann immer gewinnen?",
      where: "Brown, Mathematics Magazine, 1965; Sites; Eliasberg; Mhalla und Prost, 2013",
      claim:
        "Manche Fragen der Bücher haben eine Antwort, an der keine Partie etwas ändert. Das Programm rechnet sie aus, Stellung für Stellung.",
      open: "Frag es nach jedem Zug",
      theirs: {
        big: "1 4 5 7 8",
        cap: "Brown: Bei so vielen Spalten, oder Zahlen, die so enden, gewinnt bei Breitbauern, wer beginnt",
      },
      ours: (t) => ({
        big: t.columns
          .filter((/** @type {number[]} */ [, value]) => value === 1)
          .map((/** @type {number[]} */ [columns]) => columns)
          .join(" "),
        cap: "von 3 bis 8 Spalten: dieselben",
      }),
      rows: ({ columns, values, lasts, points }) => [
        ...columns.map((/** @type {[number, number]} */ [count, value]) => [
          `Breitbauern mit ${count} Spalten`,
          winner(value),
          `extendapawn-${count}`,
        ]),
        ["Sechsbauern (Gardner)", winner(values.hexapawn), "hexapawn"],
        ["Achtbauern, Beginn in der Ecke (Sites)", winner(values.corner), "octapawn/a1-a2"],
        [
          "Achtbauern, Beginn in der Mitte, den Sites nicht untersucht hatte",
          `${winner(values.centre)}, in ${lasts} weiteren Zügen`,
          "octapawn/b1-b2",
        ],
        ["Gardners Mini-Dame", winner(values.checkers), "mini-checkers"],
        ["Go auf 3 × 3, aus der Mitte (Eliasberg)", `wer beginnt, mit ${points} Punkten`, "go-3x3/b2"],
        ["Nim, drei Haufen zu drei", `${winner(values.nim)}: einen ganzen Haufen nehmen`, "nim-3x3/a:3"],
        ["Minischach auf 5 × 5 (Gardners Frage)", winner(0)],
        ["Dame auf 5 × 5 (Caswell)", "wer beginnt, in 35 Zügen"],
      ],
      question: "Willst du es wissen?",
      why: "Der Befehl ist menagerie solve mit dem Namen eines Spiels. Nur Minischach ist dafür zu groß: Die Antwort ist die von Mhalla und Prost.",
    },
  },
};

export default messages;
