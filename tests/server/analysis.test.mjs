// What the solver says after a line of play: the published answers, the same as `menagerie solve`, and clear problems.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { menagerie, startHouse } from "./house.mjs";

let house;
before(async () => { house = await startHouse({ flags: ["--practices-per-minute-max", "0"] }); });
after(() => house.close());

const analysis = (game, ...moves) => house.get(`/games/${game}/analysis${moves.length ? `?moves=${moves.join(",")}` : ""}`);
const refused = async (path, status) => {
  const answer = await house.ask(`/api/v1/games/${path}`);
  assert.equal(answer.status, status, path);
  return answer.json();
};

test("the answers of the books", async () => {
  assert.equal((await analysis("hexapawn")).value, -1);
  assert.deepEqual((await analysis("octapawn")).moves.map(({ move, value }) => [move, value]), [["a1-a2", 1], ["b1-b2", -1], ["c1-c2", -1], ["d1-d2", 1]]);
  assert.equal((await analysis("octapawn")).moves[1].plies, 12);
  for (const [columns, value] of [[3, -1], [4, 1], [5, 1], [6, -1]]) assert.equal((await analysis(`extendapawn-${columns}`)).value, value, `${columns} columns`);
  assert.deepEqual((await analysis("mini-checkers")).moves.map(({ published, value }) => [published, value]).sort(), [["C5", -1], ["C6", 0], ["D6", 0]]);
  assert.deepEqual([(await analysis("go-3x3", "b2")).points, (await analysis("go-3x3", "b2")).to_move], [9, "second"]);
  const nim = await analysis("nim-3x3");
  assert.deepEqual(nim.moves.filter(({ value }) => value === 1).map(({ move }) => move), ["a:3", "b:3", "c:3"]);
});

test("along a line of best moves the end comes nearer by one, down to the end with its cells", async () => {
  for (const game of ["octapawn", "extendapawn-5", "extendapawn-6", "nim-3x3"]) {
    const line = [];
    let now = await analysis(game);
    while (!now.end) {
      const sign = now.to_move === "first" ? 1 : -1;
      const best = now.moves.find(({ value, plies }) => value === now.value && plies === now.plies);
      assert.ok(best && now.moves.every(({ value }) => sign * value <= sign * now.value), `${game} ${line}`);
      line.push(best.move);
      const next = await analysis(game, ...line);
      assert.deepEqual([next.value, next.plies, next.line], [now.value, now.plies - 1, line]);
      now = next;
    }
    assert.ok(now.plies === 0 && now.moves.length === 0 && now.end.cells.length > 0, game);
  }
});

test("a position is worth what `menagerie solve` says", async () => {
  for (const [game, ...moves] of [["octapawn", "b1-b2", "a4-a3"], ["mini-checkers", "b4-c3"], ["extendapawn-5", "c1-c2"], ["noughts-and-crosses", "b2"]]) {
    const it = await analysis(game, ...moves);
    const solved = JSON.parse((await menagerie("solve", game, "--position", it.position, "--format", "json")).stdout);
    assert.deepEqual([it.to_move, it.value, it.plies, it.moves.map(({ move, value, plies }) => [move, value, plies])], [solved.to_move, solved.value, solved.plies, solved.moves.map(({ move, value, plies }) => [move, value, plies])]);
  }
});

test("what cannot be answered says why", async () => {
  assert.match((await refused("octapawn/analysis?moves=b1-b2,b1-b2", 400)).detail, /move 2 may not be played at "bbbb\/\.\.\.\.\/\.w\.\.\/w\.ww b"/);
  assert.match((await refused(`nim-3x3/analysis?moves=${Array(40).fill("a:1")}`, 400)).detail, /no play of nim-3x3 is so long/);
  const large = await refused("checkers-5x5/analysis", 404);
  assert.equal(large.type, "urn:menagerie:problem:not-solved");
  assert.match(large.detail, /menagerie solve checkers-5x5/);
  assert.match((await refused("chess/analysis", 404)).detail, /hexapawn/);
});

test("after moves it is one of the answers that an address may have in a minute; a start never is", async () => {
  const strict = await startHouse({ flags: ["--practices-per-minute-max", "3"] });
  try {
    const ask = (path) => strict.ask(`/api/v1/${path}`);
    for (const path of ["games/hexapawn/analysis?moves=b1-b2", "experiments?machine=her&games=1", "games/nim-3x3/analysis?moves=a:3"]) assert.equal((await ask(path)).status, 200, path);
    for (const path of ["games/hexapawn/analysis?moves=a1-a2", "games/hexapawn/analysis?moves=b1-b2", "experiments?machine=her&games=1"]) {
      const late = await ask(path);
      assert.equal(late.status, 429, path);
      assert.equal(late.json().type, "urn:menagerie:problem:too-many-practices");
      const wait = Number(late.headers["retry-after"]);
      assert.ok(wait > 10 && wait <= 20, `a new one every twenty seconds, not after ${wait} s`);
    }
    for (const path of ["games/hexapawn/analysis", "games/hexapawn/analysis?moves=", "games/octapawn/analysis", "games/hexapawn"]) assert.equal((await ask(path)).status, 200, path);
  } finally {
    await strict.close();
  }
});
