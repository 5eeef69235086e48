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

/** The type of a fact by the values that it has; of nothing it is Text. */
export function typeOfValues(values: readonly unknown[]): object {
  const given = values.filter((one) => one !== null && one !== undefined && one !== "");
  if (given.some(Array.isArray)) return { type: "List", of: typeOfValues(given.flat()) };
  if (given.some((one) => typeof one === "object")) {
    const objects = given.filter((one) => typeof one === "object") as Readonly<Record<string, unknown>>[];
    const names = [...new Set(objects.flatMap((one) => Object.keys(one)))];
    const fields = names.map((name) => [name, typeOfValues(objects.map((one) => one[name]))]);
    return { type: "Object", fields: Object.fromEntries(fields) };
  }
  const [first] = given;
  if (typeof first === "number") return { type: "Decimal" };
  return { type: typeof first === "boolean" ? "Yes/No" : "Text" };
}

/** Members along a path put into one object: `a.b` and `a.c` are two fields of `a`. */
export function nested(
  members: readonly (readonly [path: string, value: unknown])[],
): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const [path, value] of members) {
    const steps = path.split(".");
    let around = root;
    for (const step of steps.slice(0, -1)) {
      around[step] ??= {};
      around = around[step] as Record<string, unknown>;
    }
    around[steps.at(-1) ?? ""] = value;
  }
  return root;
}

/** `a.b` as the language reads it: `[a].[b]`. */
export function referenceTo(path: string): string {
  return path
    .split(".")
    .map((step) => `[${step}]`)
    .join(".");
}
