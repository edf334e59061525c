// PgBouncer between servers and PostgreSQL, a connection for each transaction: what follows in another one comes by any
// connection, so that nothing of a session lasts.
import { chownSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { atEnd, eventually, freshFolder, run, start } from "./house.mjs";
import { nobody, ordinary } from "./postgres.mjs";

const port = 6432; // in the name of its socket

export class Pooler {
  /** To a PostgreSQL of postgres.mjs, over `connections` for each database. */
  static async open(postgres, connections) {
    const folder = freshFolder();
    if (process.getuid() === 0) chownSync(folder, nobody, nobody);
    const settings = [
      "[databases]", `* = host=${postgres.folder} user=menagerie`,
      "[pgbouncer]", `unix_socket_dir = ${folder}`, `listen_port = ${port}`, "auth_type = any", "pool_mode = transaction",
      `default_pool_size = ${connections}`, "max_client_conn = 200",
    ];
    writeFileSync(join(folder, "pgbouncer.ini"), `${settings.join("\n")}\n`);
    const child = start(ordinary[0], [...ordinary.slice(1), "pgbouncer", "-q", join(folder, "pgbouncer.ini")], { stdio: "ignore" });
    const ended = new Promise((done) => child.on("exit", done));
    atEnd(() => {
      child.kill("SIGKILL");
      return ended;
    });
    const pooler = Object.assign(new Pooler(), { folder });
    await eventually(async () => (await run("psql", ["-d", pooler.to("postgresql:///postgres?user=menagerie&host="), "-c", "SELECT 1"])).code === 0, { what: "PgBouncer's start" });
    return pooler;
  }

  /** The address through it of the database at `url`. */
  to(url) {
    return url.replace(/host=[^&]*/, `host=${this.folder}&port=${port}`);
  }
}
