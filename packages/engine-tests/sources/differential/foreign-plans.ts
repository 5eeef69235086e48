import { valueFamilyOf } from "@tablewright/core/compiler";
import type { Family, Fold } from "@tablewright/core/storage";
import fc from "fast-check";
import type { ForeignExpressions } from "./foreign-expressions.ts";
import { columnsOf, type ForeignTables } from "./foreign-tables.ts";

/** A plan about things as it is written. */
export interface ForeignPlan {
  readonly conditions: readonly string[];
  readonly order: readonly { readonly by: string; readonly descending: boolean }[];
  readonly computed: readonly string[];
  readonly limit: number | undefined;
  /** The security filter of things. */
  readonly filter: string | undefined;
}

/** Values that a column may have: those of some rows. */
export interface ForeignList {
  readonly column: number;
  readonly rows: readonly number[];
  readonly condition: string;
}

/** Rows of things, by the choice of a literal for each cell, and what is asked about them. */
export function foreignPlans(tables: ForeignTables, { condition, value }: ForeignExpressions) {
  const families = columnsOf(tables).map(({ type }) => valueFamilyOf(type));
  const cellsOfRow = families.length - 1;
  const cells = fc.array(fc.nat({ max: 1_000_000 }), { minLength: cellsOfRow, maxLength: cellsOfRow });
  const place = fc.nat({ max: families.length - 1 });
  const placesOf = (...expected: readonly Family[]) =>
    fc.constantFrom(...families.flatMap((family, at) => (expected.includes(family) ? [at] : [])));
  const fold: fc.Arbitrary<Fold> = fc.oneof(
    fc.record({ name: fc.constantFrom("SUM", "COUNT"), column: placesOf("number", "duration") }),
    fc.record({
      name: fc.constantFrom("MIN", "MAX"),
      column: placesOf("number", "duration", "date", "time", "datetime"),
    }),
  );
  const plan: fc.Arbitrary<ForeignPlan> = fc.record({
    conditions: fc.array(condition, { maxLength: 3 }),
    order: fc.array(fc.record({ by: value, descending: fc.boolean() }), { maxLength: 2 }),
    computed: fc.array(fc.oneof(value, condition), { maxLength: 2 }),
    limit: fc.option(fc.integer({ min: 0, max: 30 }), { nil: undefined }),
    filter: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, condition),
  });
  const listed: fc.Arbitrary<ForeignList> = fc.record({
    column: place,
    rows: fc.array(fc.nat({ max: 50 }), { maxLength: 5 }),
    condition,
  });
  const longest = Math.max(...tables.columns.map(({ literals }) => literals.length));
  return {
    /** Rows in which every literal is. */
    rowsOfLiterals: Array.from({ length: longest + 1 }, (_, row) => new Array<number>(cellsOfRow).fill(row)),
    rows: fc.array(cells, { minLength: 1, maxLength: 40, size: "max" }),
    plan,
    grouped: fc.record({
      conditions: fc.array(condition, { maxLength: 1 }),
      by: fc.uniqueArray(place, { maxLength: 2 }),
      folds: fc.array(fold, { maxLength: 3 }),
    }),
    listed,
  };
}
