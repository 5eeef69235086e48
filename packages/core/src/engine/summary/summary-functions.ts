import {
  checkedInteger,
  isWholeNumber,
  type ScalarKind,
  type Type,
  valueFamilyOf,
} from "../../expression/parts.ts";
import type { ColumnDefinition } from "../../schema/index.ts";
import type { FoldName } from "../../storage/index.ts";
import {
  DecimalSum,
  divideDecimals,
  type Family,
  finiteOrBlank,
  readDecimalDigits,
  roundToScale,
  type Value,
} from "../../values/index.ts";

/** What is known so far of the values of one group. */
export interface Tally {
  add(value: Value): void;
  /** Adds values that a store has folded, one result for each of the function's folds. */
  addFolded(results: readonly Value[]): void;
  /** What the language's function gives for the list of these values. */
  result(): Value;
}

/** A function over the values of a column, computed one value after the other. */
export interface SummaryFunction {
  readonly name: string;
  readonly families: readonly Family[];
  /** The families in words. */
  readonly expected: string;
  /** The column type of its results; undefined where they are values of the column. */
  readonly resultType: (type: Type) => ScalarKind | undefined;
  /** What a store is asked for in place of the values. */
  readonly folds: readonly FoldName[];
  readonly begin: (type: Type) => Tally;
}

const AMOUNTS = { families: ["number", "duration"], expected: "numbers or durations" } as const;

const ORDERED = {
  families: ["number", "duration", "date", "time", "datetime"],
  expected: "numbers, durations, dates or times",
} as const;

export const summaryFunctions: readonly SummaryFunction[] = [
  { name: "SUM", ...AMOUNTS, resultType: amountOf, folds: ["SUM"], begin: beginSum },
  { name: "AVERAGE", ...AMOUNTS, resultType: meanTypeOf, folds: ["SUM", "COUNT"], begin: beginAverage },
  {
    name: "MIN",
    ...ORDERED,
    resultType: () => undefined,
    folds: ["MIN"],
    begin: extreme((value, best) => value < best),
  },
  {
    name: "MAX",
    ...ORDERED,
    resultType: () => undefined,
    folds: ["MAX"],
    begin: extreme((value, best) => value > best),
  },
];

function amountOf(type: Type): ScalarKind {
  return valueFamilyOf(type) === "duration" ? "Duration" : isWholeNumber(type) ? "Number" : "Decimal";
}

function meanTypeOf(type: Type): ScalarKind {
  return valueFamilyOf(type) === "duration" ? "Duration" : "Decimal";
}

function beginSum(type: Type): Tally {
  const sum = new DecimalSum();
  const keep = isWholeNumber(type) ? checkedInteger : finiteOrBlank;
  return {
    add: (value) => {
      if (value !== null) sum.add(Number(value));
    },
    addFolded: ([total = null]) => addTotal(sum, total),
    result: () => keep(sum.total()),
  };
}

function beginAverage(type: Type): Tally {
  const sum = new DecimalSum();
  const isDuration = valueFamilyOf(type) === "duration";
  let count = 0;
  return {
    add: (value) => {
      if (value === null) return;
      sum.add(Number(value));
      count++;
    },
    addFolded: ([total = null, values]) => {
      addTotal(sum, total);
      count += Number(values);
    },
    result: () => {
      const mean = count === 0 ? 0 : divideDecimals(sum.nearest(), count);
      return finiteOrBlank(isDuration ? roundToScale(mean, 0) : mean);
    },
  };
}

/** A sum as the text of a decimal; none where there was no value. */
function addTotal(sum: DecimalSum, total: Value): void {
  if (total === null) return;
  const decimal = readDecimalDigits(String(total));
  if (decimal === undefined) throw new Error(`The store sums up to ${JSON.stringify(total)}.`);
  sum.addExact(decimal);
}

function extreme(isBetter: (value: number, best: number) => boolean): (type: Type) => Tally {
  return (type) => {
    const none = AMOUNTS.families.some((family) => family === valueFamilyOf(type)) ? 0 : null;
    let best: number | null = null;
    const add = (value: Value) => {
      if (typeof value === "number" && (best === null || isBetter(value, best))) best = value;
    };
    return {
      add,
      addFolded: ([value = null]) => add(value),
      result: () => best ?? none,
    };
  };
}

/** A summary whose columns and functions are known and go together. */
export interface SummaryPlan {
  readonly by: readonly ColumnDefinition[];
  readonly values: readonly PlannedValue[];
  /** Every column that is read, once. */
  readonly columns: readonly ColumnDefinition[];
  readonly mostGroups: number;
}

/** One computed member of an answered row. */
export type PlannedValue =
  | { readonly name: string; readonly fold: undefined; readonly column: undefined }
  | { readonly name: string; readonly fold: SummaryFunction; readonly column: ColumnDefinition };
