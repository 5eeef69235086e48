import type { Value } from "../../values/index.ts";
import type { CheckedExpression } from "../tree/checked-expression.ts";
import { useCounts } from "../tree/walk.ts";

type Row = readonly Value[];

/**
 * The values of computed columns that were found on rows while the rows stay as they are. Those that several places read
 * are kept, so that each is computed once for a row however formulas read one another.
 */
export class ComputedValues {
  readonly #shared: ReadonlySet<CheckedExpression>;
  readonly #byRow = new Map<Row, Map<CheckedExpression, Value>>();

  private constructor(shared: ReadonlySet<CheckedExpression>) {
    this.#shared = shared;
  }

  /** For one evaluation of an expression; undefined where nothing that it reads is read twice. */
  static for(expression: CheckedExpression): ComputedValues | undefined {
    if (expression.references.formulas.length === 0) return undefined;
    let shared = sharedBy.get(expression);
    if (shared === undefined) {
      shared = sharedIn(useCounts([expression]));
      sharedBy.set(expression, shared);
    }
    return shared.size === 0 ? undefined : new ComputedValues(shared);
  }

  /** For the evaluation of several computed columns, one after the other, on the same rows. */
  static inList(columns: readonly CheckedExpression[]): ComputedValues | undefined {
    const readings = new Map(useCounts(columns));
    for (const column of columns) if (readings.has(column)) readings.set(column, 2);
    const shared = sharedIn(readings);
    return shared.size === 0 ? undefined : new ComputedValues(shared);
  }

  /** Undefined where the value has not been kept. */
  find(formula: CheckedExpression, row: Row): Value | undefined {
    return this.#byRow.get(row)?.get(formula);
  }

  keep(formula: CheckedExpression, row: Row, value: Value): void {
    if (!this.#shared.has(formula)) return;
    let values = this.#byRow.get(row);
    if (values === undefined) {
      if (this.#byRow.size >= MOST_ROWS) this.#byRow.clear();
      values = new Map();
      this.#byRow.set(row, values);
    }
    values.set(formula, value);
  }
}

const sharedBy = new WeakMap<CheckedExpression, ReadonlySet<CheckedExpression>>();

function sharedIn(readings: ReadonlyMap<CheckedExpression, number>): ReadonlySet<CheckedExpression> {
  return new Set([...readings].flatMap(([formula, places]) => (places > 1 ? [formula] : [])));
}

/** A scan goes from row to row and seldom comes back. */
const MOST_ROWS = 1_000;
