// A cable between a server and PostgreSQL that a test can cut. While it is cut nothing comes through and nothing is
// closed, as in a network that has lost its way: what is sent waits, a new connection is made and gets no answer. Once it
// is mended all of it arrives, late.
import { connect, createServer } from "node:net";
import { once } from "node:events";
import { atEnd, eventually } from "./house.mjs";

const cables = new Set();
atEnd(() => {
  for (const cable of cables) cable.close();
});

export class Cable {
  /** To a PostgreSQL of postgres.mjs. */
  static async open(postgres) {
    const cable = new Cable();
    Object.assign(cable, { path: postgres.socket, isCut: false, sockets: new Set() });
    cable.server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (near) => cable.join(near));
    cable.server.listen(0, "127.0.0.1");
    await once(cable.server, "listening");
    cables.add(cable);
    return cable;
  }

  /** The address through this cable of the database at `url`. */
  to(url) {
    return url.replace(/host=[^&]*/, `host=127.0.0.1&port=${this.server.address().port}`);
  }

  join(near) {
    const far = connect({ path: this.path, allowHalfOpen: true });
    for (const [from, into] of [[near, far], [far, near]]) {
      this.sockets.add(from);
      from.on("data", (data) => this.pass(data, into, from === near));
      from.on("end", () => into.end());
      from.on("error", () => into.destroy());
      from.on("close", () => this.sockets.delete(from));
      if (this.isCut) from.pause(); else from.resume();
    }
  }

  /** Cuts it within the next message to PostgreSQL that has this text in it: two thirds of what is sent with it arrive. */
  cutWithin(text) {
    this.within = text;
    return eventually(() => this.isCut, { what: `a message with "${text}"` });
  }

  pass(data, into, isToPostgres) {
    if (!isToPostgres || !this.within || !data.includes(this.within)) return into.write(data);
    this.within = null;
    const most = Math.floor(data.length * 2 / 3);
    into.write(data.subarray(0, most));
    this.late = () => into.write(data.subarray(most));
    return this.cut();
  }

  cut() {
    this.isCut = true;
    for (const socket of this.sockets) socket.pause();
  }

  mend() {
    this.isCut = false;
    this.late?.();
    this.late = null;
    for (const socket of this.sockets) socket.resume();
  }

  close() {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }
}
