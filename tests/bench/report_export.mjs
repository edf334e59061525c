// What tests/bench/export measured, as a table: medians, and each export against the bare loop of its round.
import { readFileSync } from "node:fs";

const [, , file, changesText, where] = process.argv;
const changes = Number(changesText);
const rows = readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line));
const labels = [...new Set(rows.map(({ label }) => label))];
const of = (label) => rows.filter((row) => row.label === label);
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const yardstick = of(labels[0]);

console.log(`${changes.toLocaleString("en")} bead changes; ${where}; medians of ${yardstick.length} rounds\n`);
console.log("| | bead changes a second | seconds | CPU s | MB | of the bare loop | by CPU |\n|---|---|---|---|---|---|---|");
for (const label of labels) {
  const seconds = median(of(label).map((row) => row.seconds));
  const ratio = median(of(label).map((row, i) => yardstick[i].seconds / row.seconds));
  const cpu = median(of(label).map((row) => row.cpu));
  const byCpu = median(of(label).map((row, i) => yardstick[i].cpu / row.cpu));
  const cells = [label, `${Math.round(changes / seconds / 1000).toLocaleString("en")},000`, seconds.toFixed(2), cpu.toFixed(2), (of(label)[0].bytes / 1e6).toFixed(1), ratio.toFixed(2), byCpu.toFixed(2)];
  console.log(`| ${cells.join(" | ")} |`);
}
