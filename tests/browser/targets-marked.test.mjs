// What can be moved, and where to, is marked for the eye and named for the ear, captures included; a piece may be
// dragged; a touch that does nothing says why; a game is not given up by accident.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, startHouse } from "../server/house.mjs";
import { CannedHouse } from "./canned.mjs";
import { machines } from "./exhibits.mjs";
import { on, Visitor } from "./table.mjs";

let house;
let canned;
before(async () => { [house, canned] = await Promise.all([startHouse(), CannedHouse.open(machines)]); });
after(() => Promise.all([house.close(), canned.close()]));

const marked = (visitor, mark) => visitor.find(`${on.board} [data-mark="${mark}"]`).evaluateAll((cells) => cells.map((cell) => {
  const spot = cell.querySelector(".spot").getBoundingClientRect();
  const style = getComputedStyle(cell.querySelector(".spot"));
  return { name: cell.dataset.cell, label: cell.getAttribute("aria-label"), seen: spot.width >= 4 && style.display !== "none" && (style.borderTopWidth !== "0px" || style.backgroundColor !== "rgba(0, 0, 0, 0)") };
}));

async function assertMarked(visitor, mark, names, label) {
  const found = await marked(visitor, mark);
  assert.deepEqual(found.map(({ name }) => name).sort(), names);
  for (const cell of found) {
    assert.ok(cell.seen, `${cell.name} has a mark that is seen`);
    assert.match(cell.label, label);
  }
}

test("pawns that can move, empty squares to move to, and captures each have their mark and their name", async () => {
  const visitor = await Visitor.come(canned, "/machine/octapawn");
  await visitor.standing();
  await assertMarked(visitor, "from", ["a1", "b1", "c1", "d1"], /white pawn, you may move it$/);
  await visitor.press("c1");
  await visitor.press("c2");
  await visitor.see(on.otherPly(0));
  canned.sent.length = 0;
  await visitor.press("b1");
  await assertMarked(visitor, "to", ["b2"], /empty, you may move there$/);
  await visitor.leave();
});

test("a capture is named and marked as one at a real game", async () => {
  const visitor = await Visitor.come(house, "/machine/extendapawn");
  let captures = 0;
  for (let game = 0; game < 12 && captures === 0; game += 1) {
    for (let moves = 0; moves < 12 && captures === 0; moves += 1) {
      await visitor.see(on.phase("your-turn", "over"));
      if ((await visitor.data(on.board, "phase")) === "over") break;
      for (const { name } of await marked(visitor, "from")) {
        await visitor.press(name);
        const found = await marked(visitor, "capture");
        captures += found.length;
        for (const cell of found) {
          assert.ok(cell.seen, `${cell.name} has a mark that is seen`);
          assert.match(cell.label, /black pawn, you may capture it$/);
        }
      }
      await visitor.anyMove();
    }
    if ((await visitor.data(on.board, "phase")) !== "over") continue;
    await visitor.see(`${on.nextGame}:not([disabled])`);
    await visitor.nextGame();
  }
  assert.ok(captures > 0, "there was something to capture");
  await visitor.leave();
});

test("an empty board's squares have their marks; a touch that does nothing says why", async () => {
  const visitor = await Visitor.come(house, "/machine/menace");
  await visitor.standing();
  assert.equal((await marked(visitor, "play")).length, 8);
  const taken = visitor.find(`${on.board} .cell:not([data-legal])`).first();
  await eventually(async () => {
    await taken.click({ force: true }); // at once, wherever the board stands just then
    return visitor.find(on.note).isVisible();
  });
  assert.match(await visitor.find(on.note).innerText(), /taken/);
  await visitor.anyMove();
  await visitor.find(on.note).waitFor({ state: "hidden" });
  await visitor.leave();

  const other = await Visitor.come(house, "/machine/her");
  await other.standing();
  for (const [cell, why] of [["a3", /not yours/], ["b2", /first/]]) {
    await other.find(on.cell(cell)).click({ force: true });
    await other.find(on.note).filter({ hasText: why }).waitFor(); // drawn with the next frame
  }
  await other.press("a1");
  await other.find(on.cell("c2")).click({ force: true });
  await other.find(on.note).filter({ hasText: /a1 cannot go there/ }).waitFor();
  await other.leave();
});

test("a pawn is dragged where it shall go; dragged elsewhere it stays", async () => {
  const visitor = await Visitor.come(house, "/machine/her");
  await visitor.standing();
  const middle = async (name) => {
    const { x, y, width, height } = await visitor.find(on.cell(name)).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  const drag = async (from, to) => {
    await visitor.page.mouse.move(...await middle(from));
    await visitor.page.mouse.down();
    await visitor.page.mouse.move(...await middle(to), { steps: 4 });
    await visitor.page.mouse.up();
  };
  await drag("a1", "c2");
  assert.equal((await visitor.standing()).ply, 0);
  await drag("a1", "a2");
  await visitor.see(on.otherPly(0));
  await visitor.leave();
});

test("giving up takes two touches", async () => {
  const visitor = await Visitor.come(house, "/machine/menace");
  const { seq } = await house.get("/machines/menace");
  await visitor.standing();
  await visitor.anyMove();
  await visitor.see(`${on.phase("your-turn")}[data-ply="3"]`);
  const ply = await visitor.data(on.board, "ply");
  await visitor.find(on.giveUp).click();
  assert.equal(await visitor.data(on.board, "ply"), ply, "the first touch only asks");
  await visitor.find(on.giveUp).click();
  await visitor.see(`${on.phase("your-turn")}[data-ply="1"]`);
  assert.equal((await house.get("/machines/menace")).seq, seq);
  await visitor.leave();
});

test("a move carries the ply that the visitor saw", async () => {
  const visitor = await Visitor.come(house, "/machine/menace");
  const sent = [];
  visitor.page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => sent.push(JSON.parse(payload))));
  await visitor.page.reload();
  await visitor.standing();
  await visitor.anyMove();
  await visitor.see(on.phase("your-turn", "over"));
  const plies = await eventually(() => {
    const moves = sent.filter(({ type }) => type === "move");
    return moves.length > 0 && moves.map(({ ply }) => ply);
  });
  assert.deepEqual(plies, [1]);
  await visitor.leave();
});

test("a touch is not lost: neither one that comes before the game can be played, nor one while the board is drawn anew", async () => {
  const visitor = await Visitor.come(house, "/");
  let letGo;
  const held = new Promise((done) => { letGo = done; });
  await visitor.page.routeWebSocket(/\/play/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage(async (message) => {
      if (JSON.parse(message).type === "state") await held;
      socket.send(message);
    });
  });
  await visitor.page.goto(`${house.url}/machine/menace-two`);
  await visitor.see(on.phase("waiting"));
  await visitor.find(on.cell("b2")).click({ force: true }); // not enabled yet
  letGo();
  await visitor.see(`${on.board}:not([data-ply="0"])`);
  assert.equal(await visitor.data(on.cell("b2"), "piece"), "X");
  const { ply } = await visitor.standing();
  const cell = visitor.find(on.legal).first();
  const { x, y, width, height } = await cell.boundingBox();
  await visitor.page.mouse.move(x + width / 2, y + height / 2);
  await visitor.page.mouse.down();
  await cell.evaluate((button) => button.replaceChildren());
  await visitor.page.mouse.up();
  await visitor.see(on.otherPly(ply));
  await visitor.leave();
});
