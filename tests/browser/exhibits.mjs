// Machines of every kind of board for the canned house. Boards and moves are as the games write them; that a play
// is good or even likely does not matter here.

const box = (number, turn, position, moves) => ({
  number, box: position, turn, beads: moves.reduce((sum, [, beads]) => sum + beads, 0),
  moves: moves.map(([orbit, beads]) => ({ move: orbit.split(" ")[0], orbit: orbit.split(" "), beads })),
});

const drawn = (known, orientation, position, bead, move, moves) => ({
  box: known.box, number: known.made ? null : known.number, turn: known.turn, orientation, position, bead, move,
  beads: moves.map((orbit, i) => ({ count: known.moves[i].beads, moves: orbit.split(" ") })),
});

/** So many boxes more, each a little different, to fill a wall. */
const many = (count, like, from) => Array.from({ length: count }, (_, i) => box(from + i, 2 + Math.floor((4 * i) / count), like.box,
  like.moves.map(({ orbit }, k) => [orbit.join(" "), (i * 7 + k * 3) % 5])));

const squares = (columns, rows, start) => ({ kind: "squares", columns, rows, pieces: ".wb", movers: "wb", start });

function octapawn() {
  const first = box(1, 1, "bbbb/..../...w/www. b", [["a4-a3", 2], ["b4-b3", 1], ["c4-c3", 4], ["d4-d3", 0]]);
  const second = box(2, 2, "b.bb/..../.bw./ww.w b", [["b2xa1", 3], ["b2xc1", 2], ["c4-c3", 1]]);
  return {
    title: "Octapawn", maker: "Sites, sixteen squares", story: "Hexapawn grown by a file and a rank: with a corner opening you can win.", colour: "#4a6b2a",
    game: "octapawn", seat: "second", board: squares(4, 4, "bbbb/..../..../wwww w"), boxes: [first, second],
    play: [
      { ply: 0, position: "bbbb/..../..../wwww w", legal: ["a1-a2", "b1-b2", "c1-c2", "d1-d2"] },
      { on: true, ply: 2, position: "bb.b/..b./w.../.www w", legal: ["a2-a3", "b1-b2", "c1-c2", "d1-d2"], played: [{ move: "a1-a2", position: "bbbb/..../w.../.www b" }, { move: "c4-c3", position: "bb.b/..b./w.../.www w" }],
        drawn: drawn(first, "mirror", "bbbb/..../w.../.www b", 1, "c4-c3", ["d4-d3", "c4-c3", "b4-b3", "a4-a3"]) },
      { on: true, ply: 4, position: "b..b/..../w.b./.w.w w", legal: ["a2-a3", "b1-b2", "b1xc2", "d1xc2"], played: [{ move: "c1-c2", position: "bb.b/..../wbw./.w.w b" }, { move: "b4-b3", position: "b..b/..../w.b./.w.w w" }],
        drawn: drawn(second, "identity", "b.bb/..../.bw./ww.w b", 0, "b4-b3", ["b2xa1", "b2xc1", "c4-c3"]) },
    ],
  };
}

function extendapawn() {
  const first = box(1, 1, "bbbbbbbb/...w..../www.wwww b", [["a3-a2", 1], ["b3-b2", 1], ["c3-c2", 2], ["c3xd2", 3], ["e3xd2", 1], ["e3-e2", 1], ["f3-f2", 1], ["g3-g2", 1], ["h3-h2", 1]]);
  return {
    title: "Extendapawn", maker: "Brown, Mathematics Magazine 1965", story: "Three ranks and as many files as you like. Who wins depends on the last digit of their number.", colour: "#6a3b7a",
    game: "extendapawn-8", seat: "second", board: squares(8, 3, "bbbbbbbb/......../wwwwwwww w"), boxes: [first, ...many(700, first, 2)],
    play: [
      { ply: 0, position: "bbbbbbbb/......../wwwwwwww w", legal: [..."abcdefgh"].map((file) => `${file}1-${file}2`) },
      { on: true, ply: 2, position: "bb.bbbbb/...b..../www.wwww w", legal: ["a1-a2", "c1-c2", "c1xd2", "e1xd2", "g1-g2"], played: [{ move: "d1-d2", position: first.box }, { move: "c3xd2", position: "bb.bbbbb/...b..../www.wwww w" }],
        drawn: drawn(first, "identity", first.box, 3, "c3xd2", first.moves.map(({ orbit }) => orbit.join(" "))) },
    ],
  };
}

function nimble() {
  const first = box(1, 1, "333", [["a:1 b:1 c:1", 2], ["a:2 b:2 c:2", 1], ["a:3 b:3 c:3", 5]]);
  const second = box(2, 1, "133", [["a:1", 4], ["b:1 c:1", 2], ["b:2 c:2", 3], ["b:3 c:3", 1]]);
  return {
    title: "NIMBLE", maker: "Hight, after Bouton’s game", story: "Three heaps of three counters: who takes the last one wins. It plays either side.", colour: "#1f5a7a",
    game: "nim-3x3", seat: "either", board: { kind: "piles", columns: 3, rows: 1, pieces: "0123", movers: "", start: "333" }, boxes: [first, second],
    play: [
      { ply: 0, position: "333", legal: ["a:1", "a:2", "a:3", "b:1", "b:2", "b:3", "c:1", "c:2", "c:3"] },
      { on: "b:2", ply: 2, position: "310", legal: ["a:1", "a:2", "a:3", "b:1"], played: [{ move: "b:2", position: "313" }, { move: "c:3", position: "310" }],
        drawn: drawn(second, "to-bac", "313", 3, "c:3", ["b:1", "a:1 c:1", "a:2 c:2", "a:3 c:3"]) },
      { on: true, ply: 4, position: "000", legal: [], played: [{ move: "a:2", position: "110" }, { move: "a:1", position: "010" }], outcome: "loss", why: "board",
        drawn: drawn(first, "to-cab", "333", 0, "a:1", ["a:1 b:1 c:1", "a:2 b:2 c:2", "a:3 b:3 c:3"]) },
    ],
    learned: [{ number: 2, box: "133", bead: 3, move: "b:3", before: 1, after: 0 }],
  };
}

function minicheckers() {
  const first = box(1, 2, ".b.b/w.B./.w.w/.... w", [["a3xc1", 1], ["b2xd4", 2], ["d2xb4", 2]]);
  return {
    title: "Mini-checkers, Gardner’s rules", maker: "Martin Gardner’s problem, 1962", story: "Four by four squares, two men each; nobody has to lose.", colour: "#8a4a1f",
    game: "mini-checkers", seat: "second", board: { kind: "dark_squares", columns: 4, rows: 4, pieces: ".wWbB", movers: "bw", start: ".b.b/..../..../w.w. b" }, boxes: [first],
    play: [
      { ply: 0, position: ".b.b/..../..../w.w. b", legal: ["b4-a3", "b4-c3", "d4-c3"] },
      { on: true, ply: 2, position: ".b../w.B./...W/.... b", legal: ["c3-b2", "c3xa1"], played: [{ move: "b4-a3", position: "...b/b.../..../w.w. w" }, { move: "b2xd4", position: ".b../w.B./...W/.... b" }],
        drawn: drawn(first, "identity", first.box, 1, "b2xd4", ["a3xc1", "b2xd4", "d2xb4"]) },
    ],
  };
}

function caswell() {
  const like = box(1, 1, "b.b.b/...../..b../...../w.w.w w", [["a1-b2", 1], ["c1-b2", 1], ["c1-d2", 1], ["e1-d2", 1]]);
  const made = { ...box(3, 4, "....B/.b.b./W..../.b.b./..... w", [["a3xc5xe3xc1xa3", 1], ["a3xc1xe3", 1], ["a3xc5xe3", 1]]), made: true };
  return {
    title: "Caswell’s Five by Five", maker: "Where matchboxes end", story: "821,577 positions can be reached: no wall could hold their boxes, so one is made whenever a position is met first.", colour: "#444a55",
    game: "checkers-5x5", seat: "second", board: { kind: "dark_squares", columns: 5, rows: 5, pieces: ".wWbB", movers: "bw", start: "b.b.b/...../...../...../w.w.w b" },
    boxes: [like, box(2, 2, like.box, [["a1-b2", 3], ["c1-b2", 0], ["c1-d2", 1], ["e1-d2", 1]]), made],
    play: [
      { ply: 6, position: "...../.w.w./...../.w.w./B.... b", legal: ["a1xc3xa5", "a1xc3xe1", "a1xc3xe5"] },
      { on: true, ply: 8, position: "....B/.b.b./....W/...../....B b", legal: ["e1-d2"], played: [{ move: "a1xc3xe5", position: made.box }, { move: "a3xc1xe3", position: "....B/.b.b./....W/...../....B b" }],
        drawn: drawn(made, "identity", made.box, 1, "a3xc1xe3", ["a3xc5xe3xc1xa3", "a3xc1xe3", "a3xc5xe3"]) },
    ],
  };
}

function go() {
  const first = box(1, 1, ".../.b./... w", [["a1 c1 a3 c3", 2], ["b1 a2 c2 b3", 3], ["pass", 1]]);
  const second = { ...box(900, 2, "b../.bw/... w", [["a1", 1], ["b1", 1], ["c1", 1], ["a2", 1], ["b3", 1], ["c3", 1], ["pass", 1]]), made: true };
  return {
    title: "Go on 3 × 3 points", maker: "After Jay Eliasberg", story: "You take the centre, or you do not win. Passing is a move too: one bead is blue.", colour: "#2b6158",
    game: "go-3x3", seat: "second", board: { kind: "points", columns: 3, rows: 3, pieces: ".bw", movers: "bw", start: ".../.../... b" }, boxes: [first, ...many(898, first, 2), second],
    play: [
      { ply: 0, position: ".../.../... b", legal: ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3", "pass"] },
      { on: true, ply: 2, position: ".../.bw/... b", legal: ["a1", "a2", "a3", "b1", "b3", "c1", "c3", "pass"], played: [{ move: "b2", position: first.box }, { move: "c2", position: ".../.bw/... b" }],
        drawn: drawn(first, "identity", first.box, 1, "c2", ["a1 c1 a3 c3", "b1 a2 c2 b3", "pass"]) },
      { on: true, ply: 4, position: "..b/wb./... b", legal: ["a1", "pass"], played: [{ move: "a3", position: "..b/.bw/... w" }, { move: "pass", position: "..b/.bw/... b" }],
        drawn: drawn(second, "mirror", "..b/wb./... w", 6, "pass", ["c1", "b1", "a1", "c2", "b3", "a3", "pass"]) },
      { on: "pass", ply: 5, position: "..b/wb./... w", legal: [], played: [{ move: "pass", position: "..b/wb./... w" }], outcome: "loss", why: "board",
        drawn: drawn(second, "mirror", "..b/wb./... w", 6, "pass", ["c1", "b1", "a1", "c2", "b3", "a3", "pass"]) },
    ],
    learned: [{ number: 1, box: first.box, bead: 1, move: "a2", before: 3, after: 2 }, { number: 900, box: second.box, bead: 6, move: "pass", before: 1, after: 0 }],
  };
}

/** A row of the hall for each machine that the house will show; most of them cannot be visited here. */
const label = (title, maker, colour, story, count) => ({ title, maker, colour, story, count, game: "hexapawn", seat: "second", board: squares(3, 3, "bbb/.../www w"), boxes: [], play: [] });

export const machines = { octapawn: octapawn(), extendapawn: extendapawn(), nimble: nimble(), minicheckers: minicheckers(), caswell: caswell(), "go-3x3": go() };

export const hall = {
  menace: label("MENACE", "Donald Michie, Edinburgh 1961", "#b9352b", "304 matchboxes that learned noughts and crosses.", 304),
  "menace-two": label("MENACE Two", "MENACE's twin, playing second", "#3b4a86", "You start, and 289 boxes answer: the other half of noughts and crosses.", 289),
  her: label("HER", "Martin Gardner, 1962", "#1e5b5a", "Hexapawn in 24 boxes. Taught one game at a time, she loses nineteen at most, then never again.", 24),
  him: label("HIM", "Gardner's challenge to HER", "#7a4b1f", "Rewarded as well as punished, and willing to play either side.", 37),
  carnival: label("Carnival", "Tanner, at a school fair", "#8a2f5e", "Rewards only: the prizes grow as the machine does.", 19),
  ...machines,
  russian: label("Mini-checkers, Russian rules", "Sergey Tretyakov, 2012", "#2f4f2f", "Twenty-four boxes and 106 beads; kings fly.", 24),
  "go-2x2": label("Go on 2 × 2 points", "The smallest board there is", "#37566b", "Fifty-seven positions, and already something to learn.", 11),
  ellis: label("Ellis", "Taught itself before you came", "#5b4a2c", "Two thousand games against itself, and it plays either side.", 593),
};
