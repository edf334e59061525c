// A client whose types come of openapi.json: compiled, and run against a house, by typed-client.test.mjs.
import createClient from "openapi-fetch";
import type { paths } from "./openapi.js";

export async function read(baseUrl: string) {
  const client = createClient<paths>({ baseUrl });
  const { data } = await client.GET("/api/v1/machines/{machine}/boxes", { params: { path: { machine: "her" }, query: { at: 1 } } });
  if (!data) throw new Error("no boxes");
  const odds: number = data.boxes[0]!.moves[0]!.odds;
  const { error, response } = await client.GET("/api/v1/machines/{machine}", { params: { path: { machine: "hal" } } });
  const detail: string | undefined = error?.detail;
  const { data: page } = await client.GET("/api/v1/machines/{machine}/history.json", { params: { path: { machine: "ellis" }, query: { limit: 3 } } });
  const changes = page?.changes.map((change) => change.after - change.before) ?? [];

  // @ts-expect-error: there is no such route
  const noRoute = () => client.GET("/api/v1/machine/{machine}", {});
  // @ts-expect-error: the machine must be named
  const noName = () => client.GET("/api/v1/machines/{machine}", {});
  // @ts-expect-error: an outcome is win, draw or loss
  const noOutcome = () => client.GET("/api/v1/machines/{machine}/episodes.json", { params: { path: { machine: "her" }, query: { outcome: "won" } } });
  return { odds, status: response.status, detail, changes, machine: page?.machine, refused: [noRoute, noName, noOutcome].length };
}
