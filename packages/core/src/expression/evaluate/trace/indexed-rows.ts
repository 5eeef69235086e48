import type { Value } from "../../../values/index.ts";
import { EvaluationError } from "../../runtime/evaluation-error.ts";
import type { RowAccess } from "../row-access.ts";
import { findBinding } from "../scans/find-binding.ts";

/** As evaluation does: a row by its key, and the rows of an equality by an index, so that a trace reads no more than it. */
export const indexedRows: RowAccess = {
  rowOf: (context, table, key) => (key === null ? undefined : context.rowsOf(table.name).find(key)),
  candidates: (context, { table, slot, condition }, evaluate) => {
    const stored = context.rowsOf(table.name);
    const binding = condition && findBinding(condition, slot);
    if (binding === undefined) return stored.rows;
    let value: Value;
    try {
      value = evaluate(binding.value);
    } catch (error) {
      // The condition itself may never come as far as this part: it decides whether the error is met.
      if (error instanceof EvaluationError && error.code.startsWith("run/")) return stored.rows;
      throw error;
    }
    return stored.matching(binding.column, binding.family, value);
  },
};
