/** Die Leute, die solche Maschinen gebaut haben, und was daraus wurde. */
/** @type {typeof import("./en.js").default} */
const messages = {
  title: "Die Leute und ihre Geschichten",
  titleOfPage: "Die Leute und ihre Geschichten · Menagerie",
  skip: "Zu den Geschichten springen",
  list: "Die Geschichten",
  lead: "Maschinen aus Streichholzschachteln haben Biologen gebaut, Schüler, der Forscher einer Fluglinie, ein Mädchen, das gern Süßes aß, und ein Mann mit einer Bude. Das haben sie getan, und das kam dabei heraus.",
  from: "Aus:",
  play: (title) => `Gegen ${title} spielen`,
  again: "Die Zahlen noch einmal spielen",
  machines: "Jede Maschine hat eine Geschichte",
  foot: "Die Versuche der Bücher, noch einmal gespielt",
  wall: "Alle Schachteln einer Maschine auf einmal: die Wand",
  stories: {
    michie: {
      title: "Dreihundert Schachteln",
      where: "Donald Michie, Universität Edinburgh, 1961",
      machine: "menace",
      books: "michie",
      text: [
        "Donald Michie war Biologe. Er hatte keinen Computer zur Hand, darum baute er einen aus Streichholzschachteln. Jedes Brett von Drei gewinnt, auf dem seine Maschine die Wahl hatte, bekam eine Schachtel. Das sind 304, wenn gedrehte und gespiegelte Bretter nur einmal zählen; Gardner schreibt dreihundert.",
        "Am Boden jeder Schachtel klebte ein Zaun aus Pappe, geformt wie ein V. Er schüttelte die Schachtel und neigte sie, bis die Perlen in das V rollten. Die Perle in der Spitze war der Zug. Geöffnete Schachteln blieben bis zum Ende der Partie offen: So wusste er, wo Perlen hineinkommen und wo welche herausgenommen werden. Lohn und Strafe, wie bei Tieren und Menschen.",
        "Er nannte sie MENACE. Die Buchstaben heißen bei Gardner Matchbox Educable Naughts And Crosses Engine, bei Scroggs Machine Educable Noughts And Crosses Engine. Eine Quelle sagt 1960, die anderen 1961. MENACE spielt die Kreise und beginnt; du spielst die Kreuze. Michie spielte in zwei Tagen 220 Partien gegen sie und gab auf, als er acht von zehn verloren hatte.",
      ],
      source: "Michie 1961, Trial and Error; Gardner 1962; Scroggs 2015",
    },
    gardner: {
      title: "Rechnet es nicht aus",
      where: "Martin Gardner, Scientific American, 1962",
      machine: "her",
      books: "her",
      text: [
        "Wenige Leser würden dreihundert Schachteln sammeln, dachte Gardner. Darum erfand er ein Spiel, für das 24 genügen: Sechsbauern, je drei Bauern auf neun Feldern. Münzen können die Bauern sein und Süßes die Perlen.",
        "Er bat seine Leser, das Spiel nicht auszurechnen. Baut die Maschine, schrieb er, und lernt das Spiel, während sie es lernt. "
          + "HER kürzt einen englischen Namen ab: ein Roboter, der Sechsbauern lernen kann; HIM, die Maschine für die andere Seite, überließ er ihnen.",
      ],
      source: "Gardner 1962 und 1969",
    },
    sandiford: {
      title: "Das verschlossene Zimmer",
      where: "Peter J. Sandiford, Trans-Canada Air Lines, Montreal",
      machine: "her",
      books: "rat",
      text: [
        "Sandiford leitete die Forschung einer Fluglinie. Er suchte einen Jungen und ein Mädchen aus dem Mathematikklub einer Schule, die Sechsbauern nicht kannten. Sie lasen die Regeln, setzten sich allein in zwei Zimmer und sagten ihre Züge Schiedsrichtern. Jeder glaubte, gegen den anderen zu spielen.",
        "Aber in einem dritten Zimmer spielten zwei Maschinen aus Schachteln und Süßem, eine gegen jeden, abwechselnd Schwarz und Weiß. „With much confusion and muffled hilarity we in the middle tried to operate the computers, keep the games in phase, and keep the score“. Das heißt: Unter viel Verwirrung und unterdrücktem Lachen bedienten sie dort die Maschinen und schrieben mit.",
        "Die beiden sollten laut denken. Mal war der Gegner dumm, mal gut; einer war sicher, jetzt mache der andere keine Leichtsinnsfehler mehr; jemand fand, sie durchschaue das Spiel. Niemand sagte: Das ist eine Schachtel. Als sie vor den Maschinen standen, konnten sie es kaum glauben.",
      ],
      ask: "Wie findest du heraus, ob hinter einer Tür ein Mensch ist?",
      sealed: "Ins Zimmer setzen",
      source: "Sandiford in Gardner 1969",
    },
    gomberg: {
      title: "Sie aß, was die Maschine verlor",
      where: "Judy Gomberg, Maplewood, New Jersey",
      machine: "her",
      text: [
        "Judy Gombergs HER hatte Süßes statt Perlen. „Every time it lost I took out a candy and ate it“: Jedes Mal, wenn sie verlor, nahm ich eines heraus und aß es. Sie schrieb, sie habe das Spiel schneller gelernt als ihre Maschine.",
        "Ein gerechter Wettlauf ist es nicht: HER lernt nur aus Niederlagen. Wer schlecht gegen sie spielt, lehrt sie nichts. Wer gut spielt, lehrt sie schnell und gewinnt immer seltener.",
      ],
      ask: "Spiel gegen HER. Bist du schneller?",
      source: "Gomberg in Gardner 1969",
    },
    pairs: {
      title: "Maschinen gegen Maschinen",
      where: "House, Waterville, Ohio; Chambers, Toronto; Weiland, Chicago",
      machine: "him",
      books: "rat",
      text: [
        "John House baute RAT, den unerbittlichen selbstlernenden Tyrannen, der gegen HER beginnt. Nach achtzehn Partien gab RAT zu, dass HER alle weiteren gewinnt. Sandifords Mark I kam auf dieselbe Zahl; sein Mark II lernte, die Niederlage so lange wie möglich hinauszuschieben.",
        "John Chambers in Toronto baute THEM, zwei lernende Maschinen für beide Seiten. Andrea Weiland aus der siebten Klasse der Phillip Rogers Elementary School in Chicago ließ zwei Maschinen spielen, bis eine jedes Mal gewann. Ihr Lehrer Kenneth Wiszowaty schrieb davon.",
      ],
      source: "Briefe in Gardner 1969",
    },
    tanner: {
      title: "Die Bude",
      where: "Tanner, Westminster College, Salt Lake City",
      machine: "carnival",
      text: [
        "Für den Jahrmarkt eines College baute Tanner eine HER, die nur belohnt wird: Nach einem Sieg kommt eine Perle dazu, weggenommen wird nie eine. So konnten Besucher immer gewinnen, nur immer seltener. Je besser die Maschine war, desto besser wurden die Preise.",
        "Mit solchen Perlen und Besuchern, die irgendwie ziehen, gewinnt nach 6 Partien noch jeder zweite und nach 31 jeder vierte. Nach 99 ist es jeder achte, nach 320 jeder sechzehnte. Nur noch jeder zweiunddreißigste gewinnt nach tausend Partien, in der Hälfte ihrer Leben.",
      ],
      ask: "Welche Preise würdest du anbieten, damit Leute kommen und die Kasse nicht leer wird?",
      source: "Tanner in Gardner 1969; die Zahlen sind unsere: 1.000 Leben zu 1.000 Partien",
    },
    samuel: {
      title: "Statt ihn zu erwürgen",
      where: "Arthur Samuel, Poughkeepsie, 1959; Ambrose Bierce, Moxon's Master",
      machine: "her",
      books: "samuel",
      text: [
        "Gardner beginnt mit einer Erzählung von Bierce. Moxon, ein Erfinder, baut einen Roboter, der Schach spielt. Moxon gewinnt eine Partie. Der Roboter erwürgt ihn.",
        "Samuels Programm spielte Dame auf einer IBM 704. Anfangs schlug er es leicht. Aber es sah seine alten Partien durch und änderte sein Spiel. Statt ihn zu erwürgen, schlug es ihn bald in jeder Partie.",
        "Eine Maschine aus Schachteln kann das nicht: Sie weiß nicht, welcher ihrer Züge der Fehler war. Hier fragt ein Zwilling von HER nach jeder Niederlage jemanden, der nie Fehler macht, und nur diese Perle wird genommen. War vorher schon alles verloren, keine. Der Zwilling braucht neun Niederlagen, bis niemand ihn mehr schlagen kann; HER braucht im Mittel zehn bis elf.",
        "Angst hatten die Leute trotzdem. Norbert Wiener fürchtete, dass man Maschinen über Krieg entscheiden lässt, denn Krieg lässt sich als Spiel sehen.",
      ],
      race: "Sieh dir das Rennen an",
      ask: "Möchtest du deinen Fehler lieber gesagt bekommen oder selbst finden?",
      source: "Gardner 1962; Bierce, Moxon's Master, in Conklins Sammlung Thinking Machines; das Rennen ist von uns",
    },
    letters: {
      title: "Was Leser schrieben",
      where: "Sites, M.I.T.; Ellis, Aberdeen; Hight, Whippany; Eliasberg; Brown",
      machine: "ellis",
      books: "ellis",
      text: [
        "Richard Sites brachte einer IBM 1620 Achtbauern bei, auf vier mal vier Feldern. Was der Beginn in der Ecke bringt, wusste er; den in der Mitte hatte er noch nicht untersucht.",
        "Robert Ellis von den Ballistics Research Laboratories ließ ein Programm gegen sich selbst spielen. Die erste Partie war dumm. Nach zweitausend, in zwei oder drei Minuten, spielte es gegen Menschen ausgezeichnet.",
        "NIMBLE von Hight steht im Artikel selbst, nicht in den Briefen: achtzehn Schachteln für Nim, gebaut in den Bell Telephone Laboratories. Jay Eliasberg, Vizepräsident der American Go Association, schrieb, wer auf drei mal drei Punkten aus der Mitte gewinnt. Brown fand heraus, wer Sechsbauern mit beliebig vielen Spalten gewinnt.",
      ],
      ask: "Willst du wissen, wer gewinnt?",
      reveal:
        "Achtbauern: Wer in der Ecke beginnt, gewinnt; wer in der Mitte beginnt, verliert, wie sich hier zeigt. Go auf drei mal drei Punkten: Wer in der Mitte beginnt, gewinnt.",
      source: "Gardner 1962 und 1969; Brown 1965; menagerie solve octapawn",
    },
    caswell: {
      title: "Wer gewinnt?",
      where: "Caswell, Department of Agriculture",
      machine: "caswell",
      text: [
        "Dame auf fünf mal fünf Feldern hatte jemand Caswell vorgeschlagen, und er gab es weiter. Wer gewinnt, überließ Gardner den Lesern; das Ende, schrieb er, sei spektakulär.",
        "Dasselbe fragte er über Minischach, Schach auf fünf mal fünf Feldern. Ob eine Seite im Vorteil ist, fand er nicht heraus. Mhalla und Prost beantworteten es 2013.",
      ],
      source: "Gardner 1969; menagerie solve checkers-5x5; Mhalla und Prost 2013",
    },
    tretyakov: {
      title: "Zwanzig Jahre später",
      where: "Tretjakow, eine Sommerschule in Kiew",
      machine: "minicheckers",
      books: "tretyakov",
      text: [
        "Tretjakow wollte so eine Maschine bauen, seit er den Artikel gelesen hatte, etwa zwanzig Jahre zuvor. Endlich tat er es, für einen Kurs über maschinelles Lernen an einer Sommerschule. Ein Mensch, schreibt er, verstünde die Strategie viel früher; er fragt, wie man größere Spiele ohne tausende Schachteln lernt.",
        "In den Kommentaren dachten Leser weiter: die Schuld an den Zug davor weitergeben, einzelne Perlen herausnehmen. Er antwortete, seine Schachteln seien Q-Lernen: Eine Schachtel ist eine Zeile der Tabelle, und die Perlen sind eine Art, Neues zu versuchen.",
      ],
      source: "Tretyakov 2012 und die Kommentare dort",
    },
    again: {
      title: "Noch einmal gebaut",
      where: "Oliver Child; Matthew Scroggs; Masseys Kurs",
      machine: "menace-two",
      books: "scroggs",
      text: [
        "Oliver Child baute nach einem kurzen Vortrag eine MENACE und erzählte davon in Chalkdust, Heft 03. Die von Matthew Scroggs stand 2016 beim MathsJam, und auf seiner Seite kann jeder gegen eine spielen. Ein Leser fragte, wie lange es dauert, so viele Streichhölzer zu verbrauchen.",
        "An der Portland State University gab Massey sie als Hausaufgabe: Zähler statt Perlen, 500 Partien gegen sich selbst. Kommt etwas Vernünftiges heraus?",
      ],
      source: "Scroggs 2015 und die Kommentare dort; Massey, CS 441, Hausaufgabe 3",
    },
    shelf: {
      title: "Das Regal",
      where: "Dunsany, Leiber, Bierce",
      text: [
        "Lord Dunsany, The Three Sailors' Gambit (in The Last Book of Wonder): Drei Seeleute spielen Schach wie Meister, mit Hilfe eines Kristalls. Und The Last Revolution (1951): ein Computer, der lernt; im zweiten Kapitel steht eine sehr komische erste Partie.",
        "Fritz Leiber, The 64-Square Madhouse (If, Mai 1962): Ein Computer spielt in einem Schachturnier mit. Ambrose Bierce, Moxon's Master: siehe oben.",
      ],
      ask: "Spielst du lieber gegen eine Maschine ohne Fehler, oder gegen eine, die von dir lernt?",
      source: "Gardner 1969",
    },
    prophets: {
      title: "Die Propheten",
      where: "1958 bis 1965",
      text: [
        "Ein alter Witz: Der Computer rechnet nach dem ersten Zug wie wild und druckt „Ich gebe auf“. Hier kann das geschehen: Eine Maschine, deren erste Schachtel leer ist, tut genau das.",
        "Fünf Leute sagten öffentlich, wie weit Maschinen kommen würden. Was hättest du gesagt?",
      ],
      source:
        "Gardner 1969; was geschah: Campbell, Hoane und Hsu 2002, Deep Blue; Schaeffer und andere 2007, Checkers Is Solved",
    },
  },
  unlikely: {
    title: "Die Perle mit dem größten Glück",
    machine: "Maschine",
    show: "Zeigen",
    /** @param {string} title @param {string} once @param {string} box @param {string} day */
    told: (title, once, box, day) =>
      `Am ${day} zog ${title} aus Schachtel ${box} eine Perle, die nur einmal in ${once} Ziehungen kommt. Die Maschine gewann das Spiel.`,
    /** @param {string} title @param {string} day */
    usual: (title, day) => `Am ${day} gewann ${title} mit Perlen, die öfter kommen als nicht.`,
    /** @param {string} title */
    none: (title) => `${title} hat am letzten Spieltag kein Spiel durch eine Perle gewonnen.`,
    lesson: "Sieh dir das Spiel an.",
    ask: "War das Glück, oder wusste die Maschine, was sie tat?",
    failed: "Das Museum antwortet gerade nicht. Versuch es noch einmal.",
  },
  stall: {
    put: "Die Bude selbst führen",
    offer: "Was deine Bude bietet",
    ticket: "Eine Partie kostet, in Münzen",
    pay: "Was dich jeder Preis kostet, in Münzen",
    begin: "am Anfang",
    from: (n) => `wenn 1 von ${n}, die raten, die Maschine schlägt`,
    costOf: (prize) => `Münzen für: ${prize}`,
    reached: {
      64: "In 1.000 Partien kommen 7 von 100 Maschinen so weit.",
      128: "In 1.000 Partien kommt keine Maschine so weit: Das gewinnt nie jemand.",
    },
    prizes: [
      "Papierblume",
      "Trillerpfeife",
      "Luftballon",
      "Kreisel",
      "Drachen",
      "Spielzeugdampfschiff",
      "Schaukelpferd",
      "Fahrrad",
    ],
    mix: "Wer kommt",
    mixes: [
      ["0", "alle raten nur"],
      ["2", "2 von 10 machen keine Fehler"],
      ["5", "die Hälfte macht keine Fehler"],
    ],
    open: "Öffnen für 200 Leute",
    next: "Der nächste Tag",
    anew: "Eine neue Maschine",
    till: "Die Kasse",
    coins: (n) => `${n} ${n === "1" ? "Münze" : "Münzen"}`,
    ready: "Deine Maschine hat noch nichts gelernt.",
    working: "Die Leute kommen…",
    failed: "Das Museum hat dafür gerade keine Zeit. Versuch es in einer Minute noch einmal.",
    wins: (n, prize) => `Kunde ${n} schlägt die Maschine. Der Preis: ${prize}.`,
    loses: (n) => `Kunde ${n} verliert. Die Maschine bekommt Perlen.`,
    sums: (n, won, taken, paid) =>
      `${n} Leute, ${won} ${won === "1" ? "hat" : "haben"} gewonnen. Du hast ${taken} Münzen eingenommen und ${paid} für Preise bezahlt.`,
    debts: "Die Kasse ist leer, und du hast Schulden.",
    mean: "Die Kasse ist voll. Aber die meisten gingen mit nichts nach Hause, und wenige kommen wieder.",
    fair: "Die Kasse ist nicht leer, und Leute gingen mit Preisen nach Hause. Sie kommen wieder.",
    left: (n) => `Jetzt schlägt 1 von ${n}, die raten, deine Maschine.`,
  },
  bets: {
    yes: "So wird es",
    no: "So wird es nicht",
    right: "Du hattest recht.",
    wrong: "Du hattest nicht recht.",
    so: "So kam es.",
    not: "So kam es nicht.",
    score: (right, of) => `${right} von ${of} richtig`,
    claims: [
      {
        who: "Verantwortungsvolle Mathematiker, 1958",
        claim: "In zehn Jahren spielt eine Maschine Schach wie ein Meister.",
        came: false,
        then: "1968 konnte es keine. Eine Maschine schlug den Weltmeister 1997.",
      },
      {
        who: "Michail Botwinnik, 1961",
        claim:
          "Es wird zwei Weltmeisterschaften im Schach geben, eine für Menschen und eine für Roboter, die zweite in Wahrheit zwischen ihren Erbauern.",
        came: true,
        then: "Computer haben seit 1974 eigene Meisterschaften.",
      },
      {
        who: "Edward Lasker, 1961",
        claim:
          "Ein Computer, der Schach wie ein Meister spielt: „This is of course nonsense“, das ist natürlich Unsinn.",
        came: false,
        then: "Es war kein Unsinn: 1997 verlor der Weltmeister gegen einen.",
      },
      {
        who: "Tigran Petrosjan, 1963",
        claim: "In fünfzehn oder zwanzig Jahren spielt noch keine Maschine wie ein Großmeister.",
        came: true,
        then: "Er hatte recht: Es dauerte bis etwa 1988.",
      },
      {
        who: "Richard Bellman, 1965",
        claim: "In zehn Jahren ist Dame ein völlig entschiedenes Spiel.",
        came: false,
        then: "Entschieden wurde es 2007: Ohne Fehler endet es unentschieden.",
      },
    ],
  },
};

export default messages;
