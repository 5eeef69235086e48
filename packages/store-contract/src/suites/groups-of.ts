import {
  compareValues,
  DecimalSum,
  hashOf,
  readDecimalDigits,
  toCanonical,
} from "@tablewright/core/compiler";
import type { Family, Fold, Grouping, Row, RowGroup, Value } from "@tablewright/core/storage";

/** The groups of rows as the language has them, for columns of these families. */
export function groupsOf(
  rows: readonly Row[],
  grouping: Grouping,
  families: readonly Family[],
): Readonly<Record<string, unknown>> {
  return mergedGroups(
    rows.map((row) => groupOf(row, grouping)),
    grouping,
    families,
  );
}

/** A row as a group of its own. */
function groupOf(row: Row, { by, folds }: Grouping): RowGroup {
  const valueAt = (at: number) => row[at] ?? null;
  const folded = folds.map(({ name, column }) => {
    const value = valueAt(column) as number | null;
    if (name === "COUNT") return value === null ? 0 : 1;
    if (name !== "SUM" || value === null) return value;
    const sum = new DecimalSum();
    sum.add(value);
    return sum.text() ?? "infinite";
  });
  return { by: by.map(valueAt), rows: 1, folded };
}

/** Groups by what their values are equal to: the number of rows, and the folds of all of them. */
export function mergedGroups(
  groups: readonly RowGroup[],
  { by, folds }: Grouping,
  families: readonly Family[],
): Readonly<Record<string, unknown>> {
  const familyOf = (at: number) => families[at] as Family;
  const parts = new Map<string, RowGroup[]>();
  for (const group of groups) {
    if (group.rows === 0) continue;
    const equal = JSON.stringify(group.by.map((value, at) => hashOf(value, familyOf(by[at] as number))));
    parts.set(equal, [...(parts.get(equal) ?? []), group]);
  }
  return Object.fromEntries(
    [...parts].map(([equal, some]) => [
      equal,
      {
        names: [...new Set(some.map((group) => JSON.stringify(group.by)))].toSorted(),
        rows: some.reduce((count, { rows }) => count + rows, 0),
        folds: folds.map((one, at) =>
          foldAll(
            one,
            some.map(({ folded }) => folded[at] ?? null),
            familyOf(one.column),
          ),
        ),
      },
    ]),
  );
}

function foldAll({ name }: Fold, values: readonly Value[], family: Family): Value {
  if (name === "COUNT") return values.reduce<number>((count, value) => count + Number(value), 0);
  if (name === "SUM") return totalOf(values);
  const sorted = values.filter((value) => value !== null).toSorted((a, b) => compareValues(a, b, family));
  const value = sorted.at(name === "MIN" ? 0 : -1) ?? null;
  return typeof value === "number" ? toCanonical(value) : value;
}

/** The sum as the engine answers it: rounded once, when all is added up. */
function totalOf(values: readonly Value[]): number {
  const sum = new DecimalSum();
  for (const value of values) {
    const decimal = readDecimalDigits(String(value ?? 0));
    if (decimal === undefined) throw new Error(`${JSON.stringify(value)} is no sum.`);
    sum.addExact(decimal);
  }
  return sum.total();
}
