// Medians of the rows that tests/bench/training gathered: a line for each loop, and one for the ratio.
import { readFileSync } from 'node:fs';

const rows = readFileSync(process.argv[2], 'utf8').trim().split('\n').map((line) => JSON.parse(line));
const hand = rows.filter((row) => row.label === 'by hand');
const engine = rows.filter((row) => row.label === 'engine');
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

for (const loop of [hand, engine]) {
  const speed = Math.round(median(loop.map((row) => row.games_per_s))).toLocaleString('en');
  const { label, win, draw, plies } = loop[0];
  console.log(`${label.padEnd(8)} ${speed.padStart(11)} games/s   won ${win}, drawn ${draw}, ${plies} plies a game`);
}
const ratio = median(hand.map((row, round) => engine[round].games_per_s / row.games_per_s));
console.log(`ratio    ${ratio.toFixed(2).padStart(11)}`);
// Two machines that learn alike end alike: else one of the loops plays something else.
const apart = ['win', 'draw', 'plies'].filter((field) => Math.abs(hand[0][field] / engine[0][field] - 1) > 0.02);
if (apart.length > 0) {
  console.log(`the loops do not play alike: ${apart.join(', ')}`);
  process.exit(1);
}
