/** The story of each machine. Where each statement comes from stands in story_sources.js, in the same order. */
const messages = {
  title: "Its story",
  titleOf: (/** @type {string} */ title) => `The story of ${title}`,
  titleOfPage: (/** @type {string} */ title) => `${title} · Menagerie`,
  skip: "Skip to the story",
  lead: "Every machine in this museum has a story. Choose one.",
  none: "There is no story of a machine of that name. Choose one of these.",
  all: "All stories of the machines",
  before: "The one before",
  next: "The next one",
  facts: "Who, where and when",
  who: "Who",
  where: "Where",
  when: "When",
  parts: {
    built: "How it was built",
    told: "What it was told to do",
    happened: "What happened",
    known: "What is known today",
    differ: "Where the sources differ",
    again: "Built again",
  },
  wins: "Who wins, if nobody makes a mistake?",
  want: "I want to know",
  from: "From:",
  sources: "Where this comes from",
  ours: "What is marked so is of this museum: counted, played or chosen here.",
  boxes: "Its board and its first box",
  start: "Its board at the start",
  first: (/** @type {string} */ beads) => `Its first box now: ${beads}`,
  noBox: "It has no box yet. It makes one when it first meets a board.",
  empty: "not one bead",
  away: "The museum does not answer just now. The board and the box are missing.",
  play: (/** @type {string} */ title) => `Play ${title}`,
  film: "The film of its life",
  wall: "All its boxes",
  people: "More about the people",
  works: {
    michie: [
      "Michie 1961",
      "Donald Michie, Trial and Error, in Penguin Science Survey 1961, volume 2; and The Computer Journal 6, 1963, page 232.",
    ],
    gardner: [
      "Gardner 1962",
      "Martin Gardner, Mathematical Games, in Scientific American, March 1962. Printed again in 1969, as A Matchbox Game-Learning Machine.",
    ],
    letters: ["Letters 1969", "What readers wrote to Gardner, in the addendum to his article of 1969."],
    brown: ["Brown 1965", "Brown, Extendapawn, in Mathematics Magazine 38, November 1965, page 286."],
    tromp: ["Tromp 2007", "Tromp and Farneback, Combinatorics of Go, in Computers and Games, 2007."],
    tretyakov: ["Tretyakov 2012", "Tretyakov, Self-Learning Mini-Checkers Machine, 2012, on the page fouryears.eu."],
    comments: ["Comments", "A reader's comment on Tretyakov's article, and his answer, on the same page."],
    mhalla: ["Mhalla 2013", "Mhalla and Prost, Gardner's Minichess Variant is solved, 2013, arXiv:1307.7118."],
    scroggs: ["Scroggs 2015", "Matthew Scroggs, his article on MENACE of 2015, and his web page with its comments."],
    massey: ["Massey", "Massey, homework 3 of the class CS 441, Portland State University."],
    counted: ["counted here", "Boxes, boards and beads, counted by this museum's program: menagerie boxes."],
    solved: ["worked out here", "Games worked out to their end by this museum's program: menagerie solve."],
    lives: [
      "played here",
      "Many lives of a machine, played by this museum's program: menagerie simulate and menagerie evaluate. The page of the books has more of them.",
    ],
    here: ["this museum", "What this museum chose, and what it does."],
  },
  machines: {
    menace: {
      who: ["Donald Michie, a biologist"],
      where: ["University of Edinburgh"],
      when: ["1961. One source says 1960"],
      built: [
        "Michie had no computer at hand, so he built one of matchboxes. There is a box for each board of noughts and crosses on which the machine has to choose.",
        "That would be 2,201 boxes. But boards that are the same when they are turned or mirrored share one, so 304 are enough.",
        "Glued to the bottom of each box is a fence of cardboard, shaped like a V. You shake the box and tilt it, and a bead rolls into the corner. It is called the apical bead, and it is the move.",
        "The beads have nine colours, one for each square: white, lilac, silver, black, gold, green, amber, red and pink.",
      ],
      told: [
        "MENACE plays the noughts and begins. You play the crosses.",
        "The box of its first move begins with four beads of each colour. Those of the second have three, then two, then one. That makes 1,720 beads.",
        "Boxes that it opened stay open until the game ends. After a win three more beads of the drawn colour go into each, after a draw one. After a defeat the drawn beads stay out.",
      ],
      happened: [
        "Michie played 220 games against it. After 17 games it opened in a corner only, and after 20 it drew again and again.",
        "In the end Michie lost eight games of ten, and stopped.",
      ],
      known: [
        "Here MENACE played many lives against somebody who makes no mistakes. In 61 of 100 lives its first box became empty, half of these times by about game 22.",
        "A life like the one that Michie saw is rare. Only in 3 of 100 lives here is one opening left after 17 games. He changed his way to play, and nobody can repeat that.",
        "Scroggs begins with more beads: 8, 4, 2 and 1 of each colour. Then the first box becomes empty far less often.",
      ],
      wins: ["Nobody. Without mistakes noughts and crosses is a draw."],
      differ: [
        "The name. With Gardner the letters are a Matchbox Educable Naughts And Crosses Engine. With Scroggs they are a Machine Educable Noughts And Crosses Engine.",
        "The year. Tretyakov writes 1960, the others 1961.",
        "The boxes. Gardner writes three hundred, Scroggs 304.",
        "Michie's own figure is 287. As we read it, he left out 17 boxes: MENACE cannot win at once there, and the other side can in two ways.",
        "The time. Michie's 220 games took two days with Gardner, and 16 hours with Scroggs.",
      ],
      again: [
        "Oliver Child built a MENACE after a short talk, and told of it in Chalkdust, issue 03.",
        "Matthew Scroggs's own stood at MathsJam in 2016. On his page anybody can play one.",
        "A reader asked there how long it takes to use up that many matches.",
        "Tretyakov wanted to build such a machine for some twenty years. His is smaller, and has a story of its own here: Mini-checkers.",
      ],
    },
    "menace-two": {
      who: ["This museum, with the beads of Matthew Scroggs"],
      where: ["Here"],
      when: ["The beads are of 2015"],
      built: [
        "MENACE always begins. This twin answers. It has 289 boxes: 3 for its first move, then 38, 153 and 95.",
        "If boards that are turned or mirrored had boxes of their own, it would be 2,097.",
      ],
      told: [
        "Its first boxes begin with 8 beads of each colour, the next ones with 4, then 2, then 1.",
        "After a win three more beads of the drawn colour go into each box that it opened, after a draw one. After a defeat the drawn beads stay out.",
        "On Scroggs's page these numbers can be changed. Here you can change them in the laboratory.",
      ],
      happened: [
        "The books that this museum is made from tell of no such twin. What happens to it happens here, and every bead of it is written down.",
      ],
      known: ["In its boxes there are 975 moves to choose from. MENACE has 1,087."],
      wins: ["Nobody, so the best that this twin can learn is to draw."],
    },
    her: {
      who: ["Martin Gardner"],
      where: ["Scientific American, a magazine"],
      when: ["March 1962. Printed again in 1969"],
      built: [
        "Few readers would collect the three hundred boxes of MENACE, Gardner thought. So he invented a game for which 24 are enough: hexapawn.",
        "HER is the Hexapawn Educable Robot. On each box is a board with coloured arrows, 55 in all, and in the box is a bead for each arrow.",
        "Dimes and pennies can be the pawns, and sweets the beads.",
      ],
      told: [
        "If HER wins, no bead moves. If it is beaten, the last bead that it drew is taken out.",
        "If it comes to an empty box it gives up, and the bead before that goes.",
        "The readers were told something too: do not work the game out. Build the machine, and learn the game while it learns.",
      ],
      happened: [
        "Gardner's machine was beaten in 11 of its first 36 games, and then never again.",
        "Peter Sandiford, of an airline in Montreal, had two pupils play against such machines. They sat in two rooms, and each thought that the other one was playing.",
        "Judy Gomberg of Maplewood, New Jersey, had sweets for beads, and ate each one that her machine lost. She learned the game faster than the machine.",
      ],
      known: [
        "Of the 55 arrows 19 lose. So HER can be beaten 19 times at most. In our lives it is about eleven, as a rule.",
        "The better you play, the faster it learns. It needs about 105 games with somebody who only guesses, and 87 with somebody who makes no mistakes. With somebody who looks for what it does wrong, 23 are enough.",
      ],
      wins: ["Whoever comes second, and that is HER."],
      differ: [
        "Gardner drew 24 boxes. If all mirrored boards share a box, 19 are enough.",
        "For beads one printing has jujubes and coloured popping corn, another one M&M's and Skittles.",
      ],
    },
    him: {
      who: ["Martin Gardner, who left it to his readers"],
      where: ["Scientific American, a magazine"],
      when: ["1962. The letters were printed in 1969"],
      built: [
        "HIM is the machine for the other side of hexapawn. Gardner left it to his readers.",
        "Here it has boxes for both sides, 37 together, so you say who begins. That is this museum's choice.",
      ],
      told: [
        "After a win one more bead of the drawn colour goes into each box that was opened. After a defeat the last bead drawn is taken out.",
        "Gardner thought that reward and punishment together may be best for a tournament of 25 games. That HIM gets both is this museum's choice.",
      ],
      happened: [
        "John House of Waterville, Ohio, built RAT, the Relentless Auto-learning Tyrant. After eighteen games RAT conceded that HER would win all further ones.",
        "Peter Sandiford's Mark I needed eighteen games as well. His Mark II learned to lose as late as it could.",
        "John Chambers in Toronto built THEM, Two-way Hexapawn Educable Machines. Andrea Weiland, a seventh grader in Chicago, let two machines play until one won every time.",
      ],
      known: [
        "Against somebody who only guesses, reward and punishment won 73 of 100 games here, in the first 25. Punishment without reward won 69, and reward without punishment 57.",
        "Of fifty games against HER, HIM wins 25 or 26 on average.",
        "RAT, built again here, has nothing left to begin with after about 20 games.",
      ],
      wins: ["Whoever comes second."],
    },
    carnival: {
      who: ["Tanner"],
      where: ["Westminster College, Salt Lake City"],
      when: ["Told in a letter that was printed in 1969"],
      built: [
        "Tanner had a HER at a college carnival, for everybody to play.",
        "Here it has 19 boxes, because mirrored boards share one.",
      ],
      told: [
        "After a win one more bead goes into each box that was opened. Nothing is ever taken out.",
        "So customers always had a chance, though it became smaller and smaller.",
      ],
      happened: [
        "The prizes rose in value as the machine got better.",
        "Which prizes there were is not told. Those at its table here are this museum's choice.",
      ],
      known: [
        "Here 1,000 such machines played 1,000 games each, with customers who only guess. After 6 games one customer in 2 won, after 31 one in 4.",
        "After 99 games it was one in 8, after 320 one in 16. At one in 32 half of the machines arrived after a thousand games. None came to one in 128.",
      ],
      wins: [
        "Whoever comes second, and that is the machine. But its bad moves stay in their boxes, so it can always be beaten.",
      ],
    },
    nimble: {
      who: ["Hight"],
      where: ["Bell Telephone Laboratories, Whippany"],
      when: ["Told in Gardner's article"],
      built: [
        "NIMBLE plays Nim, with three heaps of three counters. Who takes the last counter wins. It can begin, and it can answer.",
        "In which order the heaps lie makes no difference. So 18 boxes are enough, one for each board with two counters or more.",
      ],
      told: [
        "It was rewarded or punished after each game. How many beads that were is not printed.",
        "Here it begins with one bead of each colour. A win brings three more for each bead that it drew, a defeat takes the last one away. These numbers are ours.",
      ],
      happened: ["After thirty games it played almost without mistakes."],
      known: [
        "With our beads, and against good players, it plays its 31st game without a mistake in 85 to 91 of 100 lives.",
        "Two beads of each colour, and one more for a win, are much worse: only 29 of 100 lives.",
      ],
      wins: ["Whoever begins, by taking a whole heap. Every other first move loses."],
    },
    minicheckers: {
      who: ["Tretyakov"],
      where: ["A summer school in Kiev"],
      when: ["2012"],
      built: [
        "Tretyakov had wanted to build a matchbox machine since he read an article about one, some twenty years before. At last he did, for a course on machines that learn.",
        "Hexapawn's nineteen boxes made him look for a game as small. He took checkers on four by four squares: 24 boxes.",
        "On the boxes are 53 arrows. Each has two beads, so there are 106.",
        "One board has two moves and yet no box: both moves win at once.",
      ],
      told: [
        "After a defeat all beads of the last colour that it drew are taken out of the last box. After a draw it is one of them, but never the last. A win changes nothing.",
        "The rules are Russian: a king goes to the furthest free square. That is how we read his words.",
      ],
      happened: [
        "After some thirty games his machine seldom lost. A person would understand the game much earlier, he writes.",
        "He asks how larger games could be learned without thousands of boxes.",
        "A reader went on: blame the move before as well, and take out single beads.",
        "Tretyakov answered that it is Q-learning: a box is a row of a table, and the beads are a way to explore.",
      ],
      known: [
        "At first it loses two games of three to somebody who makes no mistakes. After thirty games with somebody who only guesses it is about one in ten.",
        "But it is never rewarded. Of 500 lives here, 413 could still be beaten after 300 games.",
      ],
      wins: ["Nobody. Without mistakes it is a draw."],
    },
    "minicheckers-gardner": {
      who: ["Martin Gardner's board, with Tretyakov's answer to a reader"],
      where: ["Scientific American; a web page with comments"],
      when: ["1962, and in or after 2012"],
      built: [
        "Gardner told of checkers on four by four squares, with two men a side. Black moves first, and here the machine is Black.",
        "It has 695 boxes.",
      ],
      told: [
        "Each box has two halves, A and B, with a bead of each colour in both. It draws from A; if nothing is in A, from B.",
        "After a draw the last colour is taken out of A, after a defeat out of both. A win changes nothing.",
        "If it opens a box with nothing in A, half A of the move before is emptied too.",
      ],
      happened: [
        "The reader wanted to hand blame back to the move before, and to take out single beads. Could a machine then play as well as possible, and stay simple?",
        "Tretyakov answered with the two halves. Read word for word they do not do what the reader wanted; this machine does both.",
      ],
      known: [
        "In this game 2,409 boards can be reached.",
        "To write moves, Gardner numbered the squares and gave the men letters. His answers can be worked out again, and they come out the same.",
      ],
      wins: [
        "Nobody: it is a draw. C5 loses at once to A3, and C6 draws. D6 wins after A3 or B3, and after B4 it draws.",
      ],
    },
    octapawn: {
      who: ["Richard L. Sites"],
      where: ["M.I.T."],
      when: ["Told in a letter that was printed in 1969"],
      built: [
        "Sites wrote a program in FORTRAN, for an IBM 1620. It played hexapawn on four by four squares, with four pawns a side.",
        "As matchboxes it would be a wall of 2,791, nine times as many as MENACE has. You can look at all of them here.",
      ],
      told: [
        "Here it has HER's rule: one bead for each move. After a defeat the last bead that it drew is taken out, and a win changes nothing.",
      ],
      happened: ["Sites found that one opening is a sure win. The others he had not explored yet."],
      known: ["This museum's program has explored the others. Every board of the game is worked out to its end."],
      wins: [
        "Whoever begins, with a pawn in a corner. Whoever begins with a pawn in the middle loses: that is what Sites had not explored.",
      ],
    },
    extendapawn: {
      who: ["Brown"],
      where: ["Mathematics Magazine"],
      when: ["November 1965"],
      built: [
        "Brown made hexapawn wider: three rows, and any number of columns.",
        "Here there are four columns, and 114 boxes.",
      ],
      told: [
        "After a win one more bead goes into each box that was opened. After a defeat the last bead drawn is taken out. Gardner described these rewards for hexapawn, and this museum took them.",
      ],
      happened: ["Brown found a rule that says who wins, for any number of columns."],
      known: ["This program finds the same as Brown, for 3 to 8 columns."],
      wins: [
        "Look at the last digit of the number of columns. If it is 1, 4, 5, 7 or 8, whoever begins wins. If not, whoever comes second.",
      ],
    },
    "go-2x2": {
      who: ["This museum"],
      where: ["Here"],
      when: ["No year: no book tells of it"],
      built: [
        "This is Go on four points, with its rules: stones without air are taken, and nobody may bring back an earlier board.",
        "It begins without boxes, and makes one when it first meets a board.",
      ],
      told: [
        "It has MENACE's beads: four of each colour at first, then three, two and one. Three more after a win, one after a draw. After a defeat the drawn ones stay out.",
        "Passing has a bead too. A bead that would bring back an earlier board is put back, and another one is drawn. If there is no other, it gives up.",
      ],
      happened: [
        "The books that this museum is made from tell of no such machine. What happens to it happens here, and every bead of it is written down.",
      ],
      known: ["On four points 57 boards are possible."],
      wins: ["Whoever begins, by one point."],
    },
    "go-3x3": {
      who: ["Jay Eliasberg, vice-president of the American Go Association"],
      where: ["A letter to Martin Gardner"],
      when: ["Printed in 1969"],
      built: [
        "Eliasberg wrote about Go on three by three points. The machine for it is this museum's.",
        "It begins without boxes, and makes one when it first meets a board. A box knows the board and whose turn it is, but not what came before.",
      ],
      told: [
        "It has MENACE's beads: four of each colour at first, then three, two and one. Three more after a win, one after a draw. After a defeat the drawn ones stay out.",
        "Passing has a bead too. A bead that would bring back an earlier board is put back, and another one is drawn. If there is no other, it gives up.",
      ],
      happened: ["Eliasberg told where the first stone has to be, to win."],
      known: ["On nine points 12,675 boards are possible. Nobody has to list them: all of this game is worked out."],
      wins: [
        "Whoever begins, and by 9 points, with a first stone in the centre. With one at the side it is 3 points. With one in a corner whoever begins loses by 9.",
      ],
    },
    caswell: {
      who: ["Caswell"],
      where: ["Department of Agriculture"],
      when: ["Told in a letter that was printed in 1969"],
      built: [
        "Checkers on five by five squares had been proposed to Caswell, and he passed it on. Each side has three men, and Black moves first.",
        "No wall has room for its boxes: 821,577 boards can be reached. So the machine makes a box when it first meets a board.",
      ],
      told: [
        "Here it has Tretyakov's rule: two beads for each move. After a defeat the last colour is taken out, after a draw one bead of it, but never the last.",
      ],
      happened: ["Who wins was left to the readers. The final win, they were told, is spectacular."],
      known: [
        "A computer can look at all 821,577 boards, and this museum's program has done it.",
        "Gardner asked the same about chess on five by five squares. Mhalla and Prost answered it in 2013.",
      ],
      wins: ["Black, who moves first, after 35 moves of both sides together. The first move is c5 to b4, or c5 to d4."],
    },
    ellis: {
      who: ["Robert A. Ellis"],
      where: ["Ballistics Research Laboratories, Aberdeen Proving Ground, Maryland"],
      when: ["Told in a letter that was printed in 1969"],
      built: [
        "Ellis had a computer play noughts and crosses against itself.",
        "Here it is 593 boxes: the 304 of MENACE, and the 289 of the other side.",
      ],
      told: [
        "Which rule Ellis used is not printed. Here it is Tretyakov's, with what his reader proposed: blame goes back to the move before. It draws only colours with two beads or more, where there are any.",
      ],
      happened: [
        "Its first game was stupid: it only guessed. Then it played two thousand games against itself, in two or three minutes.",
        "After that it had “an excellent strategy against human opponents”.",
        "The one here played its 2,000 games before the museum opened.",
      ],
      known: [
        "It then loses 1 game in 80 to somebody who makes no mistakes, and 1 in 12 to somebody who only guesses. To somebody who looks for what it does wrong it loses 2 in 3.",
        "Why? It has only ever met its own moves. Yours may be new to it.",
        "With the 32 counters of Massey's class it would be far from excellent. After 2,000 games it loses 67 of 100 to somebody who makes no mistakes, and 93 if it comes second.",
      ],
      wins: ["Nobody. Without mistakes noughts and crosses is a draw."],
    },
  },
};

export default messages;
