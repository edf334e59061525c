/**
 * The people who built such machines, and what became of it. Facts are those of the sources; the words are ours, and
 * quotations are marked.
 */
const messages = {
  title: "The people and their stories",
  titleOfPage: "The people and their stories · Menagerie",
  skip: "Skip to the stories",
  list: "The stories",
  lead: "Matchbox machines were built by biologists, pupils, an airline's researcher, a girl who liked sweets and a man with a stall. This is what they did and what came of it.",
  from: "From:",
  play: (/** @type {string} */ title) => `Play ${title}`,
  again: "Play its figures again",
  machines: "Each machine has a story",
  foot: "The experiments of the books, done again",
  wall: "All the matchboxes of a machine at once: the wall",
  stories: {
    michie: {
      title: "Three hundred matchboxes",
      where: "Donald Michie, University of Edinburgh, 1961",
      machine: "menace",
      books: "michie",
      text: [
        "Donald Michie was a biologist. He had no computer at hand, so he built one of matchboxes. Each board of noughts and crosses on which his machine had a choice got a box. There are 304, if boards that are turned or mirrored count once; Gardner writes three hundred.",
        "Glued to the bottom of each box was a V-shaped fence of cardboard. He shook the box and tilted it, so that the beads rolled into the V. The bead in its corner, the apical bead, was the move. The boxes that he had opened stayed open till the end of the game. So he knew where to put beads in and where to take them out. Reward and punishment, as with animals and people.",
        "He called it MENACE. The letters are a Matchbox Educable Naughts And Crosses Engine with Gardner, and a Machine Educable Noughts And Crosses Engine with Scroggs. One source says 1960, the others 1961. MENACE plays the noughts and begins; you play the crosses. Michie played 220 games against it in two days, and withdrew after losing eight of ten.",
      ],
      source: "Michie 1961, Trial and Error; Gardner 1962; Scroggs 2015",
    },
    gardner: {
      title: "Do not work it out",
      where: "Martin Gardner, Scientific American, 1962",
      machine: "her",
      books: "her",
      text: [
        "Few readers would collect three hundred matchboxes, Gardner thought. So he invented a game for which 24 are enough: hexapawn, three pawns a side on nine squares. Dimes and pennies can stand for the pawns, and sweets for the beads.",
        "He asked his readers not to work the game out. Build the machine, he wrote, and learn the game while it learns. HER is the Hexapawn Educable Robot; HIM, the machine for the other side, he left to them.",
      ],
      source: "Gardner 1962 and 1969",
    },
    sandiford: {
      title: "The sealed room",
      where: "Peter J. Sandiford, Trans-Canada Air Lines, Montreal",
      machine: "her",
      books: "rat",
      text: [
        "Sandiford was director of operations research of an airline. He chose a boy and a girl of a school's mathematics club who did not know hexapawn. They read the rules, sat down alone in two rooms, and told their moves to referees. Each thought that the other one was the opponent.",
        "But in a third room two machines of boxes and sweets played, one against each, black and white by turns. “With much confusion and muffled hilarity we in the middle tried to operate the computers, keep the games in phase, and keep the score.”",
        "The two were asked to say aloud what they thought. One found the opponent stupid, another one good. One was sure that by now he should make no careless mistakes. One found that she saw through the play. Nobody said: this is a box. When they were brought face to face with the machines they could hardly believe it.",
      ],
      ask: "How would you find out whether somebody behind a door is a person?",
      sealed: "Sit in the room",
      source: "Sandiford in Gardner 1969",
    },
    gomberg: {
      title: "She ate what it lost",
      where: "Judy Gomberg, Maplewood, New Jersey",
      machine: "her",
      text: [
        "Judy Gomberg's HER had sweets instead of beads. “Every time it lost I took out a candy and ate it.” She wrote that she had learned the game faster than her machine.",
        "It cannot be a fair race: HER learns from defeats alone. Who plays badly against her teaches her nothing, and who plays well teaches her quickly and wins less and less.",
      ],
      ask: "Play HER. Are you faster?",
      source: "Gomberg in Gardner 1969",
    },
    pairs: {
      title: "Machines against machines",
      where: "House, Waterville, Ohio; Chambers, Toronto; Weiland, Chicago",
      machine: "him",
      books: "rat",
      text: [
        "John House built RAT, the Relentless Auto-learning Tyrant, to begin against HER. After eighteen games RAT conceded that HER would win all further ones. Sandiford's Mark I came to the same number; his Mark II learned to fight the longest delaying action.",
        "John Chambers in Toronto built THEM, Two-way Hexapawn Educable Machines. Andrea Weiland of the seventh grade, Phillip Rogers Elementary School, Chicago, let two machines play until one had learned to win every time. Her teacher, Kenneth Wiszowaty, wrote about it.",
      ],
      source: "Letters in Gardner 1969",
    },
    tanner: {
      title: "The stall",
      where: "Tanner, Westminster College, Salt Lake City",
      machine: "carnival",
      text: [
        "For a college carnival Tanner built a HER that is only ever rewarded: for a win a bead is added, and nothing is taken out. So visitors always kept a chance, though it became smaller. As the machine got better the prizes became better too.",
        "With such beads, and visitors who only guess, the chance falls to one half after 6 games and to a quarter after 31. It is an eighth after 99, and a sixteenth after 320. At one in thirty-two, half of its lives have arrived after a thousand games.",
      ],
      ask: "Which prizes would you offer, so that people come and the till is not empty?",
      source: "Tanner in Gardner 1969; the figures are ours: 1,000 lives of 1,000 games",
    },
    samuel: {
      title: "Instead of strangling him",
      where: "Arthur Samuel, Poughkeepsie, 1959; Ambrose Bierce, Moxon's Master",
      machine: "her",
      books: "samuel",
      text: [
        "Gardner opens with a story by Bierce. Moxon, an inventor, builds a robot that plays chess. Moxon wins a game. The robot strangles him.",
        "Samuel's program played checkers on an IBM 704. At first he beat it easily. But it looked over its past games and changed its play, and instead of strangling him it beat him soon in every game.",
        "A matchbox machine makes no such analysis: it does not know which of its moves was the mistake. Here a twin of HER asks after each defeat somebody who makes no mistakes, and only that bead is taken. If all was lost before, none is. The twin needs nine defeats until nobody can beat it; HER needs ten or eleven on average.",
        "People were afraid all the same. Norbert Wiener feared that machines would be asked to decide about war, because war can be seen as a game.",
      ],
      race: "Watch the race",
      ask: "Would you rather be told your mistake, or find it yourself?",
      source: "Gardner 1962; Bierce, Moxon's Master, in Conklin's anthology Thinking Machines; the race is ours",
    },
    letters: {
      title: "What readers wrote",
      where: "Sites, M.I.T.; Ellis, Aberdeen; Hight, Whippany; Eliasberg; Brown",
      machine: "ellis",
      books: "ellis",
      text: [
        "Richard Sites taught an IBM 1620 octapawn, on four by four squares. He knew what comes of a corner opening; centre openings he had not explored yet.",
        "Robert Ellis of the Ballistics Research Laboratories let a program play itself. Its first game was stupid. After two thousand, in two or three minutes, it played excellently against people.",
        "Hight's NIMBLE is in the article itself, not among the letters: eighteen boxes for Nim, built at the Bell Telephone Laboratories. Jay Eliasberg, vice-president of the American Go Association, wrote who wins on three by three from the centre. Brown found out who wins hexapawn on any number of columns.",
      ],
      ask: "Do you want to know who wins?",
      reveal:
        "Octapawn: a corner opening wins for the first player; a centre opening turns out here to lose. Go on three by three: the first player wins from the centre.",
      source: "Gardner 1962 and 1969; Brown 1965; menagerie solve octapawn",
    },
    caswell: {
      title: "Who wins?",
      where: "Caswell, Department of Agriculture",
      machine: "caswell",
      text: [
        "Checkers on five by five squares had been proposed to Caswell earlier, and he passed it on. Gardner left it to the reader who wins, and wrote that the final win is spectacular.",
        "He asked the same about minichess, chess on five by five squares, and could not find out whether either side has the advantage. Mhalla and Prost answered that in 2013.",
      ],
      source: "Gardner 1969; menagerie solve checkers-5x5; Mhalla and Prost 2013",
    },
    tretyakov: {
      title: "Twenty years later",
      where: "Tretyakov, a summer school in Kiev",
      machine: "minicheckers",
      books: "tretyakov",
      text: [
        "Tretyakov had wanted to build such a machine since he read the article, some twenty years before. At last he did, for a course on machine learning at a summer school. A person, he writes, would understand the strategy much earlier; he asks how larger games could be learned without thousands of boxes.",
        "In the comments readers went on: hand blame back to the move before, take out single beads. He answered that his boxes are Q-learning: a box is a row of the table, and the beads are a way to explore.",
      ],
      source: "Tretyakov 2012 and the comments there",
    },
    again: {
      title: "Built again",
      where: "Oliver Child; Matthew Scroggs; Massey's class",
      machine: "menace-two",
      books: "scroggs",
      text: [
        "Oliver Child built a MENACE after a short talk, and told of it in Chalkdust, issue 03. Matthew Scroggs's own stood at MathsJam in 2016, and his page lets anybody play one. A reader asked how long it takes to use up that many matches.",
        "At Portland State University Massey gave it as homework: counters instead of beads, 500 games against itself. Does it come to something sensible?",
      ],
      source: "Scroggs 2015 and the comments there; Massey, CS 441, homework 3",
    },
    shelf: {
      title: "The shelf",
      where: "Dunsany, Leiber, Bierce",
      text: [
        "Lord Dunsany, The Three Sailors' Gambit (in The Last Book of Wonder): three sailors play chess like masters, with the help of a crystal. And The Last Revolution (1951): a computer that learns; the second chapter has a very funny first game.",
        "Fritz Leiber, The 64-Square Madhouse (If, May 1962): a computer enters a chess tournament. Ambrose Bierce, Moxon's Master: see above.",
      ],
      ask: "Would you rather play a machine that makes no mistakes, or one that learns from you?",
      source: "Gardner 1969",
    },
    prophets: {
      title: "The prophets",
      where: "1958 to 1965",
      text: [
        "An old joke: the computer thinks furiously after the first move, and prints that it gives up. Here that can happen: a machine whose first box is empty does just that.",
        "Five people said in public how far machines would come. What would you have said?",
      ],
      source:
        "Gardner 1969; for what happened: Campbell, Hoane and Hsu 2002, Deep Blue; Schaeffer and others 2007, Checkers Is Solved",
    },
  },
  unlikely: {
    title: "The luckiest bead of the day",
    machine: "Machine",
    show: "Show it",
    /** @param {string} title @param {string} once @param {string} box @param {string} day */
    told: (title, once, box, day) =>
      `On ${day}, ${title} drew a bead that comes once in ${once} draws, from box ${box}. It won that game.`,
    /** @param {string} title @param {string} day */
    usual: (title, day) => `On ${day}, ${title} won by beads that come more often than not.`,
    /** @param {string} title */
    none: (title) => `${title} has won no game by a bead in its last day of play.`,
    lesson: "See that game.",
    ask: "Was it luck, or did it know what it did?",
    failed: "The museum does not answer just now. Try again.",
  },
  stall: {
    put: "Run the stall yourself",
    offer: "What your stall offers",
    ticket: "A game costs, in coins",
    pay: "What each prize costs you, in coins",
    begin: "at first",
    from: (/** @type {string} */ n) => `when 1 in ${n} who guess beats the machine`,
    costOf: (/** @type {string} */ prize) => `Coins for: ${prize}`,
    reached: /** @type {Record<string, string>} */ ({
      64: "In 1,000 games 7 of 100 machines get there.",
      128: "No machine gets there in 1,000 games: nobody will ever win it.",
    }),
    prizes: ["paper flower", "whistle", "balloon", "spinning top", "kite", "toy steamboat", "rocking horse", "bicycle"],
    mix: "Who comes",
    mixes: /** @type {[string, string][]} */ ([
      ["0", "all of them guess"],
      ["2", "2 of 10 make no mistakes"],
      ["5", "half make no mistakes"],
    ]),
    open: "Open for 200 customers",
    next: "The next day",
    anew: "A new machine",
    till: "The till",
    coins: (/** @type {string} */ n) => `${n} ${n === "1" ? "coin" : "coins"}`,
    ready: "Your machine has learned nothing yet.",
    working: "The customers come…",
    failed: "The museum has no time for that now. Try again in a minute.",
    wins: (/** @type {string} */ n, /** @type {string} */ prize) =>
      `Customer ${n} beats the machine. The prize: ${prize}.`,
    loses: (/** @type {string} */ n) => `Customer ${n} loses. The machine gets beads.`,
    sums: (
      /** @type {string} */ n,
      /** @type {string} */ won,
      /** @type {string} */ taken,
      /** @type {string} */ paid,
    ) => `${n} customers, ${won} won. You took ${taken} coins and paid ${paid} for prizes.`,
    debts: "The till is empty, and you have debts.",
    mean: "The till is full. But most of them went home with nothing, and few will come again.",
    fair: "The till is not empty, and people went home with prizes. They will come again.",
    left: (/** @type {string} */ n) => `By now 1 in ${n} who guess beats your machine.`,
  },
  bets: {
    yes: "It will be so",
    no: "It will not",
    right: "You were right.",
    wrong: "You were wrong.",
    so: "It was so.",
    not: "It was not so.",
    score: (/** @type {number} */ right, /** @type {number} */ of) => `${right} of ${of} right`,
    claims: [
      {
        who: "Responsible mathematicians, 1958",
        claim: "Within ten years a machine will play chess like a master.",
        came: false,
        then: "In 1968 none did. A machine beat the champion in 1997.",
      },
      {
        who: "Mikhail Botvinnik, 1961",
        claim:
          "There will be two world championships in chess, one for people and one for robots, the second in truth between their makers.",
        came: true,
        then: "Computers have had championships of their own since 1974.",
      },
      {
        who: "Edward Lasker, 1961",
        claim: "A computer that plays master chess: “This is of course nonsense.”",
        came: false,
        then: "It was not nonsense: in 1997 the champion lost to one.",
      },
      {
        who: "Tigran Petrosian, 1963",
        claim: "Not within fifteen or twenty years will a machine play like a grandmaster.",
        came: true,
        then: "He was right: it took until about 1988.",
      },
      {
        who: "Richard Bellman, 1965",
        claim: "Within ten years checkers will be a completely decidable game.",
        came: false,
        then: "It was decided in 2007: without mistakes it is a draw.",
      },
    ],
  },
};

export default messages;
