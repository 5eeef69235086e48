import type { StoredColumnDefinition, TableDefinition } from "../../schema/index.ts";
import type { Row } from "../../storage/index.ts";

/** What stages do with each row of a table that is added or changed, as far as its definition alone says it. */
export interface RowPlan {
  /** A row of blanks, its number included. */
  readonly blank: Row;
  /** The columns with an initial value. */
  readonly initial: readonly StoredColumnDefinition[];
  /** The stored columns with a formula and the change columns, each after those that it reads or watches. */
  readonly computed: readonly StoredColumnDefinition[];
}

/** The plan of a table, made when it is first asked for. */
export function rowPlanOf(table: TableDefinition): RowPlan {
  const existing = plans.get(table);
  if (existing !== undefined) return existing;
  const plan = {
    blank: Array.from({ length: table.scope.rowNumberIndex + 1 }, () => null),
    initial: table.storedColumns.filter(({ initialValue }) => initialValue !== undefined),
    computed: table.formulaOrder.filter((column) => !column.isVirtual),
  };
  plans.set(table, plan);
  return plan;
}

const plans = new WeakMap<TableDefinition, RowPlan>();
