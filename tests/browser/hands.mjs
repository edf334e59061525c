// An operator's hands: the steps of a machine's turn as a visitor does them, for the tests at a table and at a kiosk.
import assert from "node:assert/strict";
import { on } from "./table.mjs";

export const seen = (name) => `[data-testid="${name}"]`;
export const panel = seen("operator");
export const shelved = seen("shelf-box");
export const glowing = (visitor) => visitor.find(`${shelved}.glows`).evaluateAll((all) => all.map(({ dataset }) => Number(dataset.number)));
export const plain = (text) => text.replaceAll(/–\u2060?/g, "-").replaceAll(/×\u200b?/g, "x");

/** Waits until the hands have one of these steps, or where they have none the board one of these phases; says which. */
export async function until(visitor, ...wanted) {
  const found = await visitor.page.waitForFunction(({ wanted, panel, board }) => {
    const now = document.querySelector(panel).dataset.step || document.querySelector(board).dataset.phase;
    return wanted.includes(now) && now;
  }, { wanted, panel, board: on.board });
  await visitor.drawn(); // a step is there before all that belongs to it is drawn
  return found.jsonValue();
}

/** The move of the bead in the corner, as a visitor finds it: by its letter among those beneath the label, and by luck where several fit. */
export async function read(visitor) {
  const { moves, said } = await visitor.page.evaluate(() => {
    const letter = document.querySelector(".fence .apex").textContent;
    const odd = [...document.querySelectorAll(".operator .odd")].find((each) => each.querySelector(".bead").textContent === letter);
    return { moves: odd.querySelector(".muted").textContent.split(": ")[1], said: document.querySelector("#say").textContent };
  });
  const chosen = plain(said).match(/luck chose (.*)\. Make it!$/)?.[1];
  return { moves: plain(moves).split(", "), move: chosen ?? plain(moves).split(", ")[0] };
}

/** The machine's turn by touches; the box is found with help. */
export async function byHand(visitor) {
  await until(visitor, "find");
  if ((await glowing(visitor)).length !== 1) await visitor.find(seen("show-me")).click();
  await visitor.find(`${shelved}.glows`).click();
  await visitor.find(seen("shake")).click();
  await visitor.find(seen("tilt")).click();
  await until(visitor, "play");
  return moveOf(visitor);
}

/** The move of the bead in the corner, by touches. */
export async function moveOf(visitor) {
  const { move: wanted } = await read(visitor);
  if (/ from /.test(wanted)) { // heaps are told in words: each is tried until it is right
    const cells = await visitor.page.locator(on.legal).evaluateAll((all) => all.map(({ dataset }) => dataset.cell));
    for (const cell of cells) {
      await visitor.press(cell);
      await visitor.drawn();
      if ((await visitor.page.locator(panel).getAttribute("data-step")) !== "play") break;
    }
    return until(visitor, "your-turn", "over", "beads");
  }
  const make = async (move) => {
    for (const cell of move === "pass" ? ["pass"] : move.split(/[-x]/)) await visitor.press(cell);
  };
  await make(wanted);
  const told = await visitor.page.waitForFunction(({ panel, note }) => {
    const played = document.querySelector(panel).dataset.step !== "play";
    return played || document.querySelector(note).textContent;
  }, { panel, note: on.note });
  const luck = await told.jsonValue();
  if (luck !== true) await make(plain(luck).match(/luck chose (.*)\.$/)[1]); // another move of the same bead
  return until(visitor, "your-turn", "over", "beads");
}

/** On to the next time that the machine's box is sought, through as many games as that takes. */
export async function toFind(visitor) {
  for (let moves = 0; moves < 60; moves += 1) {
    const now = await until(visitor, "find", "your-turn", "beads", "over");
    if (now === "find") return;
    if (now === "your-turn") {
      await visitor.anyMove();
      await until(visitor, "find", "beads", "over");
    } else await visitor.nextGame();
  }
  assert.fail("the machine never has its turn");
}
