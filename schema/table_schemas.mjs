// Frictionless Table Schemas of the lists' CSV, from what openapi.yaml says of their rows.
import { openapi as openapiText } from "./bundle_openapi.mjs";
import { parse } from "./read.mjs";

const openapi = parse(openapiText);

/** What `$ref` names, with what stands beside it. */
function resolved({ $ref, ...beside }) {
  if (!$ref) return beside;
  const target = $ref.slice(2).split("/").reduce((at, part) => at[part], openapi);
  return { ...resolved(target), ...beside };
}

/** A property of a row as {schema, nullable}. */
function read(property) {
  const { anyOf, ...schema } = resolved(property);
  const choices = anyOf ?? [];
  const types = [schema.type ?? []].flat();
  const nullable = types.includes("null") || (schema.enum ?? []).includes(null) || choices.some(({ type }) => type === "null");
  const chosen = choices.filter(({ type }) => type !== "null").map(resolved);
  if (chosen.length > 1) throw new Error(`a column has one type, not one of ${JSON.stringify(chosen)}`);
  return { schema: { ...chosen[0], ...schema, type: types.find((it) => it !== "null") ?? chosen[0]?.type ?? "string" }, nullable };
}

/** In CSV a list is its parts with spaces between. */
const typeOf = ({ type, format }) => (format === "date-time" ? "datetime" : type === "array" ? "string" : type);

/** Readers of version 1 take a time with milliseconds only as `any`, which those of version 2 know too. */
const formats = { uuid: { format: "uuid" }, "date-time": { format: "any" } };

function field([name, property]) {
  const { schema, nullable } = read(property);
  if (!schema.description) throw new Error(`the column ${name} has no description`);
  const values = schema.enum?.filter((it) => it !== null);
  const constraints = {
    ...(nullable ? {} : { required: true }),
    ...(values ? { enum: values } : {}),
    ...(schema.minimum === undefined ? {} : { minimum: schema.minimum }),
    ...(schema.maximum === undefined ? {} : { maximum: schema.maximum }),
  };
  return {
    name,
    type: typeOf(schema),
    ...(formats[schema.format] ?? {}),
    description: schema.description,
    ...(Object.keys(constraints).length > 0 ? { constraints } : {}),
  };
}

const listings = { history: "HistoryCsv", draws: "DrawsCsv", log: "LogCsv", episodes: "EpisodesCsv" };
export const tables = Object.fromEntries(Object.entries(listings).map(([listing, name]) => {
  const row = resolved(openapi.components.schemas[name].contentSchema.items);
  return [listing, { fields: Object.entries(row.properties).map(field), missingValues: [""] }];
}));
