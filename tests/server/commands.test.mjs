// The commands that reckon: solve, evaluate, simulate, tournament. What they print, that it hangs together, and
// what they refuse. (learn.test.mjs has `learn`; tests/release has what is too heavy for a debug build.)
import assert from "node:assert/strict";
import { test } from "node:test";
import { bareEnvironment, bin, freshFolder, menagerie, run, start, startHouse } from "./house.mjs";
import { playEpisode, sitDown } from "./visitor.mjs";

async function told(...argv) {
  const { code, stdout, stderr } = await menagerie(...argv);
  assert.equal(code, 0, `${argv.join(" ")}: ${stderr}`);
  assert.equal(stderr, "", "nothing but the answer where stderr is no terminal");
  return stdout;
}
const json = async (...argv) => JSON.parse(await told(...argv, "--format", "json"));
const rows = async (...argv) => (await told(...argv, "--format", "csv")).trimEnd().split("\n").map((line) => line.split(","));
const byName = (moves) => Object.fromEntries(moves.map((it) => [it.move, it]));

// ---- solve

/** What a position's moves say it is worth: the best of them for whoever moves, fastest win, longest defence. */
function best(moves, mover) {
  const value = Math.max(...moves.map((it) => mover * it.value));
  const plies = moves.filter((it) => mover * it.value === value).map((it) => it.plies);
  if (value === 0) return { value: 0, plies: null };
  return { value: mover * value, plies: value > 0 ? Math.min(...plies) : Math.max(...plies) };
}

const solved = [
  ["noughts-and-crosses", 0], ["hexapawn", -1], ["octapawn", 1], ["extendapawn-3", -1], ["extendapawn-4", 1], ["extendapawn-5", 1],
  ["nim-3x3", 1], ["nim-3x3-misere", 1], ["mini-checkers", 0], ["mini-checkers-russian", 0],
];

for (const [game, value] of solved) {
  test(`solve ${game}`, async () => {
    const it = await json("solve", game);
    assert.deepEqual(Object.keys(it), ["game", "position", "to_move", "value", "plies", "moves"]);
    assert.equal(it.game, game);
    assert.equal(it.value, value);
    assert.equal(it.plies === null, value === 0);
    assert.deepEqual(best(it.moves, 1), { value: it.value, plies: it.plies });
    for (const move of it.moves) {
      assert.deepEqual(Object.keys(move), ["move", "value", "plies", "replies"]);
      for (const reply of move.replies) assert.deepEqual(Object.keys(reply), ["move", "value", "plies"]);
      const after = best(move.replies, -1);
      assert.deepEqual({ value: move.value, plies: move.plies }, { ...after, plies: after.plies && after.plies + 1 });
    }
  });
}

test("solve mini-checkers is Gardner's answer, with his letters and digits", async () => {
  const moves = byName((await json("solve", "mini-checkers")).moves);
  const worth = (move) => [moves[move].value, Object.fromEntries(moves[move].replies.map((it) => [it.move, it.value]))];
  // Black moves first. C5 loses to A3; C6 draws; D6 wins after A3 or B3, and B4 draws.
  assert.deepEqual(worth("b4-a3")[0], -1);
  assert.equal(worth("b4-a3")[1]["a1-b2"], -1);
  assert.deepEqual(worth("b4-c3")[0], 0);
  assert.deepEqual(worth("d4-c3"), [0, { "a1-b2": 1, "c1-b2": 1, "c1-d2": 0 }]);
  assert.equal(Object.keys(moves).length, 3);
  const text = await told("solve", "mini-checkers");
  const lines = text.split("\n").map((line) => line.trim().split(/ +/));
  assert.deepEqual(lines.slice(1, -1).map(([name, move]) => `${name} ${move}`), [
    "C5 b4-a3", "A3 a1-b2", "B3 c1-b2", "B4 c1-d2", "C6 b4-c3", "A3 a1-b2", "B3 c1-b2", "B4 c1-d2", "D6 d4-c3", "A3 a1-b2", "B3 c1-b2", "B4 c1-d2",
  ]);
  assert.match(text, /D6 .*a draw\n.*A3 .*first wins in \d+ plies\n.*B3 .*first wins in \d+ plies\n.*B4 .*a draw/);
});

test("solve octapawn: a corner wins, the centre loses", async () => {
  const moves = byName((await json("solve", "octapawn")).moves);
  for (const corner of ["a1-a2", "d1-d2"]) assert.equal(moves[corner].value, 1);
  for (const centre of ["b1-b2", "c1-c2"]) assert.equal(moves[centre].value, -1);
});

test("solve Go counts points", async () => {
  const it = await json("solve", "go-2x2");
  assert.deepEqual(Object.keys(it), ["game", "position", "to_move", "value", "plies", "points", "moves"]);
  assert.deepEqual([it.value, it.plies, it.points], [1, null, 1]);
  for (const move of it.moves) {
    assert.deepEqual(Object.keys(move), ["move", "value", "plies", "points", "replies"]);
    assert.deepEqual([move.value, move.plies], [Math.sign(move.points), null]);
    assert.equal(move.points, Math.min(...move.replies.map((reply) => reply.points)));
  }
  assert.match(await told("solve", "go-2x2"), /first to move: first wins by 1/);
  assert.equal((await json("solve", "go-2x2", "--position", "b./.. w")).points, byName(it.moves).a2.points);
});

test("solve --position takes the positions that boxes prints", async () => {
  for (const [machine, game] of [["menace", "noughts-and-crosses"], ["menace-two", "noughts-and-crosses"], ["her", "hexapawn"], ["him", "hexapawn"]]) {
    const { boxes } = await json("boxes", machine);
    for (const { box, moves } of [boxes[0], boxes[5], boxes.at(-1)]) {
      const it = await json("solve", game, "--position", box);
      const names = it.moves.map((move) => move.move);
      for (const name of moves.flatMap((move) => move.orbit)) assert.ok(names.includes(name), `${box}: ${name} of ${names}`);
    }
  }
  // One ply on from the start, the same verdict as a move's, a ply less.
  const move = (await json("solve", "octapawn")).moves[0];
  const on = await json("solve", "octapawn", "--position", "bbbb/..../w.../.www b");
  assert.deepEqual([on.value, on.plies], [move.value, move.plies - 1]);
  const ended = await json("solve", "noughts-and-crosses", "--position", "XXX/OO./...");
  assert.deepEqual([ended.value, ended.plies, ended.moves], [1, 0, []]);
});

test("solve says who is to move, and of which position it speaks", async () => {
  const start = await json("solve", "noughts-and-crosses");
  assert.deepEqual([start.position, start.to_move], [".../.../...", "first"]);
  const later = await json("solve", "noughts-and-crosses", "--position", ".../.X./...");
  assert.deepEqual([later.position, later.to_move], [".../.X./...", "second"]);
});

test("solve as csv: a row for each move and reply", async () => {
  const it = await json("solve", "hexapawn");
  const [head, ...lines] = await rows("solve", "hexapawn");
  assert.deepEqual(head, ["move", "reply", "value", "plies", "points"]);
  assert.deepEqual(lines, it.moves.flatMap(({ move, value, plies, replies }) =>
    [[move, "", `${value}`, `${plies}`, ""], ...replies.map((reply) => [move, reply.move, `${reply.value}`, `${reply.plies}`, ""])]));
});

// ---- evaluate

const sum = ({ win, draw, loss }) => win + draw + loss;

test("evaluate an untaught machine, against everybody", async () => {
  const found = {};
  for (const against of ["random", "optimal", "fastest-win", "longest-delay", "best-response", "menace-two"]) {
    const it = await json("evaluate", "menace", "--against", against);
    assert.deepEqual(Object.keys(it).slice(0, 3), ["win", "draw", "loss"]);
    assert.ok(Math.abs(sum(it) - 1) < 1e-12, JSON.stringify(it));
    assert.deepEqual([it.machine, it.seat, it.against, it.beads, it.unbeatable, it.optimal], ["menace", "first", against, 1720, false, false]);
    assert.equal(it.losing_share, it.losing_beads / it.beads);
    found[against] = it;
  }
  assert.equal(found.optimal.win, 0, "nobody beats the optimal player where the game is a draw");
  assert.ok(found["best-response"].loss - found["best-response"].win >= found.optimal.loss - found.optimal.win);
  assert.ok(found.random.win > 0.5);
  const [head, line] = await rows("evaluate", "menace");
  assert.deepEqual(head.slice(0, 6), ["machine", "seat", "against", "win", "draw", "loss"]);
  assert.deepEqual(line.slice(3, 6).map(Number), [found.random.win, found.random.draw, found.random.loss]);
  assert.match(await told("evaluate", "MENACE"), /against random\nwin +0\.\d{12}\ndraw +0\.\d{12}\nloss +0\.\d{12}\n/);
});

test("evaluate HER: 19 of her 55 beads lose; HIM needs a side; they meet", async () => {
  const her = await json("evaluate", "her", "--against", "him");
  assert.deepEqual([her.beads, her.losing_beads], [55, 19]);
  const him = await json("evaluate", "him", "--seat", "second");
  assert.equal(him.seat, "second");
  // A machine against another is that one against it, the other way round.
  const twin = await json("evaluate", "menace", "--against", "menace-two");
  const back = await json("evaluate", "menace-two", "--against", "menace");
  for (const [here, there] of [["win", "loss"], ["draw", "draw"], ["loss", "win"]]) assert.ok(Math.abs(twin[here] - back[there]) < 1e-12);
  // GAME with its parts is the exhibit that has them.
  const parts = await json("evaluate", "hexapawn", "--seat", "second", "--rule", "gardner-her", "--boxes", "gardner-24", "--against", "him");
  assert.equal(parts.win, her.win);
});

test("evaluate mini-checkers, where play can come round again", async () => {
  const it = await json("evaluate", "mini-checkers", "--seat", "first", "--rule", "two-compartment", "--against", "best-response");
  assert.ok(Math.abs(sum(it) - 1) < 1e-12);
  assert.ok(it.loss > 0 && !it.unbeatable);
});

test("evaluate the house's machines as they are now, while it is open", async () => {
  const house = await startHouse();
  const ask = (...more) => json("evaluate", "--data", house.data, ...more);
  assert.equal((await ask("--machine", "her")).win, (await json("evaluate", "her")).win, "untaught");
  const visitor = await sitDown(house, "her");
  for (let game = 0; game < 6; game += 1) await playEpisode(visitor);
  await visitor.close();
  const beads = (await house.boxes("her")).boxes.flatMap((box) => box.moves).reduce((all, move) => all + move.beads, 0);
  for (const against of ["optimal", "random", "him"]) {
    const it = await ask("--machine", "her", "--against", against);
    assert.equal(it.beads, beads);
    assert.ok(Math.abs(sum(it) - 1) < 1e-12);
  }
  assert.deepEqual(await ask("HER"), await ask("--machine", "her"), "the name may stand alone");
  const { stdout } = await menagerie("evaluate", "--data", house.data, "--machine", "him", "--seat", "first");
  assert.match(stdout, /as it is now, playing first/);
  await refuses(["evaluate", "--data", house.data, "--machine", "him"], /--seat/);
  await refuses(["evaluate", "--data", house.data, "--machine", "hal"], /hal.*menace/);
  await refuses(["evaluate", "--data", house.data, "--machine", "menace", "--seat", "second"], /first only/);
  await refuses(["evaluate", "--data", house.data, "--machine", "menace", "--rule", "cs441"], /--rule/);
  await refuses(["evaluate", "menace", "--data", house.data, "--machine", "her"], /menace.*her/);
  await house.close();
});

// ---- simulate

const figures = ["runs", "unfinished", "mean", "se", "median", "p5", "p95"];

test("simulate HER: eleven defeats in the median, never twenty; the threads do not matter", async () => {
  const argv = ["simulate", "her", "--against", "random", "--games", "600", "--runs", "150", "--seed", "1"];
  const it = await json(...argv);
  for (const name of ["episodes_until_perfect", "defeats_until_perfect", "first_box_dry"]) assert.deepEqual(Object.keys(it[name]), figures);
  assert.deepEqual(Object.keys(it.window), ["from", "to", "win", "draw", "loss"]);
  assert.deepEqual([it.window.from, it.window.to], [1, 600]);
  const { defeats_until_perfect: defeats, episodes_until_perfect: episodes } = it;
  assert.equal(defeats.runs + defeats.unfinished, 150);
  assert.ok(defeats.median >= 10 && defeats.median <= 12 && defeats.p95 <= 19, JSON.stringify(defeats));
  assert.ok(episodes.p5 >= defeats.p5 && episodes.p5 < episodes.median && episodes.median < episodes.p95);
  assert.deepEqual([it.first_box_dry.runs, it.first_box_dry.mean, it.first_box_dry.se], [0, null, null], "HER's first box is never dry");
  assert.ok(Math.abs(it.window.win.mean + it.window.draw.mean + it.window.loss.mean - 1) < 1e-9);
  const one = await told(...argv, "--format", "json", "--threads", "1");
  assert.equal(await told(...argv, "--format", "json", "--threads", "5"), one);
  assert.deepEqual(JSON.parse(one), it);
  assert.notDeepEqual(await json(...argv.slice(0, -1), "2"), it, "another seed, other games");
});

test("simulate: the first game agrees with evaluate, to four standard errors", async () => {
  for (const [machine, against] of [["menace", "random"], ["her", "optimal"], ["menace-two", "menace"]]) {
    const { window } = await json("simulate", machine, "--against", against, "--games", "1", "--runs", "3000");
    const exact = await json("evaluate", machine, "--against", against);
    for (const result of ["win", "draw", "loss"]) {
      const { mean, se } = window[result];
      assert.ok(Math.abs(mean - exact[result]) <= 4 * se + 1e-12, `${machine} ${against} ${result}: ${mean} +- ${se}, exactly ${exact[result]}`);
    }
  }
});

test("simulate MENACE against the optimal player: a window, and first boxes that go dry", async () => {
  const it = await json("simulate", "menace", "--against", "optimal", "--games", "500", "--runs", "60", "--window", "481-500");
  assert.deepEqual([it.window.from, it.window.to, it.window.win.mean], [481, 500, 0]);
  assert.ok(it.window.draw.mean > 0 && it.window.loss.se > 0);
  assert.equal(it.episodes_until_perfect.runs + it.episodes_until_perfect.unfinished, 60);
  assert.ok(it.first_box_dry.runs > 30 && it.first_box_dry.median < 60, "1961's rule dies in most lives");
});

test("simulate against itself and another machine, as text and csv", async () => {
  const itself = await json("simulate", "him", "--against", "itself", "--games", "100", "--runs", "20");
  assert.equal(itself.defeats_until_perfect.runs, 0, "who would have been defeated?");
  const [head, ...lines] = await rows("simulate", "her", "--against", "him", "--games", "60", "--runs", "30");
  assert.deepEqual(head, ["figure", ...figures]);
  assert.deepEqual(lines.map(([name]) => name), ["episodes_until_perfect", "defeats_until_perfect", "window_win", "window_draw", "window_loss", "first_box_dry"]);
  assert.match(await told("simulate", "hexapawn", "--seat", "first", "--rule", "tanner-carnival", "--games", "40", "--runs", "10", "--window", "21-40"), /^games 21-40 +win 0\.\d+ \+- 0\.\d+, draw/m);
});

test("simulate and tournament play Go and Caswell's checkers too, whose machines are not evaluated", async () => {
  for (const argv of [["go-2x2"], ["go-2x2", "--seat", "either", "--against", "itself"], ["go-3x3"], ["caswell"]]) {
    const it = await json("simulate", ...argv, "--games", "20", "--runs", "6");
    assert.equal(it.episodes_until_perfect, null);
    assert.equal(it.defeats_until_perfect, null);
    assert.equal(it.first_box_dry.runs + it.first_box_dry.unfinished, 6);
    assert.ok(Math.abs(it.window.win.mean + it.window.draw.mean + it.window.loss.mean - 1) < 1e-9, argv.join(" "));
    assert.deepEqual(await json("simulate", ...argv, "--games", "20", "--runs", "6", "--threads", "1"), it);
  }
  assert.match(await told("simulate", "go-2x2", "--runs", "2", "--games", "5"), /^games until perfect +not told: go-2x2 is not evaluated$/m);
  const lost = await json("simulate", "caswell", "--against", "optimal", "--games", "4", "--runs", "2");
  assert.equal(lost.window.loss.mean, 1, "Black wins, Caswell says, and whoever plays first by the solution does");
  const { games } = await json("tournament", "go-3x3", "go-3x3", "--games", "4");
  assert.equal(games.length, 4);
});

test("a bar on a terminal, once it takes more than two seconds", { timeout: 120_000 }, async () => {
  const child = start("script", ["-qfec", `${bin} simulate menace --runs 1000000`, "/dev/null"], { env: bareEnvironment({ TERM: "xterm" }), stdio: ["ignore", "pipe", "ignore"] });
  const begun = Date.now();
  let seen = "";
  await new Promise((done) => {
    child.stdout.setEncoding("utf8").on("data", (text) => {
      seen += text;
      if (/\[[#.]{30}\] +\d+ %, \d+ s/.test(seen)) done();
    });
    child.on("exit", done);
  });
  child.kill("SIGKILL");
  assert.match(seen, /\[[#.]{30}\] +\d+ %, \d+ s/);
  assert.ok(Date.now() - begun > 1900);
});

// ---- tournament

test("tournament HIM HER: every game's winner, and the score", async () => {
  const it = await json("tournament", "HIM", "HER", "--games", "50", "--seed", "1");
  assert.deepEqual(it.machines, ["him", "her"]);
  assert.equal(it.games.length, 50);
  const score = { him: 0, her: 0, draws: 0 };
  it.games.forEach(({ game, starter, winner, plies }, index) => {
    assert.equal(game, index + 1);
    assert.equal(starter, index % 2 === 0 ? "him" : "her");
    assert.ok(plies >= 0 && plies <= 8);
    score[winner ?? "draws"] += 1;
  });
  assert.deepEqual(it.score, score);
  assert.equal(score.draws, 0, "hexapawn knows no draw");
  assert.deepEqual(await json("tournament", "him", "her"), it, "names are case-blind, and these are the defaults");
  const text = (await told("tournament", "Him", "Her")).trimEnd().split("\n");
  assert.equal(text.at(-1), `HIM ${score.him}, HER ${score.her}, draws 0`);
  assert.deepEqual(text.slice(0, -1).map((line) => line.match(/(HIM|HER) wins/)[1].toLowerCase()), it.games.map(({ winner }) => winner));
  const [head, ...lines] = await rows("tournament", "him", "her");
  assert.deepEqual(head, ["game", "starter", "winner", "resigned", "plies"]);
  assert.deepEqual(lines.map(([, , winner]) => winner), it.games.map(({ winner }) => winner));
  assert.notDeepEqual((await json("tournament", "him", "her", "--seed", "2")).games, it.games);
});

test("tournament --runs: the figures of many, of which the first is the one that is told alone", async () => {
  const many = await json("tournament", "him", "her", "--runs", "200", "--seed", "1");
  assert.deepEqual([many.runs, many.games, many.seed], [200, 50, 1]);
  const means = Object.values(many.won).map(({ mean }) => mean);
  assert.ok(Math.abs(means.reduce((sum, mean) => sum + mean, 0) - 50) < 1e-6);
  assert.ok(Math.abs(means[0] - 25.6) < 4 * many.won.him.se + 0.05, `HIM ${means[0]}: published with us as 25.6 to 24.4`);
  assert.ok(Math.abs(Object.values(many.ahead).reduce((sum, share) => sum + share, 0) - 1) < 1e-9);
  const [head, first, ...others] = await rows("tournament", "him", "her", "--runs", "200");
  assert.equal(head.join(), "run,him,her,draws");
  assert.equal(others.length, 199);
  const { score } = await json("tournament", "him", "her");
  assert.deepEqual(first.slice(1).map(Number), [score.him, score.her, score.draws]);
  assert.match(await told("tournament", "him", "her", "--runs", "20"), /^20 tournaments of 50 games\nHIM wins +\d/);
});

test("tournament of one-seat machines: each is made for both seats", async () => {
  const it = await json("tournament", "menace", "menace-two", "--games", "20");
  assert.deepEqual(it.games.slice(0, 2).map(({ starter }) => starter), ["menace", "menace-two"]);
  assert.equal(it.score.menace + it.score["menace-two"] + it.score.draws, 20);
  assert.match(await told("tournament", "her", "her", "--games", "2"), /HER \d, HER \(2\) \d, draws 0/);
});

// ---- what is refused

async function refuses(argv, words) {
  const { code, stdout, stderr } = await menagerie(...argv);
  assert.equal(code, 2, `${argv.join(" ")}: ${stdout}${stderr}`);
  assert.equal(stdout, "", argv.join(" "));
  assert.equal(stderr.trim().split("\n").length, 1, stderr);
  assert.match(stderr, words);
  assert.match(stderr, new RegExp(`^menagerie ${argv[0]}: `));
}

const bad = [
  ["solve", /game/], ["solve chess", /chess.*noughts-and-crosses/], ["solve hexapawn --format xml", /xml/], ["solve hexapawn --depth 3", /--depth/],
  ["solve noughts-and-crosses --position XX", /"XX" is no position.*"\.\.\.\/\.\.\.\/\.\.\."/], ["solve noughts-and-crosses --position XXX/OOO/...", /cannot reach/],
  ["solve hexapawn --position XXX/.../...", /no position/], ["solve go-2x2 --position bb/bb", /no position|cannot reach/],
  ["evaluate", /which machine/i], ["evaluate hal", /hal.*menace/], ["evaluate him", /--seat first or --seat second/], ["evaluate him --seat either", /either.*first or second/],
  ["evaluate menace --against hal", /best-response.*hal/], ["evaluate menace --against her", /menace plays noughts-and-crosses and her plays hexapawn/], ["evaluate menace --against menace", /both play first/],
  ["evaluate go-3x3", /go-3x3 is not evaluated/], ["evaluate checkers-5x5", /checkers-5x5 is not evaluated/], ["evaluate hexapawn --boxes round", /round/], ["evaluate her --seat first", /gardner-24/],
  ["simulate", /name/], ["simulate hal", /hal/], ["simulate her --games 0", /--games/], ["simulate her --runs -1", /--runs/], ["simulate her --seed x", /--seed/], ["simulate her --seed -1", /^[^\n]{0,200}"-1" is no whole number from 0 to 18446744073709551615/], ["simulate her --seed 18446744073709551616", /18446744073709551616" is no whole number from 0 to 18446744073709551615/],
  ["tournament him her --seed 1.5", /"1\.5" is no whole number/], ["learn --games 0x5", /"0x5" is no whole number from 1 to 10000000/], ["simulate her --threads 0", /--threads/],
  ["simulate her --window 5", /5.*1-20/], ["simulate her --window 5-4", /5-4/], ["simulate her --window 0-4", /0-4/], ["simulate her --games 10 --window 5-11", /5-11.*10/], ["simulate her --window 1-2x", /1-2x/],
  ["simulate her --against itself", /itself.*seat/], ["simulate her --against menace", /cannot meet/], ["simulate her --against hal", /itself.*hal/], ["simulate menace --against menace", /other seat/],
  ["simulate menace --rule kind", /kind/], ["simulate go-2x2 --against optimal", /best moves/], ["simulate go-2x2 --against best-response", /not evaluated/],
  ["tournament him", /other/], ["tournament him hal", /hal/], ["tournament him menace", /cannot meet/], ["tournament him her --games 0", /--games/], ["tournament him her ellen", /ellen/],
];

test("bad names, flags and combinations: exit status 2 and one clear line", async () => {
  for (const [line, words] of bad) await refuses(line.split(" "), words);
  await refuses(["solve", "hexapawn", "--position", ""], /"" is no position of hexapawn; its first is/);
});

test("evaluate in a folder without a house: exit status 1, one line, nothing made", async () => {
  const folder = freshFolder();
  const { code, stdout, stderr } = await menagerie("evaluate", "--data", `${folder}/nowhere`, "--machine", "menace");
  assert.deepEqual([code, stdout, stderr.trim().split("\n").length], [1, "", 1]);
});

test("the greatest seed is one, and simulate says one run and one game", async () => {
  const it = await menagerie("simulate", "her", "--games", "1", "--runs", "1", "--seed", "18446744073709551615");
  assert.equal(it.code, 0, it.stderr);
  assert.match(it.stdout, /: 1 run of 1 game, seed 18446744073709551615 /);
  assert.doesNotMatch(it.stdout, /\b1 (runs|games|boxes|rows)\b/);
});

const printing = ["boxes her", "boxes her --format json", "boxes her --format csv", "solve nim-3x3", "solve nim-3x3 --format csv", "evaluate her", "evaluate her --format json", "simulate her --games 5 --runs 2", "simulate her --games 5 --runs 2 --format csv",
  "tournament him her --games 2", "label her --out -", "label her --out - --format svg", "--help", "--version", "boxes --help"];

test("what cannot be printed is an error: exit status 1 and one line, on a full disk", async () => {
  for (const line of printing) {
    const { code, stderr } = await run("sh", ["-c", `exec "$0" ${line} >/dev/full`, bin]);
    assert.equal(code, 1, line);
    assert.match(stderr, /^menagerie: standard output cannot be written(: [^\n]+)?\n$/, line);
  }
});

test("label --out - writes the drawing itself", async () => {
  assert.match((await menagerie("label", "her", "--out", "-")).stdout, /^%PDF-/);
  assert.match((await menagerie("label", "her", "--out", "-", "--format", "svg")).stdout, /^<\?xml[^]*<svg /);
});
