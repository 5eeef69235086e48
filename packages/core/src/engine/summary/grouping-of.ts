import type { Grouping } from "../../storage/index.ts";
import type { SummaryPlan } from "./summary-plan.ts";

/** What a store is asked to group; a clause why not where the engine has to compute a column. */
export function groupingOf({ by, values, columns }: SummaryPlan): Grouping | string {
  const virtual = columns.find(({ isVirtual }) => isVirtual);
  if (virtual !== undefined) return `"${virtual.name}" is a virtual column`;
  return {
    by: by.flatMap((column) => (column.isVirtual ? [] : column.index)),
    folds: values.flatMap(({ fold, column }) =>
      fold === undefined || column.isVirtual
        ? []
        : fold.folds.map((name) => ({ name, column: column.index })),
    ),
  };
}
