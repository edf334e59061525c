// Whole games at one machine, one after another, and how long each took from the last move to `learned`.
import { createRequire } from "node:module";

const WebSocket = createRequire(new URL("../package.json", import.meta.url))("ws");

/** Milliseconds, ascending. @returns {Promise<number[]>} */
export function timeLearned(port, machine, samples) {
  return new Promise((done, fail) => {
    const address = `ws://127.0.0.1:${port}/api/v1/play?machine=${machine}`;
    const socket = new WebSocket(address, ["menagerie.v1"], { perMessageDeflate: false });
    const times = [];
    let sent = 0;
    const send = (frame) => { sent = performance.now(); socket.send(JSON.stringify(frame)); };
    socket.on("error", fail);
    socket.on("message", (data) => {
      const frame = JSON.parse(String(data));
      if (frame.type === "learned" && times.push(performance.now() - sent) === samples) {
        socket.close();
        return done(times.sort((a, b) => a - b));
      }
      if (frame.type === "error" || frame.type === "dry") return fail(new Error(String(data)));
      if (frame.type !== "state") return setTimeout(() => send({ type: "begin" }), frame.type === "learned" ? 5 : 0);
      if (frame.outcome !== undefined) return;
      const move = frame.legal[Math.floor(Math.random() * frame.legal.length)];
      send({ type: "move", episode: frame.episode, ply: frame.ply, move });
    });
  });
}
