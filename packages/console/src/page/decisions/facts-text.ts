import type { DecisionSchema, ParameterSchema } from "@tablewright/client";

/** Facts to begin with, as JSON: of each parameter one value that it may have. */
export function factsText({ parameters }: DecisionSchema): string {
  const facts = parameters.map((one) => [one.name, sampleOf(one)] as const);
  return JSON.stringify(Object.fromEntries(facts), undefined, 2);
}

/** The facts of a text; undefined where it is no JSON object. */
export function parseFacts(text: string): object | undefined {
  try {
    const facts: unknown = JSON.parse(text);
    return typeof facts === "object" && facts !== null && !Array.isArray(facts) ? facts : undefined;
  } catch {
    return undefined;
  }
}

type Field = Pick<ParameterSchema, "type" | "json" | "items" | "fields"> & Partial<ParameterSchema>;

function sampleOf({ type, json, items, fields, values, min }: Field): unknown {
  const single = (kind: Field["json"] | undefined): unknown => {
    if (fields !== undefined)
      return Object.fromEntries(fields.map((field) => [field.name, sampleOf(field)] as const));
    if (values !== undefined) return values[0] ?? null;
    if (kind === "number" || kind === "integer") return min ?? 0;
    if (kind === "boolean") return false;
    return TEXTS[type] ?? (kind === "string" ? "" : null);
  };
  return json === "array" ? [single(items)] : single(json);
}

/** What texts of a type look like. */
const TEXTS: Readonly<Record<string, string>> = {
  Date: "2026-03-02",
  DateTime: "2026-03-02T09:30:00",
  Time: "09:30:00",
  Duration: "01:00:00",
};
