// The load of tests/bench/slow_readers: node slow_readers.mjs PORT SERVER_PID CLIENTS SECONDS.
import { readFileSync } from "node:fs";
import { connect } from "node:net";

const [port, pid, clients, seconds] = process.argv.slice(2).map(Number);
const memoryMiB = () => Number(/^Rss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))[1]) / 1024;
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

const before = memoryMiB();
let dropped = 0;
const answers = {};
const sockets = Array.from({ length: clients }, (_, i) => {
  const socket = connect({ port, host: "127.0.0.1", localAddress: "127.0.0.2", highWaterMark: 64 });
  socket.on("error", () => {}).on("close", () => { dropped += 1; });
  socket.once("readable", () => {
    const status = String(socket.read(64)).split(" ")[1];
    answers[status] = (answers[status] ?? 0) + 1;
  });
  socket.write(`GET /api/v1/machines/menace/history?limit=10000&after=${i} HTTP/1.1\r\nHost: x\r\n\r\n`);
  return socket;
});
const trickle = setInterval(() => {
  for (const socket of sockets) socket.read(64);
}, 250);
let most = before;
for (let second = 1; second <= seconds; second += 1) {
  await pause(1000);
  most = Math.max(most, memoryMiB());
}
clearInterval(trickle);
console.log(`${clients} clients, ${seconds} s: ${before.toFixed(0)} MiB before, ${most.toFixed(0)} MiB at most, ${memoryMiB().toFixed(0)} MiB at the end; `
  + `answered ${Object.entries(answers).map(([status, count]) => `${count} x ${status}`).join(", ")}; ${dropped} dropped`);
for (const socket of sockets) socket.destroy();
