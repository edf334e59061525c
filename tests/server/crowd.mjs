// Visitors who play game after game, as many as a test wants, and remember every lesson.
import { grown } from "./house.mjs";
import { anyMove, playOut, sitDown } from "./visitor.mjs";

/** Plays until the line breaks; `heard` gets every lesson, `figures` counts the games that ended, and holds the errors. */
async function playUntilTheEnd(visitor, heard, figures) {
  const begin = () => visitor.socket.readyState === 1 && visitor.send({ type: "begin", again: true });
  try {
    begin();
    for (;;) {
      const frame = await visitor.next();
      if (frame.type === "state") {
        if (frame.outcome === undefined) visitor.move(frame, anyMove(frame));
        else figures.games += 1;
      } else if (frame.type === "learned") {
        heard.push({ machine: visitor.hello.machine, ...frame });
      } else {
        if (frame.type === "error" && frame.code !== "era-over") figures.errors.push(frame.code);
        setTimeout(begin, 200);
      }
    }
  } catch (error) {
    if (error.code === "ERR_ASSERTION" || visitor.socket.readyState === 1) throw error;
  }
}

/** Visitors at play in a house: {heard, figures, end()}. */
export async function crowd(house, machines, visitors) {
  const heard = [];
  const figures = { games: 0, errors: [] };
  const seated = await Promise.all(Array.from({ length: visitors }, (_, i) => sitDown(house, machines[i % machines.length])));
  const games = seated.map((visitor) => playUntilTheEnd(visitor, heard, figures));
  return {
    heard,
    figures,
    async end() {
      for (const visitor of seated) await visitor.vanish();
      await Promise.all(games);
    },
  };
}

/** Waits until so many more lessons were heard. */
export function more(heard, by) {
  return grown(() => heard.length, heard.length + by, { what: "the lessons heard" });
}

/** Visitors who have begun a game and wait. At CARNIVAL, which never takes a bead away: no era ends, and each game is a
 * lesson. */
export async function beginGames(house, visitors) {
  const guests = await Promise.all(Array.from({ length: visitors }, async () => {
    const visitor = await sitDown(house, "carnival");
    return { visitor, first: await visitor.ask({ type: "begin" }, "state") };
  }));
  return {
    /** Plays them to the end: the last states. */
    end: () => Promise.all(guests.map(async ({ visitor, first }) => (await playOut(visitor, first)).at(-1))),
    /** Whether nobody has heard anything since. */
    isSilent: () => guests.every(({ visitor }) => visitor.frames.length === 0),
    /** Waits for the lessons. */
    lessons: () => Promise.all(guests.map(async ({ visitor }) => ({ machine: "carnival", ...await visitor.take("learned") }))),
  };
}
