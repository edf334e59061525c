// `menagerie learn`, CS 441's homework: boards on standard input, counters out; and its means against a small model of
// the homework that knows nothing of this house.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bin, run } from "./house.mjs";

const learn = (input, ...argv) => run(bin, ["learn", ...argv], { input });

async function learned(input, ...argv) {
  const { code, stdout, stderr } = await learn(input, ...argv, "--format", "json");
  assert.equal(code, 0, stderr);
  assert.equal(stderr, "");
  return JSON.parse(stdout);
}

const homework = "O X\n X \n O \n";
const value = { a1: 1, c1: 1, a2: 1, c2: 1, b3: -1 };

test("CS 441's position: five counters, as JSON, as a board, as csv", async () => {
  const it = await learned(homework, "--games", "500", "--seed", "7");
  assert.deepEqual(Object.keys(it), ["position", "to_move", "games", "moves"]);
  assert.deepEqual([it.position, it.to_move, it.games], ["O.X/.X./.O.", "X", 500]);
  assert.deepEqual(Object.fromEntries(it.moves.map((move) => [move.move, move.value])), value);
  const all = it.moves.reduce((sum, { counters }) => sum + counters, 0);
  for (const move of it.moves) {
    assert.deepEqual(Object.keys(move), ["move", "counters", "probability", "value"]);
    assert.ok(Number.isInteger(move.counters) && move.counters >= 1);
    assert.equal(move.probability, move.counters / all);
  }
  const { a1, c1, a2, c2, b3 } = Object.fromEntries(it.moves.map(({ move, counters }) => [move, counters]));
  const text = await learn(homework, "--games", "500", "--seed", "7");
  assert.deepEqual(text.stdout.trim().split("\n").slice(1).map((line) => line.trim().split(/ +/)), [["O", `${b3}`, "X"], [`${a2}`, "X", `${c2}`], [`${a1}`, "O", `${c1}`]]);
  const csv = await learn(homework, "--games", "500", "--seed", "7", "--format", "csv");
  assert.deepEqual(csv.stdout.trim().split("\n").map((line) => line.split(",")[1]), ["counters", ...it.moves.map(({ counters }) => `${counters}`)]);
  assert.deepEqual(await learned(homework, "--seed", "7"), it, "the same seed, the same games; 500 of them by default");
  assert.notDeepEqual(await learned(homework, "--seed", "8"), it);
});

test("no-break spaces, dots, short lines, small letters, carriage returns: the same board", async () => {
  const it = await learned(homework, "--games", "20");
  for (const same of ["O\u00a0X\n\u00a0X\u00a0\n\u00a0O\u00a0\n", "O.X\n.X.\n.O.", "O X\n X\n O", "o x\r\n x\r\n o\r\n", "O X  \n X \n O \n\n\n"]) {
    assert.deepEqual(await learned(same, "--games", "20"), it, JSON.stringify(same));
  }
});

test("whose turn it is follows from the counts; the empty board, one blank", async () => {
  const empty = await learned("   \n\n\n", "--games", "30");
  assert.deepEqual([empty.position, empty.to_move, empty.moves.length], [".../.../...", "X", 9]);
  const second = await learned("\n X\n\n", "--games", "30");
  assert.deepEqual([second.position, second.to_move, second.moves.length], [".../.X./...", "O", 8]);
  for (const { move, value: worth } of second.moves) assert.equal(worth, /[ac][13]/.test(move) ? 0 : 1, "values are X's");
  const drawn = await learned("XOX\nXOO\nOX \n", "--games", "10");
  assert.deepEqual(drawn.moves, [{ move: "c1", counters: 32, probability: 1, value: 0 }]);
  const won = await learned("XXO\nOXX\nOO \n", "--games", "10");
  assert.deepEqual(won.moves, [{ move: "c1", counters: 62, probability: 1, value: 1 }]);
});

const refused = [
  ["XOX\nXOO\nOXX\n", /full/], ["XXX\nOO \n   \n", /finished.*X has won/], ["OOO\nXX \nX  \n", /finished.*O has won/], ["XXX\nOOO\n\n", /impossible/], ["X X\n\n\n", /2 X and 0 O is impossible/], ["O\n\n\n", /impossible/],
  ["XXX\nOO \nO  \n", /impossible/], ["", /0 lines/], ["X\n", /1 lines/], ["X  \n   \n   \nO  \n", /4 lines/], ["X   O\n\n\n", /line 1 has 5 squares/], ["X\n Y\n\n", /line 2 has "Y"/], ["X\n\u2603\n\n", /line 2/], ["X\t\n\n\n", /line 1/],
];

test("a full, finished or impossible board, and what is no board: exit status 2 and one clear line", async () => {
  for (const [board, words] of refused) {
    const { code, stdout, stderr } = await learn(board);
    assert.deepEqual([code, stdout], [2, ""], JSON.stringify(board));
    assert.equal(stderr.trim().split("\n").length, 1, stderr);
    assert.match(stderr, words, JSON.stringify(board));
    assert.match(stderr, /^menagerie learn: /);
  }
  for (const argv of [["--games", "0"], ["--games", "many"], ["--seed", "-1"], ["--board", "x"], ["X"]]) assert.equal((await learn(homework, ...argv)).code, 2, argv.join(" "));
});

// ---- the model: boards are strings of nine, boxes are maps from square to counters

const lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const squares = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"];

/** A small generator with a seed (mulberry32), so that the model's means are always the same. */
function numbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function draw(box, random) {
  let left = random() * [...box.values()].reduce((all, count) => all + count, 0);
  for (const [square, count] of box) if ((left -= count) < 0) return square;
  return [...box.keys()].at(-1);
}

/** The counters of `start` after so many games. */
function lifeOf(start, games, random) {
  const boxes = new Map();
  for (let game = 0; game < games; game += 1) {
    const board = [...start];
    const trace = [];
    let winner;
    while (!winner && board.includes(".")) {
      const count = (mark) => board.filter((it) => it === mark).length;
      const mover = count("X") > count("O") ? "O" : "X";
      const name = board.join("");
      if (!boxes.has(name)) boxes.set(name, new Map(board.flatMap((it, square) => (it === "." ? [[square, 32]] : []))));
      const box = boxes.get(name);
      const square = draw(box, random);
      trace.push({ box, square, mover });
      board[square] = mover;
      if (lines.some((line) => line.every((it) => board[it] === mover))) winner = mover;
    }
    for (const { box, square, mover } of winner ? trace : []) box.set(square, mover === winner ? box.get(square) + 3 : Math.max(1, box.get(square) - 1));
  }
  return boxes.get(start);
}

function meanAndError(figures) {
  const mean = figures.reduce((sum, it) => sum + it, 0) / figures.length;
  const variance = figures.reduce((sum, it) => sum + (it - mean) ** 2, 0) / (figures.length - 1);
  return { mean, se: Math.sqrt(variance / figures.length) };
}

// Means after 500 games of 20,000 lives of the model, whose standard errors are below 0.8.
const stated = { a1: 504.6, c1: 234.7, a2: 234.9, c2: 285.2, b3: 76.3 };

test("the means over many seeds are the homework's, to four standard errors", async () => {
  const seeds = Array.from({ length: 30 }, (_, index) => index + 1);
  const lives = await Promise.all(seeds.map((seed) => learned(homework, "--games", "500", "--seed", `${seed}`)));
  const random = numbers(441);
  const model = Array.from({ length: 100 }, () => lifeOf("O.X.X..O.", 500, random));
  for (const [move, expected] of Object.entries(stated)) {
    const ours = meanAndError(lives.map((it) => it.moves.find((row) => row.move === move).counters));
    const theirs = meanAndError(model.map((box) => box.get(squares.indexOf(move))));
    assert.ok(Math.abs(ours.mean - expected) < 4 * Math.hypot(ours.se, 0.8), `${move}: ${ours.mean} +- ${ours.se}, stated ${expected}`);
    assert.ok(Math.abs(theirs.mean - expected) < 4 * Math.hypot(theirs.se, 0.8), `${move}: the model says ${theirs.mean} +- ${theirs.se}, stated ${expected}`);
  }
});

test("how often a move comes out on top is what the model says, to four standard errors", async () => {
  const random = numbers(442);
  for (const [board, start, move, games] of [["\n\n\n", ".........", "b2", 100], [homework, "O.X.X..O.", "a1", 100]]) {
    const { moves } = await learned(board, "--games", `${games}`, "--runs", "2000", "--seed", "441");
    const lives = 400;
    let top = 0;
    for (let life = 0; life < lives; life += 1) {
      const box = lifeOf(start, games, random);
      const most = Math.max(...box.values());
      if (box.get(squares.indexOf(move)) === most) top += 1 / [...box.values()].filter((count) => count === most).length;
    }
    const { share } = moves.find((row) => row.move === move).top;
    const model = top / lives;
    assert.ok(Math.abs(share - model) < 4 * Math.sqrt(model * (1 - model) * (1 / lives + 1 / 2000)), `${move}: ${share}, the model says ${model}`);
  }
});
