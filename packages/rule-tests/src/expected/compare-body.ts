import type { Path } from "@tablewright/core";
import type { ExpectedValueShape } from "../read/rule-test-shape.ts";
import { compareValue } from "./compare-value.ts";
import { type Mismatch, shown } from "./mismatch.ts";

type ExpectedBody = string | Readonly<Record<string, unknown>>;

/** Compares the body of an event with a text, with what it contains, or with members of the JSON that it is. */
export function compareBody(path: Path, expected: ExpectedBody, body: string): readonly Mismatch[] {
  if (typeof expected === "string" || isMatcher(expected))
    return compareValue(path, expected as ExpectedValueShape, body);
  return compareJson(path, expected, readJson(body));
}

function isMatcher(expected: Readonly<Record<string, unknown>>): boolean {
  const names = Object.keys(expected);
  return names.length > 0 && names.every((name) => name === "contains" || name === "not");
}

function compareJson(path: Path, expected: unknown, actual: unknown): readonly Mismatch[] {
  if (isMembers(expected) && isMembers(actual))
    return Object.entries(expected).flatMap(([name, value]) =>
      compareJson([...path, name], value, actual[name] ?? null),
    );
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length)
    return expected.flatMap((item, at) => compareJson([...path, at], item, actual[at]));
  if (JSON.stringify(expected) === JSON.stringify(actual)) return [];
  return [{ path, message: "The body is another one.", expected: shown(expected), actual: shown(actual) }];
}

function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A body that is no JSON stays a text. */
function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
