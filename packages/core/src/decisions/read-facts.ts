import { type Diagnostic, diagnose } from "../diagnostics/index.ts";
import { everyTable, typeName } from "../expression/parts.ts";
import { type CellForms, type CellJson, jsonReaderOf } from "../expression/tree/value-forms.ts";
import { equalValues, toCanonical, type Value } from "../values/index.ts";
import type { Fact } from "./decision.ts";

/**
 * Reads facts into their places of a row. All that is wrong is reported, each with a JSON pointer to it. What is not declared is
 * not read, and neither is what an object inherits.
 */
export function readFacts(
  facts: unknown,
  declared: readonly Fact[],
  row: Value[],
  forms: CellForms,
  problems: Diagnostic[],
): void {
  if (typeof facts !== "object" || facts === null || isList(facts)) {
    const actual = facts === null ? "null" : typeof facts === "object" ? "a list" : `a ${typeof facts}`;
    problems.push(diagnose("decision/facts", { actual }));
    return;
  }
  for (const fact of declared) {
    const { name, index } = fact;
    row[index] = fact.type.kind === "List" ? NO_ITEMS : null;
    let json: CellJson | undefined;
    try {
      json = Object.hasOwn(facts, name) ? (facts as Readonly<Record<string, CellJson>>)[name] : undefined;
      let value = fact.read(json);
      // Other forms than those of JSON: a JS Date, a date as the locale writes it.
      if (value === undefined) value = jsonReaderOf(fact.type, forms)(json);
      if (value === undefined) problems.push(wrongFact(fact, json, typeInWords(fact)));
      else row[index] = value;
    } catch (thrown) {
      problems.push(unreadableFact(name, thrown));
      continue;
    }
    checkFact(fact, json, row[index] as Value, problems);
  }
}

const NO_ITEMS: readonly Value[] = [];

/** A proxy that was revoked throws even here; its facts then cannot be read. */
function isList(facts: object): boolean {
  try {
    return Array.isArray(facts);
  } catch {
    return false;
  }
}

function checkFact(fact: Fact, json: CellJson | undefined, value: Value, problems: Diagnostic[]): void {
  if (value === null) {
    if (fact.isRequired && (json === null || json === undefined || json === ""))
      problems.push(
        diagnose(
          "decision/missing-fact",
          { pointer: pointerTo(fact.name) },
          { pointer: pointerTo(fact.name) },
        ),
      );
    return;
  }
  const { values, min, max } = fact;
  if (values !== undefined) {
    const items = Array.isArray(value) ? (value as readonly Value[]) : [value];
    const isOne = (item: Value) => values.some((one) => one === item || equalValues(one, item, "text"));
    if (!items.every(isOne)) problems.push(wrongFact(fact, json, `one of ${values.map(String).join(", ")}`));
  }
  if (typeof value !== "number") return;
  const amount = toCanonical(value);
  if (min !== undefined && amount < min) problems.push(wrongFact(fact, json, `at least ${fact.write(min)}`));
  if (max !== undefined && amount > max) problems.push(wrongFact(fact, json, `at most ${fact.write(max)}`));
}

function typeInWords({ type }: Fact): string {
  const name = typeName(type, everyTable);
  return /^[AEIOU]/.test(name) ? `an ${name}` : `a ${name}`;
}

function wrongFact({ name }: Fact, json: unknown, expected: string): Diagnostic {
  const pointer = pointerTo(name);
  return diagnose("decision/wrong-fact", { pointer, value: described(json), expected }, { pointer });
}

/** A getter, or a trap of a proxy, threw. */
function unreadableFact(name: string, thrown: unknown): Diagnostic {
  const pointer = pointerTo(name);
  const reason = `reading it throws ${thrown instanceof Error ? thrown.name : typeof thrown}`;
  return diagnose("decision/unreadable-fact", { pointer, reason }, { pointer });
}

/** RFC 6901. */
function pointerTo(name: string): string {
  return `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** A value as messages have it in quotes; objects and lists only by their kind, as they may be very large. */
function described(json: unknown): string {
  if (typeof json === "string") return json.length > 200 ? json.slice(0, 200) : json;
  if (Array.isArray(json)) return "a list";
  return typeof json === "object" && json !== null ? "an object" : String(json);
}
