// Measures what tests/bench/lessons prepared: milliseconds of requests, bytes of a film, and its counts against boxes?at=.
import assert from "node:assert/strict";
import { FilmMoment, FilmPiece } from "../../web/js/film_reader.js";

const [, , api, machine] = process.argv;
const [asked, beads] = [Number(process.env.ASKED ?? 300), Number(process.env.BEADS ?? 1000)];
const menace = `${api}/machines/menace`;
let seed = 1;
/** A whole number below n; the same ones in each run. */
const random = (n) => { seed = (seed * 48271) % 2147483647; return seed % n; };

async function get(url) {
  const from = performance.now();
  const answer = await fetch(url);
  const body = Buffer.from(await answer.arrayBuffer());
  assert.equal(answer.status, 200, `${url}: ${body}`);
  return { ms: performance.now() - from, body };
}
function tell(what, times, more = "") {
  times.sort((a, b) => a - b);
  const at = (part) => times[Math.min(times.length - 1, Math.floor(times.length * part))].toFixed(1).padStart(8);
  console.log(`${what.padEnd(44)} p50 ${at(0.5)}  p99 ${at(0.99)}  most ${at(1)} ms${more}`);
}
/** Asks so often, one after another. @returns {Promise<Buffer[]>} */
async function measure(what, count, url, more = () => "") {
  const [times, bodies] = [[], []];
  for (let i = 0; i < count; i += 1) {
    const { ms, body } = await get(await url(i));
    times.push(ms);
    bodies.push(body);
  }
  tell(what, times, more(bodies));
  return bodies;
}
const json = async (url) => JSON.parse((await get(url)).body);

const { seq } = await json(menace);
const { boxes } = await json(`${menace}/boxes`);
console.log(`\n${new Date().toISOString().slice(0, 10)}, ${machine}; a log of ${seq} rows\n`);
await measure("the machine (reads nothing)", asked, () => menace);
const places = Array.from({ length: beads }, () => {
  const { number, moves } = boxes[random(boxes.length)];
  return `${menace}/boxes/${number}/beads/${random(moves.length)}/lessons`;
});
const given = await measure("a random bead's givers", beads, (i) => places[i]);
const codes = given.flatMap((body) => JSON.parse(body).lessons.map(({ lesson }) => lesson));
const some = Array.from({ length: asked }, () => codes[random(codes.length)]);
await measure("a lesson that gave a bead", asked, (i) => `${api}/lessons/${some[i]}`);
const largest = (bodies) => `, at most ${Math.max(...bodies.map(({ length }) => length))} bytes`;
await measure("a lesson's picture", asked, (i) => `${api}/lessons/${some[i]}/card.png`, largest);

const { ms, body } = await get(`${menace}/film`);
const film = new FilmPiece(body.buffer.slice(body.byteOffset, body.byteOffset + body.length));
const rows = film.to - film.from + 1;
console.log(`the film, rows ${film.from} to ${film.to}: ${ms.toFixed(0)} ms, ${(body.length / rows).toFixed(2)} bytes a row unpacked`);
const moment = new FilmMoment(film);
const times = [];
for (let i = 0; i < asked; i += 1) {
  const at = film.from + random(film.to - film.from);
  const from = performance.now();
  const counts = moment.go(at).counts();
  times.push(performance.now() - from);
  if (i % 10) continue;
  const then = await json(`${menace}/boxes?at=${at}`);
  assert.deepEqual(counts, then.boxes.map(({ moves }) => moves.map(({ beads: n }) => n)), `the film at ${at}`);
}
tell("the film, at a random row", times, ", as boxes?at= tells");
process.exit(0);
