/** What the page of proved answers says. */
const most = (/** @type {number} */ plies) => (plies === 1 ? "with the next move" : `in ${plies} moves at most`);
const points = (/** @type {number} */ n) => (n === 1 ? "1 point" : `${n} points`);

const messages = {
  title: "Who can always win?",
  titleOfPage: "Who can always win? · Menagerie",
  skip: "Skip to the boards",
  which: "Which game",
  howMany: "How many columns",
  lead: "Make any move, for both sides. A program has looked at every way to go on. It tells you who can always win, and how soon.",
  moves: "What each move does",
  counted: "Moves of both sides are counted. A star marks the best.",
  line: "The moves so far",
  link: "Each of these is a link that you can send to a friend.",
  start: "Start",
  back: "Back",
  forward: "Forward",
  again: "From the start",
  working: "The program is thinking…",
  bad: "This link leads to no board. Choose a game above.",
  failed: "The museum has no time for that now. Try again in a minute.",
  names: /** @type {Record<string, string>} */ ({
    hexapawn: "Hexapawn",
    octapawn: "Octapawn",
    extendapawn: "Extendapawn",
    "mini-checkers": "Mini-checkers",
    "go-3x3": "Go on 3 × 3",
    "nim-3x3": "Nim",
  }),
  wide: (/** @type {string} */ columns) => `Extendapawn, ${columns} columns`,
  asked: /** @type {Record<string, string>} */ ({
    hexapawn:
      "Martin Gardner made this game in 1962. He wrote that whoever comes second can always win. Can you find a first move that saves White?",
    octapawn:
      "Richard Sites let a computer play it. From a corner, whoever begins can always win. He had not yet tried the middle.",
    extendapawn:
      "Brown made the board wider, in 1965. Whoever begins wins if the number of columns ends in 1, 4, 5, 7 or 8. Try them.",
    "mini-checkers":
      "Gardner’s small checkers board. He named the squares 1 to 8, White’s men A and B, and Black’s C and D. Black begins, and nobody wins if both play well.",
    "go-3x3":
      "Jay Eliasberg wrote to Gardner: on 3 × 3 points whoever begins in the middle can always win. Try a side and a corner too.",
    "nim-3x3":
      "Three heaps of three, the game of NIMBLE. Take as many as you like from one heap. Whoever takes the last counter wins.",
  }),
  tries: /** @type {Record<string, string>} */ ({
    middle: "From the middle",
    side: "From the side",
    corner: "From the corner",
    whole: "Take a whole heap",
    one: "Take one counter",
  }),
  sides: { white: "White", black: "Black", first: "Player 1", second: "Player 2" },
  turn: (/** @type {string} */ who) => `${who} to move.`,
  nobody: "Nobody can win if both play well.",
  wins: (/** @type {string} */ who, /** @type {number} */ plies) => `${who} can always win, ${most(plies)}.`,
  ahead: (/** @type {string} */ who, /** @type {number} */ n) => `${who} can always win, by ${points(n)}.`,
  won: (/** @type {string} */ who) => `${who} has won.`,
  wonBy: (/** @type {string} */ who, /** @type {number} */ n) => `${who} has won by ${points(n)}.`,
  drawn: "A draw: nobody has won.",
  win: (/** @type {number} */ plies) => (plies === 1 ? "wins at once" : `wins in ${plies}`),
  loss: (/** @type {number} */ plies) => `loses in ${plies}`,
  draw: "nobody wins",
  winBy: (/** @type {number} */ n) => `wins by ${points(n)}`,
  lossBy: (/** @type {number} */ n) => `loses by ${points(n)}`,
  best: "best",
  larger: "Two that are larger",
  minichess: "Minichess on 5 × 5",
  checkers: "Checkers on 5 × 5",
  minichessTold:
    "Gardner could not find out who wins. Our program cannot either: there are far too many boards. Mhalla and Prost worked it out in 2013: nobody wins if both play well.",
  minichessMore: "Why no machine plays it",
  checkersTold: "This game had been proposed to Caswell, and he passed it on. Gardner left it to the reader who wins.",
  know: "Do you want to know?",
  checkersAnswer: "Black, who begins, can always win, in 35 moves at most. The first one goes from c5 to b4 or to d4.",
  checkersMore: "Play it against a machine",
  foot: "What the books say, and what comes out here",
};

export default messages;
