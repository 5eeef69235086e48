import type { Diagnostic } from "../../diagnostics/index.ts";
import type { Call } from "../call.ts";
import { evaluateCell } from "./evaluate-cell.ts";
import type { Batch, ComputedRow, DraftRow } from "./rows.ts";
import { toStoredValue } from "./to-stored-value.ts";

/** Computes the stored formula columns of every row, each after the columns it reads. */
export function computeFormulas(call: Call, { rows, diagnostics }: Batch<DraftRow>): Batch<ComputedRow> {
  const found: Diagnostic[] = [...diagnostics];
  const formulas = call.table.formulaOrder.filter(({ index }) => index >= 0);
  const computed = rows.map((draft) => {
    const values = [...draft.values];
    for (const { name, index, formula, type } of formulas) {
      if (formula === undefined) continue;
      const result = evaluateCell(call, formula, values, draft.before, { row: draft.position, column: name });
      values[index] = toStoredValue(result.output ?? null, type);
      found.push(...result.diagnostics);
    }
    return { ...draft, values, isComputed: true as const };
  });
  return { rows: computed, diagnostics: found };
}
