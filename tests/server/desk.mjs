// The curator's side of a test: orders with the token.
import assert from "node:assert/strict";

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

/** A refusal: the right status, a problem that says what is wrong, and the field. */
export async function refused(house, path, body, status, type, field, options) {
  const answer = await order(house, path, body, options);
  assert.equal(answer.status, status, answer.text);
  assert.match(answer.headers["content-type"], /^application\/problem\+json/);
  const problem = answer.json();
  assert.equal(problem.type, `urn:menagerie:problem:${type}`, answer.text);
  assert.equal(problem.status, status);
  assert.ok(problem.detail.length > 10);
  if (field !== undefined) assert.equal(problem.field, field, answer.text);
  return { ...answer, problem };
}
