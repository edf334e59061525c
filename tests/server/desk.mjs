// The curator's side of a test: orders with the token.
export const token = "a-token-that-only-the-tests-know";

/** Orders something of the house: {status, headers, text, json()}. */
export function order(house, path, body, { headers = {}, bearer = token, method = "POST" } = {}) {
  return house.ask(`/api/v1${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(bearer === null ? {} : { Authorization: `Bearer ${bearer}` }),
      ...headers,
    },
    body: body === undefined || typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  });
}
