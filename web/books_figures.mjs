// The figures of the page of books: plays every published experiment by `menagerie experiment`, `learn` and `solve`,
// and writes what comes out. The same program writes the same bytes.
//   node web/books_figures.mjs build/release/menagerie            writes web/js/books_figures.js
//   node web/books_figures.mjs build/release/menagerie --print    prints it
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";

const [bin, flag] = process.argv.slice(2);
if (!bin) throw new Error("say where the program is: node web/books_figures.mjs build/release/menagerie");
const program = (args, input) => execFileSync(bin, args, { encoding: "utf8", maxBuffer: 1 << 28, input });

/** Four digits are more than any card shows. */
const rounded = (x) => (typeof x === "number" ? Number(x.toPrecision(4)) : x);

/** What came out of many lives: lines by kind. */
function played(spec) {
  const lines = program(["experiment", "--spec", spec])
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const last = lines.at(-1);
  return {
    games: lines.filter((line) => "game" in line),
    strengths: lines.filter((line) => "strength" in line),
    figures: last.figures,
    openings: last.openings,
    lives: lines[0].experiment.lives,
  };
}

const quantiles = ({ mean, p5, median, p95, runs, unfinished }) => ({ mean, p5, median, p95, runs, unfinished });

/** One choice of a card: what is played live, its band, and the figures that the card tells. */
function choice(key, spec, { lives = 1000, tell = () => ({}), band = true } = {}) {
  const it = played(`${spec}&lives=${lives}`);
  return { key, spec, lives, ...(band ? { band: it.games.map(({ score }) => score) } : {}), told: tell(it) };
}

const share = (count, lives) => count / lives;
const dry = (it) => share(it.openings[""] ?? 0, it.lives); // nothing is left to open with
const finalLoss = (it) =>
  Object.fromEntries(
    it.strengths
      .filter(({ games }) => games === it.strengths.at(-1).games)
      .map(({ strength: { side, random, optimal, best_response: best } }) => [
        side,
        { random: random.loss, optimal: optimal.loss, best: best.loss, drawn: optimal.draw },
      ]),
  );
const game = (number) => (it) => ({ won: share(it.games[number - 1].win, it.games[number - 1].lives) });

/** What a solver answers: 1 where whoever begins wins, -1 where the other one does, 0 for a draw. */
function answers() {
  const solve = (name) => JSON.parse(program(["solve", name, "--format", "json"]));
  const opening = (name, move) => solve(name).moves.find((it) => it.move === move);
  return {
    columns: [3, 4, 5, 6, 7, 8].map((n) => [n, solve(`extendapawn-${n}`).value]),
    values: {
      hexapawn: solve("hexapawn").value,
      corner: opening("octapawn", "a1-a2").value,
      centre: opening("octapawn", "b1-b2").value,
      checkers: solve("mini-checkers").value,
      nim: solve("nim-3x3").value,
    },
    lasts: opening("octapawn", "b1-b2").plies,
    points: opening("go-3x3", "b2").points,
  };
}

const CLASSES = 4000; // with a tenth of them an interval is ten points wide

const cs441 = (board, side) =>
  [100, 500, 2000].map((games) => {
    const { moves } = JSON.parse(
      program(
        [
          "learn",
          "--games",
          String(games),
          "--runs",
          String(CLASSES),
          "--seed",
          "441",
          "--format",
          "json",
          ...(side ? ["--to-move", side] : []),
        ],
        board,
      ),
    );
    const best = moves.reduce((most, move) => (move.top.share > most.top.share ? move : most));
    const named = (name) => moves.find(({ move }) => move === name)?.top ?? null;
    return { games, best: best.move, top: best.top, centre: named("b2") };
  });

/**
 * How many sure wins a rule throws away in 100 games: draws in boxes that are won, of beads that do not keep the win.
 */
function winsThrown(rule) {
  const lives = 100,
    games = 300;
  let thrown = 0;
  for (let seed = 1; seed <= lives; seed += 1) {
    const lines = program([
      "experiment",
      "--spec",
      `machine=minicheckers&rule=${rule}&against=random&games=${games}&seed=${seed}&boards=1`,
    ])
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const { boxes } = lines.find((line) => line.boxes);
    for (const { draws } of lines.filter((line) => line.game))
      thrown += draws.filter(([, box, bead]) => throwsWin(boxes[box - 1], bead)).length;
  }
  return (100 * thrown) / (lives * games);
}

/** By position: what its moves are worth to Black, who plays second. */
const worths = new Map();
function throwsWin({ box, moves }, bead) {
  if (!worths.has(box))
    worths.set(
      box,
      new Map(
        JSON.parse(program(["solve", "mini-checkers-russian", "--position", box, "--format", "json"])).moves.map(
          ({ move, value }) => [move, -value],
        ),
      ),
    );
  const worth = worths.get(box);
  return Math.max(...worth.values()) === 1 && worth.get(moves[bead]) !== 1;
}

const michie = "machine=menace&against=optimal,21:best-response&games=220&seed=1961";
const her = (against) => `machine=her&against=${against}&games=50&seed=1962`;
const perfect = (against, machine = "machine=her") => {
  const { figures } = played(`${machine}&against=${against}&games=2000&stop=unbeatable&seed=1962&lives=10000`);
  return { games: quantiles(figures.unbeatable_after), defeats: quantiles(figures.defeats_until_unbeatable) };
};
const tretyakov = (rule, against) =>
  `machine=minicheckers&rule=${rule}&against=${against}&games=300&seed=2012&every=300`;
const rules = [
  "tretyakov",
  "tretyakov-propagating",
  "tretyakov-pruned",
  "two-compartment",
  "tretyakov,choose=most",
  "q-learning",
];
const of25 = (machine, rule) => `machine=${machine}&rule=${rule}&games=25&seed=25`;
const canonical = "hexapawn&seat=second&boxes=canonical";

const cards = {
  michie: {
    choices: [
      choice("played", michie, {
        tell: (it) => ({
          dry: dry(it),
          corner: share(
            played("machine=menace&against=optimal&games=17&seed=1961&lives=10000").openings.a1 ?? 0,
            10000,
          ),
          dryOptimal: dry(played("machine=menace&against=optimal&games=220&seed=1961&lives=10000")),
          lastTen: it.games.slice(210).reduce((sum, { win, lives }) => sum + win / lives, 0),
          drawnAt20: share(it.games[19].draw, it.games[19].lives),
        }),
      }),
    ],
  },
  her: {
    choices: ["random", "optimal", "best-response"].map((against) =>
      choice(against, her(against), { lives: 10000, tell: () => perfect(against) }),
    ),
  },
  systems: {
    bars: [
      ["reward-punish", of25(canonical, "gardner-reward")],
      ["punish", of25("her", "gardner-her")],
      ["reward", of25(canonical, "tanner-carnival")],
    ].map(([key, spec]) => ({ key, spec, share: played(`${spec}&lives=10000`).figures.won.mean / 25, runs: 10000 })),
  },
  himher: {
    choices: [
      choice("played", "machine=him&against=her&games=50&seed=50", {
        lives: 10000,
        tell: (it) => ({ won: quantiles(it.figures.won), lost: quantiles(it.figures.lost) }),
      }),
    ],
  },
  rat: {
    choices: [
      choice("rat", "machine=hexapawn&seat=first&rule=gardner-her&against=her&games=60&stop=dry&seed=18", {
        lives: 10000,
        tell: (it) => ({
          dry: quantiles(it.figures.dry_after),
          lastWin: quantiles(it.figures.last_win),
          wins: quantiles(it.figures.won),
        }),
      }),
      choice("them", "machine=him&rule=gardner-her&against=her&games=80&stop=dry&seed=18", {
        lives: 10000,
        tell: (it) => ({ dry: quantiles(it.figures.dry_after) }),
      }),
      choice("marktwo", "machine=hexapawn&seat=first&rule=mark-two&against=her&games=60&seed=18", {
        lives: 10000,
        tell: (it) => ({ wins: quantiles(it.figures.won), lastWin: quantiles(it.figures.last_win) }),
      }),
    ],
  },
  nimble: {
    choices: ["random", "optimal", "best-response"].map((against) =>
      choice(against, `machine=nimble&seat=first&against=${against}&games=40&seed=30`, {
        lives: 10000,
        tell: game(31),
      }),
    ),
  },
  tretyakov: {
    choices: ["random", "optimal"].map((against) =>
      choice(against, `machine=minicheckers&against=${against}&games=30&seed=2012&every=30`, {
        tell: (it) => ({
          before: it.strengths[0].strength.optimal.loss,
          after: it.strengths.at(-1).strength.optimal.loss,
        }),
      }),
    ),
    bars: rules.map((rule) => {
      const { second } = finalLoss(played(`${tretyakov(rule, "random")}&lives=1000`));
      return { key: rule, spec: tretyakov(rule, "random"), share: second.optimal, runs: 1000 };
    }),
    thrown: rules.map((key) => ({ key, wins: winsThrown(key) })),
  },
  ellis: {
    choices: [
      choice("itself", "machine=ellis&against=itself&games=2000&seed=1960&every=2000", {
        lives: 100,
        band: false,
        tell: finalLoss,
      }),
    ],
    bars: (() => {
      const sides = finalLoss(played("machine=ellis&against=itself&games=2000&seed=1960&every=2000&lives=100"));
      return ["first", "second"].flatMap((side) =>
        ["optimal", "random", "best"].map((by) => ({ key: `${side}-${by}`, share: sides[side][by], runs: 100 })),
      );
    })(),
  },
  cs441: {
    runs: CLASSES,
    boards: { empty: cs441("\n\n\n\n"), given: cs441("O X\n X \n O \n"), givenO: cs441("O X\n X \n O \n", "O") },
  },
  scroggs: {
    choices: [
      ["michie", "michie-1961"],
      ["scroggs", "scroggs-2015"],
      ["topup", "top-up"],
    ].map(([key, rule]) =>
      choice(key, `machine=menace&rule=${rule}&against=optimal&games=220&seed=2015`, {
        tell: (it) => ({ dry: dry(it), drawn: share(it.games[219].draw, it.lives) }),
      }),
    ),
  },
  samuel: {
    choices: [
      ["twin", "machine=her&rule=self-analysis"],
      ["her", "machine=her"],
    ].map(([key, machine]) =>
      choice(key, `${machine}&against=optimal&games=50&seed=1959`, {
        lives: 10000,
        tell: () => perfect("optimal", machine),
      }),
    ),
  },
  answers: answers(),
};

const data = JSON.stringify(cards, (_, value) => rounded(value));
const text = `/** Written by web/books_figures.mjs from what the program played: not by hand. */
export default ${data};
`;
if (flag === "--print") process.stdout.write(text);
else writeFileSync(new URL("js/books_figures.js", import.meta.url), text);
