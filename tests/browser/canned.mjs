// A house whose machines play from a script: it serves the pages as they stand in the source, and frames that fit the
// schema. For boards and boxes that a test wants to see just so, whatever the server's machines would draw.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import { WebSocketServer } from "ws";
import { bin } from "../server/house.mjs";

const top = fileURLToPath(new URL("../..", import.meta.url));
const folders = [join(top, "web"), join(dirname(bin), "web")]; // typefaces and vendor's files are in the second
const types = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".woff2": "font/woff2" };

const ajv = new Ajv2020({ allowUnionTypes: true, strictRequired: false });
addFormats.default(ajv);
ajv.addSchema(JSON.parse(readFileSync(join(top, "schema/messages.schema.json"), "utf8")));

const uuid = (n) => `01a1f873-0364-70c6-a6a3-${String(n).padStart(12, "0")}`;
const figures = { seq: 41, era: 1, episodes: 40, wins: 21, draws: 6, losses: 13, beads: 400 };

/** The beads of a box, drawn by their counts. */
function withOdds(beads) {
  const all = beads.reduce((sum, { count }) => sum + count, 0);
  return beads.map((bead) => ({ odds: all ? bead.count / all : 0, ...bead }));
}

export class CannedHouse {
  /** `machines`: {name: {title, maker, story, colour, game, seat, board, boxes, play: [state, ...], learned}}. A state after the first has `on`, the move that brings it. */
  static async open(machines) {
    const house = Object.assign(new CannedHouse(), { machines, sent: [], sockets: new Set() });
    house.server = createServer((request, response) => house.answer(request, response));
    const wss = new WebSocketServer({ server: house.server, handleProtocols: ([first]) => first });
    wss.on("connection", (socket, request) => house.meet(socket, new URL(request.url, "http://house")));
    await new Promise((done) => house.server.listen(0, "127.0.0.1", done));
    house.host = `127.0.0.1:${house.server.address().port}`;
    house.url = `http://${house.host}`;
    return house;
  }

  facts(name) {
    const { play, learned, board, boxes, ...facts } = this.machines[name];
    return { name, rule: "michie-1961", convention: "canonical", ...figures, playing: 0, watching: 0, dry: null, finished: null, frozen: false, created: "2026-11-20T14:07:51.408Z", ...facts, boxes: facts.count ?? boxes.length };
  }

  rest(path) {
    if (path === "/api/v1/games") return { games: Object.values(this.machines).map(({ game, board }) => ({ name: game, board })) };
    const [, name, what, number] = path.match(/^\/api\/v1\/machines(?:\/([^/]+)(?:\/([a-z]+)(?:\/(\d+))?)?)?$/) ?? [];
    if (!name) return { machines: Object.keys(this.machines).map((each) => this.facts(each)) };
    const { boxes } = this.machines[name];
    if (!what) return this.facts(name);
    if (number) return boxes.find((box) => box.number === Number(number));
    if (what === "boxes") return { machine: name, ...figures, boxes: boxes.filter((box) => !box.made) };
    if (what === "strength") return { machine: name, seq: figures.seq, evaluated: false, why: "it plays from a script", sides: [], beads: null, prizes: null };
    if (what === "curve") return { ...figures, from: 2, staircase: [...Array(40).keys()].map((i) => [i + 2, Math.round(5 * Math.sin(i / 6) + i / 5)]) };
    if (what === "graduates") return { machine: name, finished_games: 50, graduates: [] };
    return { episodes: [] };
  }

  answer({ url }, response) {
    const { pathname } = new URL(url, this.url);
    if (pathname.startsWith("/api/")) {
      const body = this.rest(pathname);
      response.writeHead(body ? 200 : 404, { "content-type": "application/json" }).end(JSON.stringify(body ?? {}));
      return;
    }
    const path = pathname === "/" ? "/index.html" : pathname.startsWith("/machine/") ? "/table.html" : pathname;
    const file = folders.map((folder) => join(folder, path)).find(existsSync);
    if (!file) response.writeHead(404).end();
    else response.writeHead(200, { "content-type": types[extname(file)] ?? "text/plain" }).end(readFileSync(file));
  }

  send(socket, kind, frame) {
    const validate = ajv.getSchema(`messages.schema.json#/$defs/${kind}`);
    assert.ok(validate(frame), `${kind}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(frame)}`);
    socket.send(JSON.stringify(frame));
  }

  meet(socket, { pathname, searchParams }) {
    this.sockets.add(socket);
    const name = searchParams.get("machine");
    if (!name) {
      socket.send(JSON.stringify({ type: "hello", machines: [] }));
      return;
    }
    const machine = this.machines[name];
    const { board, title, game, seat, boxes } = machine;
    const hello = { type: "hello", protocol: "menagerie.v1", machine: name, title, game, seat, rule: "michie-1961", convention: "canonical",
      boxes: boxes.filter((box) => !box.made).length, seq: figures.seq, era: 1, episodes: figures.episodes, drawing: { prune: false, empty: "resign", choose: "chance", compartments: false }, frozen: false, board };
    if (pathname.endsWith("watch")) {
      this.send(socket, "watch-hello", { ...hello, ...figures, playing: 1, watching: 1 });
      const { type, protocol, title: _, game: __, seat: ___, rule, convention, boxes: ____, board: _____, drawing: ______, ...known } = { ...hello, ...figures };
      this.send(socket, "feed", { type: "feed", ...known, playing: 2, watching: 1, dry: null, frozen: false, tables: machine.play.slice(-1).map(({ position, ply }) => ({ table: "t1", ply, position })) });
      return;
    }
    this.send(socket, "hello", { ...hello, visit: uuid(1), visit_token: "A".repeat(44) });
    let at = 0;
    socket.on("message", (text) => {
      const frame = JSON.parse(text);
      if (frame.type === "begin") at = 0;
      else if (frame.type === "move") {
        this.sent.push(frame.move);
        assert.ok(machine.play[at].legal.includes(frame.move), `${frame.move} is legal`);
        at = machine.play.findIndex(({ on }, i) => i > at && (on === frame.move || on === true));
      } else return;
      const { on: _, ...state } = machine.play[at];
      if (state.drawn) state.drawn = { ...state.drawn, beads: withOdds(state.drawn.beads) };
      if (state.outcome) state.end ??= { reason: "length", cells: [] };
      this.send(socket, "state", { type: "state", episode: uuid(2), seat: "second", played: [], ticket: "ticket", ...state });
      if (state.outcome) this.send(socket, "learned", { type: "learned", episode: uuid(2), seq: figures.seq + 1, era: 1, outcome: state.outcome, reason: state.outcome, changes: machine.learned ?? [] });
    });
  }

  close() {
    for (const socket of this.sockets) socket.terminate();
    return new Promise((done) => this.server.close(done));
  }
}
