import type { ExpectedValueShape, Path } from "@tablewright/core";
import { compareValue } from "./compare-value.ts";
import type { Mismatch } from "./mismatch.ts";

/** Compares the members that are named; those that are not may be anything. */
export function compareMembers(
  path: Path,
  expected: Readonly<Record<string, ExpectedValueShape | undefined>>,
  actual: Readonly<Record<string, unknown>>,
): readonly Mismatch[] {
  return Object.entries(expected).flatMap(([name, value]) =>
    value === undefined ? [] : compareValue([...path, name], value, actual[name] ?? null),
  );
}
