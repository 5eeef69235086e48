import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

/** Neutral cases beside this repository; its README says what they are made of. */
const folder = resolve(import.meta.dirname, "../../../../../shared/conformance/decisions");

export const hasDecisionCases = existsSync(folder);

/** The entries of a file; none where the folder is absent. */
export function entriesOf<Entry>(file: string): readonly Entry[] {
  if (!hasDecisionCases) return [];
  return readFileSync(resolve(folder, file), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Entry);
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** The same to 9 digits; an absent member and an empty list are blank. */
export function sameJson(actual: unknown, expected: unknown): boolean {
  if (typeof actual === "number" && typeof expected === "number")
    return Math.abs(actual - expected) <= 1e-9 * Math.max(1, Math.abs(expected));
  if (Array.isArray(expected))
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((item, index) => sameJson(actual[index], item))
    );
  if (typeof expected === "object" && expected !== null)
    return (
      typeof actual === "object" &&
      actual !== null &&
      Object.entries(expected).every(([name, value]) =>
        sameJson((actual as Record<string, unknown>)[name], value),
      )
    );
  if ((expected ?? null) === null && Array.isArray(actual)) return actual.length === 0;
  return (actual ?? null) === (expected === "" ? null : (expected ?? null));
}
