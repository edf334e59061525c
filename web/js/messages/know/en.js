/**
 * What stands where an answer is covered, and the answers. `more` belongs to the stories: the server tells both
 * together.
 */
const messages = {
  want: "I want to know",
  showAll: "Cover nothing in this museum",
  coverAll: "Cover all answers again",
  note: (/** @type {string} */ n) => `It is told by itself when you have played ${n} games here.`,
  question: "Do you want to know who wins if nobody makes a mistake? And in which boxes no mistake is left?",
  questionWins: "Do you want to know who wins if nobody makes a mistake?",
  wins: {
    first: "If nobody makes a mistake, whoever begins wins.",
    second: "If nobody makes a mistake, whoever plays second wins.",
    nobody: "If nobody makes a mistake, nobody wins.",
  },
  gold: "In a golden box on the wall no bead is a mistake.",
  more: /** @type {Record<string, string>} */ ({
    octapawn: "Whoever begins can win by opening with a corner pawn, and you begin.",
    extendapawn: "Whoever begins can win, and you begin.",
    "go-3x3": "You win if you begin in the centre and make no mistake.",
  }),
  vote: "Who wins Caswell’s checkers if nobody makes a mistake? Say what you think, then you will see.",
  votes: ["Black, who begins", "White", "Nobody"],
  caswell: "Black, who begins, wins in 35 moves of both sides.",
  right: "You thought so!",
  wrong: "You thought otherwise.",
  begin: (/** @type {string} */ n) => `The first board. Now come ${n} moves without a mistake.`,
  sides: ["black", "white"],
  ply: (/** @type {string} */ n, /** @type {string} */ of, /** @type {string} */ side, /** @type {string} */ move) =>
    `Move ${n} of ${of}, ${side}: ${move}.`,
  end: "White has no piece left.",
  board: "The board of this game",
  play: "Play it slowly",
  pause: "Pause",
  again: "Once more",
  back: "One move back",
  on: "One move on",
};

export default messages;
