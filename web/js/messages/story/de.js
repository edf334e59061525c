/** Die Geschichte jeder Maschine. Woher jede Aussage kommt, steht in story_sources.js, in derselben Reihenfolge. */
/** @type {typeof import("./en.js").default} */
const messages = {
  title: "Ihre Geschichte",
  titleOf: (title) => `Die Geschichte von ${title}`,
  titleOfPage: (title) => `${title} · Menagerie`,
  skip: "Zur Geschichte springen",
  lead: "Jede Maschine in diesem Museum hat eine Geschichte. Such dir eine aus.",
  none: "Von einer Maschine dieses Namens gibt es keine Geschichte. Such dir eine von diesen aus.",
  all: "Alle Geschichten der Maschinen",
  before: "Die davor",
  next: "Die nächste",
  facts: "Wer, wo und wann",
  who: "Wer",
  where: "Wo",
  when: "Wann",
  parts: {
    built: "Wie sie gebaut wurde",
    told: "Was man ihr sagte",
    happened: "Was geschah",
    known: "Was man heute weiß",
    differ: "Wo die Quellen nicht dasselbe sagen",
    again: "Noch einmal gebaut",
  },
  wins: "Wer gewinnt, wenn niemand Fehler macht?",
  want: "Ich will es wissen",
  from: "Aus:",
  sources: "Woher das kommt",
  ours: "Was so gezeichnet ist, kommt von diesem Museum: hier gezählt, gespielt oder gewählt.",
  boxes: "Ihr Brett und ihre erste Schachtel",
  start: "Ihr Brett am Anfang",
  first: (beads) => `Ihre erste Schachtel jetzt: ${beads}`,
  noBox: "Noch hat sie keine Schachtel. Sie macht eine, wenn sie ein Brett zum ersten Mal sieht.",
  empty: "keine einzige Perle",
  away: "Das Museum antwortet gerade nicht. Brett und Schachtel fehlen.",
  play: (title) => `Gegen ${title} spielen`,
  film: "Der Film ihres Lebens",
  wall: "Alle ihre Schachteln",
  people: "Mehr über die Leute",
  works: {
    michie: [
      "Michie 1961",
      "Donald Michie, Trial and Error, in Penguin Science Survey 1961, Band 2; und The Computer Journal 6, 1963, Seite 232.",
    ],
    gardner: [
      "Gardner 1962",
      "Martin Gardner, Mathematical Games, in Scientific American, März 1962. Noch einmal gedruckt 1969, als A Matchbox Game-Learning Machine.",
    ],
    letters: ["Briefe 1969", "Was Leser an Gardner schrieben, im Nachtrag zu seinem Artikel von 1969."],
    brown: ["Brown 1965", "Brown, Extendapawn, in Mathematics Magazine 38, November 1965, Seite 286."],
    tromp: ["Tromp 2007", "Tromp und Farneback, Combinatorics of Go, in Computers and Games, 2007."],
    tretyakov: ["Tretyakov 2012", "Tretyakov, Self-Learning Mini-Checkers Machine, 2012, auf der Seite fouryears.eu."],
    comments: [
      "Kommentare",
      "Der Kommentar eines Lesers zu Tretjakows Artikel und seine Antwort, auf derselben Seite.",
    ],
    mhalla: ["Mhalla 2013", "Mhalla und Prost, Gardner's Minichess Variant is solved, 2013, arXiv:1307.7118."],
    scroggs: [
      "Scroggs 2015",
      "Matthew Scroggs, sein Artikel über MENACE von 2015 und seine Seite im Netz mit ihren Kommentaren.",
    ],
    massey: ["Massey", "Massey, Hausaufgabe 3 im Kurs CS 441, Portland State University."],
    counted: ["hier gezählt", "Schachteln, Bretter und Perlen, gezählt vom Programm dieses Museums: menagerie boxes."],
    solved: ["hier ausgerechnet", "Spiele, bis zum Ende ausgerechnet vom Programm dieses Museums: menagerie solve."],
    lives: [
      "hier gespielt",
      "Viele Leben einer Maschine, gespielt vom Programm dieses Museums: menagerie simulate und menagerie evaluate. Mehr davon hat die Seite der Bücher.",
    ],
    here: ["dieses Museum", "Was dieses Museum gewählt hat und was es tut."],
  },
  machines: {
    menace: {
      who: ["Donald Michie, ein Biologe"],
      where: ["Universität Edinburgh"],
      when: ["1961. Eine Quelle sagt 1960"],
      built: [
        "Michie hatte keinen Computer zur Hand, darum baute er einen aus Streichholzschachteln. Für jedes Brett von Drei gewinnt, auf dem die Maschine wählen muss, gibt es eine.",
        "Das wären 2.201 Schachteln. Aber Bretter, die gedreht oder gespiegelt gleich sind, teilen sich eine. So genügen 304.",
        "Am Boden jeder Schachtel klebt ein Zaun aus Pappe, geformt wie ein V. Man schüttelt und neigt sie, und eine Perle rollt in die Spitze. Auf Englisch heißt sie die „apical“ Perle, und sie ist der Zug.",
        "Die Perlen haben neun Farben, für jedes Feld eine: weiß, lila, silber, schwarz, gold, grün, orange, rot und rosa.",
      ],
      told: [
        "MENACE spielt die Kreise und beginnt. Du spielst die Kreuze.",
        "In der Schachtel ihres ersten Zugs liegen am Anfang vier Perlen jeder Farbe. Beim zweiten Zug sind es drei, dann zwei, dann eine. Zusammen sind das 1.720 Perlen.",
        "Geöffnete Schachteln bleiben bis zum Ende der Partie offen. Nach einem Sieg kommen drei Perlen der gezogenen Farbe in jede, nach einem Unentschieden eine. Nach einer Niederlage bleiben die gezogenen draußen.",
      ],
      happened: [
        "Michie spielte 220 Partien gegen sie. Nach 17 Partien begann sie nur noch in einer Ecke, und nach 20 endete es wieder und wieder unentschieden.",
        "Am Ende verlor Michie acht Partien von zehn und hörte auf.",
      ],
      known: [
        "Hier spielte MENACE viele Leben gegen jemanden, der keine Fehler macht. In 61 von 100 Leben wurde die erste Schachtel leer, in der Hälfte davon bis etwa zur Partie 22.",
        "Ein Leben, wie Michie es sah, ist selten. Nur in 3 von 100 Leben ist hier nach 17 Partien ein einziger Beginn übrig. Er spielte mal so und mal so, und das kann niemand wiederholen.",
        "Scroggs beginnt mit mehr Perlen: 8, 4, 2 und 1 von jeder Farbe. Dann wird die erste Schachtel viel seltener leer.",
      ],
      wins: ["Niemand. Ohne Fehler endet Drei gewinnt unentschieden."],
      differ: [
        "Der Name. Bei Gardner heißen die Buchstaben Matchbox Educable Naughts And Crosses Engine. Bei Scroggs heißen sie Machine Educable Noughts And Crosses Engine.",
        "Das Jahr. Tretjakow schreibt 1960, die anderen 1961.",
        "Die Schachteln. Gardner schreibt dreihundert, Scroggs 304.",
        "Michies eigene Zahl ist 287. So lesen wir sie: Er ließ 17 Schachteln weg. MENACE kann dort nicht sofort gewinnen, und die andere Seite kann es auf zwei Arten.",
        "Die Zeit. Michies 220 Partien dauerten bei Gardner zwei Tage, bei Scroggs 16 Stunden.",
      ],
      again: [
        "Oliver Child baute nach einem kurzen Vortrag eine MENACE und erzählte davon in Chalkdust, Heft 03.",
        "Die von Matthew Scroggs stand 2016 beim MathsJam. Auf seiner Seite kann jeder gegen eine spielen.",
        "Dort fragte ein Leser, wie lange es dauert, so viele Streichhölzer zu verbrauchen.",
        "Tretjakow wollte etwa zwanzig Jahre lang so eine Maschine bauen. Seine ist kleiner und hat hier ihre eigene Geschichte: Mini-Dame.",
      ],
    },
    "menace-two": {
      who: ["Dieses Museum, mit den Perlen von Matthew Scroggs"],
      where: ["Hier"],
      when: ["Die Perlen sind von 2015"],
      built: [
        "MENACE beginnt immer. Dieser Zwilling antwortet. Er hat 289 Schachteln: 3 für seinen ersten Zug, dann 38, 153 und 95.",
        "Hätten gedrehte und gespiegelte Bretter eigene Schachteln, wären es 2.097.",
      ],
      told: [
        "In den ersten Schachteln liegen 8 Perlen jeder Farbe, in den nächsten 4, dann 2, dann 1.",
        "Nach einem Sieg kommen drei Perlen der gezogenen Farbe in jede geöffnete Schachtel, nach einem Unentschieden eine. Nach einer Niederlage bleiben die gezogenen draußen.",
        "Auf der Seite von Scroggs kann man diese Zahlen ändern. Hier kannst du es im Labor.",
      ],
      happened: [
        "Die Bücher, aus denen dieses Museum gemacht ist, erzählen von keinem solchen Zwilling. Was ihm geschieht, geschieht hier, und jede Perle wird aufgeschrieben.",
      ],
      known: ["In seinen Schachteln sind 975 Züge zur Wahl. MENACE hat 1.087."],
      wins: ["Niemand. Mehr als ein Unentschieden kann dieser Zwilling gegen gute Spieler nicht lernen."],
    },
    her: {
      who: ["Martin Gardner"],
      where: ["Scientific American, eine Zeitschrift"],
      when: ["März 1962. Noch einmal gedruckt 1969"],
      built: [
        "Wenige Leser würden die dreihundert Schachteln von MENACE sammeln, dachte Gardner. Darum erfand er ein Spiel, für das 24 genügen: Sechsbauern.",
        "HER kürzt einen englischen Namen ab: ein Roboter, der Sechsbauern lernen kann. "
          + "Auf jeder Schachtel ist ein Brett mit bunten Pfeilen, zusammen 55, und in ihr liegt für jeden Pfeil eine Perle.",
        "Münzen können die Bauern sein und Süßes die Perlen.",
      ],
      told: [
        "Gewinnt HER, bewegt sich keine Perle. Wird sie geschlagen, nimmt man die Perle heraus, die sie zuletzt gezogen hat.",
        "Kommt sie an eine leere Schachtel, gibt sie auf, und die Perle davor wird entfernt.",
        "Auch den Lesern sagte er etwas: Rechnet das Spiel nicht aus. Baut die Maschine, und lernt das Spiel, während sie es lernt.",
      ],
      happened: [
        "Gardners Maschine wurde in 11 von ihren ersten 36 Partien geschlagen, und dann nie wieder.",
        "Peter Sandiford, von einer Fluglinie in Montreal, ließ zwei Schüler gegen solche Maschinen spielen. Sie saßen in zwei Zimmern, und jeder glaubte, gegen den anderen zu spielen.",
        "Judy Gomberg aus Maplewood, New Jersey, hatte Süßes statt Perlen und aß jedes, das ihre Maschine verlor. Sie lernte das Spiel schneller als die Maschine.",
      ],
      known: [
        "Von den 55 Pfeilen verlieren 19. Darum kann HER höchstens 19 Mal geschlagen werden. In unseren Leben ist es meist etwa elfmal.",
        "Je besser du spielst, desto schneller lernt sie. Wer nur rät, muss etwa 105 Partien mit ihr spielen; wer keine Fehler macht, 87. Wer sucht, was sie falsch macht, braucht nur 23.",
      ],
      wins: ["Wer als Zweiter zieht, und das ist HER."],
      differ: [
        "Gardner zeichnete 24 Schachteln. Teilen sich alle gespiegelten Bretter eine, genügen 19.",
        "Als Perlen nennt ein Druck Jujubes und buntes Popcorn, ein anderer M&M's und Skittles.",
      ],
    },
    him: {
      who: ["Martin Gardner, der sie seinen Lesern überließ"],
      where: ["Scientific American, eine Zeitschrift"],
      when: ["1962. Die Briefe wurden 1969 gedruckt"],
      built: [
        "HIM ist die Maschine für die andere Seite von Sechsbauern. Gardner überließ sie seinen Lesern.",
        "Hier hat sie Schachteln für beide Seiten, zusammen 37. Darum sagst du, wer beginnt. Das hat dieses Museum gewählt.",
      ],
      told: [
        "Nach einem Sieg kommt eine Perle der gezogenen Farbe in jede geöffnete Schachtel. Nach einer Niederlage wird die zuletzt gezogene entfernt.",
        "Lohn und Strafe zusammen, dachte Gardner, seien vielleicht das Beste für ein Turnier von 25 Partien. Dass HIM beides bekommt, hat dieses Museum gewählt.",
      ],
      happened: [
        "John House aus Waterville, Ohio, baute RAT, den unerbittlichen selbstlernenden Tyrannen. Nach achtzehn Partien gab RAT zu, dass HER alle weiteren gewinnt.",
        "Auch Peter Sandifords Mark I brauchte achtzehn Partien. Sein Mark II lernte, so spät wie möglich zu verlieren.",
        "John Chambers in Toronto baute THEM, zwei lernende Maschinen für beide Seiten. Andrea Weiland, in Chicago in der siebten Klasse, ließ zwei Maschinen spielen, bis eine jedes Mal gewann.",
      ],
      known: [
        "Gegen jemanden, der nur rät, gewannen Lohn und Strafe hier 73 von 100 Partien, in den ersten 25. Strafe ohne Lohn gewann 69, Lohn ohne Strafe 57.",
        "Von fünfzig Partien gegen HER gewinnt HIM im Mittel 25 oder 26.",
        "RAT, hier noch einmal gebaut, kann nach etwa 20 Partien nicht mehr beginnen: Die erste Schachtel ist leer.",
      ],
      wins: ["Wer als Zweiter zieht."],
    },
    carnival: {
      who: ["Tanner"],
      where: ["Westminster College, Salt Lake City"],
      when: ["Erzählt in einem Brief, der 1969 gedruckt wurde"],
      built: [
        "Tanner hatte auf dem Jahrmarkt eines College eine HER, gegen die jeder spielen konnte.",
        "Hier hat sie 19 Schachteln, weil gespiegelte Bretter sich eine teilen.",
      ],
      told: [
        "Nach einem Sieg kommt in jede geöffnete Schachtel eine Perle. Weggenommen wird nie eine.",
        "So konnten die Besucher immer gewinnen, nur immer seltener.",
      ],
      happened: [
        "Die Preise wurden wertvoller, je besser die Maschine wurde.",
        "Welche Preise es waren, ist nicht erzählt. Die an ihrem Tisch hier hat dieses Museum gewählt.",
      ],
      known: [
        "Hier spielten 1.000 solche Maschinen je 1.000 Partien, mit Besuchern, die nur raten. Nach 6 Partien gewann einer von 2, nach 31 einer von 4.",
        "Nach 99 Partien war es einer von 8, nach 320 einer von 16. Bei einem von 32 war nach tausend Partien die Hälfte der Maschinen. Zu einem von 128 kam keine.",
      ],
      wins: [
        "Wer als Zweiter zieht, und das ist die Maschine. Aber ihre schlechten Züge bleiben in den Schachteln, darum ist sie immer zu schlagen.",
      ],
    },
    nimble: {
      who: ["Hight"],
      where: ["Bell Telephone Laboratories, Whippany"],
      when: ["Erzählt in Gardners Artikel"],
      built: [
        "NIMBLE spielt Nim, mit drei Haufen zu drei Steinen. Wer den letzten nimmt, gewinnt. Sie kann beginnen, und sie kann antworten.",
        "In welcher Reihenfolge die Haufen liegen, ist gleich. So genügen 18 Schachteln, für jedes Brett mit zwei Steinen oder mehr eine.",
      ],
      told: [
        "Nach jeder Partie wurde sie belohnt oder bestraft. Mit wie vielen Perlen, ist nicht gedruckt.",
        "Hier beginnt sie mit einer Perle jeder Farbe. Ein Sieg bringt drei mehr für jede gezogene, eine Niederlage nimmt die letzte weg. Diese Zahlen sind unsere.",
      ],
      happened: ["Nach dreißig Partien spielte sie fast ohne Fehler."],
      known: [
        "Mit unseren Perlen und gegen gute Spieler spielt sie die 31. Partie in 85 bis 91 von 100 Leben ohne Fehler.",
        "Zwei Perlen jeder Farbe, und eine mehr für einen Sieg, sind viel schlechter: nur 29 von 100 Leben.",
      ],
      wins: ["Wer beginnt, und zwar mit einem ganzen Haufen. Jeder andere erste Zug verliert."],
    },
    minicheckers: {
      who: ["Tretjakow"],
      where: ["Eine Sommerschule in Kiew"],
      when: ["2012"],
      built: [
        "Tretjakow wollte so eine Maschine bauen, seit er den Artikel darüber gelesen hatte, etwa zwanzig Jahre zuvor. Endlich tat er es, für einen Kurs über Maschinen, die lernen.",
        "Die neunzehn Schachteln von Sechsbauern ließen ihn ein Spiel suchen, das so klein ist. Er nahm Dame auf vier mal vier Feldern: 24 Schachteln.",
        "Auf den Schachteln sind 53 Pfeile. Für jeden gibt es zwei Perlen, also 106.",
        "Ein Brett hat zwei Züge und doch keine Schachtel: Beide gewinnen sofort.",
      ],
      told: [
        "Nach einer Niederlage werden alle Perlen der zuletzt gezogenen Farbe aus der letzten Schachtel genommen. Nach einem Unentschieden ist es eine, aber nie die letzte. Ein Sieg ändert nichts.",
        "Die Regeln sind russisch: Eine Dame zieht auf das fernste freie Feld. So lesen wir, was er schreibt.",
      ],
      happened: [
        "Nach etwa dreißig Partien verlor seine Maschine selten. Ein Mensch, schreibt er, verstünde das Spiel viel früher.",
        "Er fragt, wie man größere Spiele ohne tausende Schachteln lernen kann.",
        "Ein Leser dachte weiter: auch den Zug davor bestrafen und einzelne Perlen herausnehmen.",
        "Tretjakow antwortete, das sei Q-Lernen: Eine Schachtel ist eine Zeile einer Tabelle, und die Perlen sind eine Art, Neues zu versuchen.",
      ],
      known: [
        "Am Anfang verliert sie zwei von drei Partien gegen jemanden, der keine Fehler macht. Nach dreißig Partien mit jemandem, der nur rät, ist es etwa eine von zehn.",
        "Aber sie wird nie belohnt. Von 500 Leben waren hier 413 nach 300 Partien noch zu schlagen.",
      ],
      wins: ["Niemand. Ohne Fehler endet es unentschieden."],
    },
    "minicheckers-gardner": {
      who: ["Martin Gardners Brett, mit Tretjakows Antwort an einen Leser"],
      where: ["Scientific American; eine Seite im Netz mit Kommentaren"],
      when: ["1962, und 2012 oder später"],
      built: [
        "Gardner erzählte von Dame auf vier mal vier Feldern, mit zwei Steinen auf jeder Seite. Schwarz beginnt, und hier ist die Maschine Schwarz.",
        "Sie hat 695 Schachteln.",
      ],
      told: [
        "Jede Schachtel hat zwei Fächer, A und B, mit je einer Perle jeder Farbe. Sie zieht aus A; liegt dort nichts, aus B.",
        "Nach einem Unentschieden wird die letzte Farbe aus A genommen, nach einer Niederlage aus beiden. Ein Sieg ändert nichts.",
        "Öffnet sie eine Schachtel mit leerem Fach A, wird auch Fach A des Zugs davor geleert.",
      ],
      happened: [
        "Der Leser wollte die Schuld an den Zug davor weitergeben und einzelne Perlen herausnehmen. Könnte eine Maschine dann so gut wie möglich spielen und einfach bleiben?",
        "Tretjakow antwortete mit den zwei Fächern. Wörtlich genommen tun sie nicht, was der Leser wollte; diese Maschine tut beides.",
      ],
      known: [
        "In diesem Spiel kann man 2.409 Bretter erreichen.",
        "Um Züge aufzuschreiben, gab Gardner den Feldern Zahlen und den Steinen Buchstaben. Seine Antworten kann man noch einmal ausrechnen, und es kommt dasselbe heraus.",
      ],
      wins: [
        "Niemand: Es endet unentschieden. C5 verliert sofort gegen A3, und nach C6 ist es unentschieden. D6 gewinnt nach A3 oder B3, und nach B4 ist es unentschieden.",
      ],
    },
    octapawn: {
      who: ["Richard L. Sites"],
      where: ["M.I.T."],
      when: ["Erzählt in einem Brief, der 1969 gedruckt wurde"],
      built: [
        "Sites schrieb ein Programm in FORTRAN, für eine IBM 1620. Es spielte Sechsbauern auf vier mal vier Feldern, mit vier Bauern auf jeder Seite.",
        "Aus Streichholzschachteln wäre es eine Wand von 2.791, neunmal so viele, wie MENACE hat. Hier kannst du sie alle ansehen.",
      ],
      told: [
        "Hier hat sie die Regel von HER: eine Perle für jeden Zug. Nach einer Niederlage wird die zuletzt gezogene entfernt, und ein Sieg ändert nichts.",
      ],
      happened: ["Sites fand heraus, dass ein Beginn sicher gewinnt. Die anderen hatte er noch nicht untersucht."],
      known: [
        "Das Programm dieses Museums hat die anderen untersucht. Jedes Brett des Spiels ist bis zum Ende ausgerechnet.",
      ],
      wins: [
        "Wer beginnt, mit einem Bauern in der Ecke. Wer mit einem Bauern in der Mitte beginnt, verliert: Das hatte Sites noch nicht untersucht.",
      ],
    },
    extendapawn: {
      who: ["Brown"],
      where: ["Mathematics Magazine"],
      when: ["November 1965"],
      built: [
        "Brown machte Sechsbauern breiter: drei Reihen und beliebig viele Spalten.",
        "Hier sind es vier Spalten und 114 Schachteln.",
      ],
      told: [
        "Nach einem Sieg kommt in jede geöffnete Schachtel eine Perle. Nach einer Niederlage wird die zuletzt gezogene entfernt. Gardner beschrieb das für Sechsbauern, und dieses Museum nahm es.",
      ],
      happened: ["Brown fand eine Regel, die sagt, wer gewinnt, für beliebig viele Spalten."],
      known: ["Dieses Programm findet für 3 bis 8 Spalten dasselbe wie Brown."],
      wins: [
        "Sieh die letzte Ziffer der Zahl der Spalten an. Ist sie 1, 4, 5, 7 oder 8, gewinnt, wer beginnt. Sonst gewinnt, wer als Zweiter zieht.",
      ],
    },
    "go-2x2": {
      who: ["Dieses Museum"],
      where: ["Hier"],
      when: ["Kein Jahr: Kein Buch erzählt davon"],
      built: [
        "Das ist Go auf vier Punkten, mit seinen Regeln: Steine ohne Luft werden genommen, und niemand darf ein früheres Brett zurückbringen.",
        "Sie beginnt ohne Schachteln und macht eine, wenn sie ein Brett zum ersten Mal sieht.",
      ],
      told: [
        "Sie hat die Perlen von MENACE: am Anfang vier jeder Farbe, dann drei, zwei und eine. Nach einem Sieg drei mehr, nach einem Unentschieden eine. Nach einer Niederlage bleiben die gezogenen draußen.",
        "Auch Passen hat eine Perle. Eine, die ein früheres Brett zurückbringt, wird zurückgelegt, und eine andere wird gezogen. Gibt es keine andere, gibt sie auf.",
      ],
      happened: [
        "Die Bücher, aus denen dieses Museum gemacht ist, erzählen von keiner solchen Maschine. Was ihr geschieht, geschieht hier, und jede Perle wird aufgeschrieben.",
      ],
      known: ["Auf vier Punkten sind 57 Bretter möglich."],
      wins: ["Wer beginnt, um einen Punkt."],
    },
    "go-3x3": {
      who: ["Jay Eliasberg, Vizepräsident der American Go Association"],
      where: ["Ein Brief an Martin Gardner"],
      when: ["Gedruckt 1969"],
      built: [
        "Eliasberg schrieb über Go auf drei mal drei Punkten. Die Maschine dafür ist von diesem Museum.",
        "Sie beginnt ohne Schachteln und macht eine, wenn sie ein Brett zum ersten Mal sieht. Eine Schachtel weiß das Brett und wer am Zug ist, aber nicht, was davor war.",
      ],
      told: [
        "Sie hat die Perlen von MENACE: am Anfang vier jeder Farbe, dann drei, zwei und eine. Nach einem Sieg drei mehr, nach einem Unentschieden eine. Nach einer Niederlage bleiben die gezogenen draußen.",
        "Auch Passen hat eine Perle. Eine, die ein früheres Brett zurückbringt, wird zurückgelegt, und eine andere wird gezogen. Gibt es keine andere, gibt sie auf.",
      ],
      happened: ["Eliasberg schrieb, wo der erste Stein liegen muss, damit man gewinnt."],
      known: [
        "Auf neun Punkten sind 12.675 Bretter möglich. Niemand muss sie aufschreiben: Das ganze Spiel ist ausgerechnet.",
      ],
      wins: [
        "Wer beginnt, und zwar um 9 Punkte, mit dem ersten Stein in der Mitte. Am Rand sind es 3 Punkte. In einer Ecke verliert, wer beginnt, um 9.",
      ],
    },
    caswell: {
      who: ["Caswell"],
      where: ["Department of Agriculture"],
      when: ["Erzählt in einem Brief, der 1969 gedruckt wurde"],
      built: [
        "Dame auf fünf mal fünf Feldern hatte jemand Caswell vorgeschlagen, und er gab es weiter. Jede Seite hat drei Steine, und Schwarz beginnt.",
        "Keine Wand hat Platz für ihre Schachteln: 821.577 Bretter kann man erreichen. Darum macht die Maschine eine, wenn sie ein Brett zum ersten Mal sieht.",
      ],
      told: [
        "Hier hat sie Tretjakows Regel: zwei Perlen für jeden Zug. Nach einer Niederlage wird die letzte Farbe herausgenommen, nach einem Unentschieden eine Perle davon, aber nie die letzte.",
      ],
      happened: ["Wer gewinnt, blieb den Lesern überlassen. Das Ende, hieß es, sei spektakulär."],
      known: [
        "Ein Computer kann alle 821.577 Bretter ansehen, und das Programm dieses Museums hat es getan.",
        "Gardner fragte dasselbe über Schach auf fünf mal fünf Feldern. Mhalla und Prost antworteten 2013.",
      ],
      wins: [
        "Schwarz, das beginnt, nach 35 Zügen von beiden Seiten zusammen. Der erste Zug ist c5 nach b4 oder c5 nach d4.",
      ],
    },
    ellis: {
      who: ["Robert A. Ellis"],
      where: ["Ballistics Research Laboratories, Aberdeen Proving Ground, Maryland"],
      when: ["Erzählt in einem Brief, der 1969 gedruckt wurde"],
      built: [
        "Ellis ließ einen Computer gegen sich selbst Drei gewinnt spielen.",
        "Hier sind es 593 Schachteln: die 304 von MENACE und die 289 der anderen Seite.",
      ],
      told: [
        "Welche Regel Ellis nahm, ist nicht gedruckt. Hier ist es die von Tretjakow, mit dem, was sein Leser vorschlug: Die Schuld geht an den Zug davor weiter. Gezogen werden nur Farben mit zwei Perlen oder mehr, wenn es solche gibt.",
      ],
      happened: [
        "Die erste Partie war dumm: Es riet nur. Dann spielte es zweitausend Partien gegen sich selbst, in zwei oder drei Minuten.",
        "Danach hatte es „an excellent strategy against human opponents“: Es spielte ausgezeichnet gegen Menschen.",
        "Die Maschine hier spielte ihre 2.000 Partien, bevor das Museum öffnete.",
      ],
      known: [
        "Dann verliert sie 1 Partie von 80 gegen jemanden, der keine Fehler macht, und 1 von 12 gegen jemanden, der nur rät. Gegen jemanden, der sucht, was sie falsch macht, verliert sie 2 von 3.",
        "Warum? Sie ist immer nur ihren eigenen Zügen begegnet. Deine sind ihr vielleicht neu.",
        "Mit den 32 Zählern von Masseys Kurs wäre sie gar nicht ausgezeichnet. Nach 2.000 Partien verliert sie 67 von 100 gegen jemanden, der keine Fehler macht, und 93 als Zweite.",
      ],
      wins: ["Niemand. Ohne Fehler endet Drei gewinnt unentschieden."],
    },
  },
};

export default messages;
