import { jsonWriterOf } from "../../expression/parts.ts";
import { type DescribedField, defineWire, type JsonKind } from "./wire-form.ts";

/** JSON all through: ISO dates, booleans, lists, null for blank. */
export const typed = defineWire({
  name: "typed",
  takesJson: true,
  isMonthFirst: false,
  isOfLocale: false,
  isBare: false,
  hasCall: true,
  blank: null,
  writerOf: ({ type }) => jsonWriterOf(type),
  writeCount: Number,
  writeNames: (names) => names,
  schemas: {
    count: { type: "integer" },
    noCount: { type: "null" },
    names: { type: "array", items: { type: "string" } },
    cellOf: typedCell,
  },
});

/** The JSON Schema of a value as JSON. */
export function typedCell({ type, json, items, fields }: DescribedField): Readonly<Record<string, unknown>> {
  if (json === "array")
    return { type: "array", items: fields ? members(fields) : items === undefined ? {} : single(items) };
  if (json === "any") return {};
  if (fields !== undefined) return { ...members(fields), type: ["object", "null"] };
  return { type: [json, "null"], ...(type === "Date" ? { format: "date" } : {}) };
}

/** An object with all of its fields. */
function members(fields: readonly DescribedField[]) {
  return {
    type: "object",
    properties: Object.fromEntries(fields.map((field) => [field.name, typedCell(field)])),
  };
}

function single(json: JsonKind) {
  return json === "any" ? {} : { type: json };
}
