/** What the page of minichess tells. */
const messages = {
  title: "The machine that is not here",
  titleOfPage: "Minichess: the machine that is not here · Menagerie",
  skip: "Skip to the text",
  back: "Back to the machines that are here",
  one: "Minichess is chess on five by five squares: king, queen, bishop, knight, rook, and a row of pawns before them. Martin Gardner told of it in his column of March 1962. In 2013 Mhalla and Prost worked out who wins if nobody makes a mistake. It looks like a game for matchboxes, but no such machine can be built.",
  two: "MENACE needs 304 boxes, because noughts and crosses has no more positions in which it must choose, if those that are turned or mirrored are counted once. Checkers on the same five by five squares has 821,577 positions, and here its boxes are made only when a visitor first leads there. Minichess has about nine million million million legal positions. At one matchbox a second the wall would take some 285 thousand million years to fill, twenty times as long as there have been stars to see it by.",
  three:
    "And hardly any box would be opened twice. A machine of this kind learns a position by meeting it again; it knows nothing of a position that is only like another one. Where positions do not come back, beads teach nothing.",
  question: "Do you want to know who wins minichess?",
  answer: "Nobody: with best play minichess is a draw.",
  shelf: "Three writers told of machines that play chess. One of those machines strangles its maker.",
  shelfMore: "Look at the shelf",
  source:
    "Martin Gardner, Mathematical Games, Scientific American, March 1962; printed again in 1969, as A Matchbox Game-Learning Machine. Mhalla and Prost 2013, Gardner's Minichess Variant is solved, arXiv:1307.7118.",
};

export default messages;
