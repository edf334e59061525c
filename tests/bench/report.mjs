// Medians of the rows that tests/bench/run gathered, as a table, and the ratios that count.
import { readFileSync } from 'node:fs';

const [, , file, machine] = process.argv;
const rows = readFileSync(file, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
const labels = [...new Set(rows.map((row) => row.label))];
const median = (label, field) => {
  const values = rows.filter((row) => row.label === label).map((row) => row[field]).sort((a, b) => a - b);
  return values[Math.floor(values.length / 2)];
};
const cell = (value, digits = 0) => value.toLocaleString('en', { maximumFractionDigits: digits }).padStart(11);

console.log(`\n${new Date().toISOString().slice(0, 10)}, ${machine}; a move = one visitor's move answered\n`);
console.log(`${''.padEnd(30)}  moves/s   per CPU s    games/s      p50 ms      p99 ms  idle KiB/connection`);
for (const label of labels.filter((it) => !it.includes('idle'))) {
  console.log(label.padEnd(26), cell(median(label, 'trips_per_s')), cell(median(label, 'trips_per_server_cpu_s')),
    cell(median(label, 'games_per_s')), cell(median(label, 'p50_us') / 1000, 2), cell(median(label, 'p99_us') / 1000, 2));
}
for (const label of labels.filter((it) => it.includes('idle'))) {
  console.log(label.padEnd(26), ' '.repeat(59), cell(median(label, 'idle_kb_per_conn'), 2));
}
console.log();
for (const label of labels.filter((it) => it.startsWith('menagerie'))) {
  const base = label.replace('menagerie', 'bare Beast echo');
  const field = label.includes('idle') ? 'idle_kb_per_conn' : 'trips_per_server_cpu_s';
  const what = label.includes('idle') ? 'memory of an idle connection' : 'moves per second of server CPU';
  console.log(`${label}: ${what}, ${(median(label, field) / median(base, field)).toFixed(2)} of bare Beast`);
}
const errors = rows.reduce((sum, row) => sum + row.errors, 0);
if (errors > 0) {
  console.log(`${errors} answers were wrong or missing`);
  process.exit(1);
}
