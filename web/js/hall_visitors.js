/** The hall's lamps, one a visitor of the museum; and its greeting, which says how many games came before. */
import { byId } from "./dom.js";
import { greetAt } from "./greeting.js";
import { drawLamps } from "./lamps.js";
import { readOnly } from "./root.js";
import { visitors } from "./visitors_words.js";
import { number } from "./language.js";

const LAMPS_MAX = 7;

/** @param {import("./protocol.js").HouseMachine[]} machines */
export function drawVisitors(machines) {
  let [playing, watching, taught] = [0, 0, 0];
  for (const machine of machines) {
    playing += machine.playing;
    watching += machine.watching;
    taught += machine.wins + machine.draws + machine.losses;
  }
  drawLamps(
    byId("lamps"),
    playing,
    watching,
    LAMPS_MAX,
    playing ? visitors.inMuseum(playing, number(playing)) : visitors.noneInMuseum,
  );
  if (!readOnly) greetAt(byId("lamps"), "hall", () => visitors.welcomeToMuseum(taught, number(taught)));
}
