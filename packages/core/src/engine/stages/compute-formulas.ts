import { DiagnosticList, type Outcome } from "../../diagnostics/index.ts";
import { isPauseDueAt, type Task } from "../../expression/parts.ts";
import type { ColumnDefinition, StoredColumnDefinition } from "../../schema/index.ts";
import type { Value } from "../../values/index.ts";
import type { Call } from "../calls/call.ts";
import { evaluateAtOnce, evaluateCell, FailedCell, NEEDS_TASK, outcomeOf } from "../cells/evaluate-cell.ts";
import { toStoredValue } from "../cells/to-stored-value.ts";
import { ChangeTracker } from "./change-tracker.ts";
import { rowPlanOf } from "./row-plan.ts";
import type { Batch, ComputedRow, DraftRow } from "./rows.ts";

/**
 * Computes the stored formula columns and the change columns of every row, each after the columns it reads: a formula
 * sees the new value of a change column, and a change column the new values of the formulas it watches.
 */
export function* computeFormulas(
  call: Call,
  { rows, diagnostics }: Batch<DraftRow>,
): Task<Batch<ComputedRow>> {
  const { meter } = call.request;
  const list = new DiagnosticList(diagnostics, call.mostListed);
  const steps: readonly FormulaStep[] = rowPlanOf(call.table).computed.map((column) => ({
    column,
    tracker: trackerOf(call, column),
  }));
  const computed: ComputedRow[] = [];
  for (let index = 0; index < rows.length; index++) {
    const draft = rows[index] as DraftRow;
    const values = draft.values.slice();
    for (let at = 0; at < steps.length; at++) {
      const { column, tracker } = steps[at] as FormulaStep;
      if (call.restored?.has(column) && values[column.index] !== null) continue;
      const value = runToEnd(call, column, values, draft);
      if (value !== NEEDS_TASK && !(value instanceof FailedCell)) {
        values[column.index] = toStoredValue(value, column.type);
        continue;
      }
      const { output, diagnostics: errors } =
        outcomeOf(value) ?? (yield* compute(call, column, tracker, values, draft));
      values[column.index] =
        tracker === undefined ? toStoredValue(output ?? null, column.type) : (output ?? null);
      list.addAll(errors);
    }
    const { position, before, unread } = draft;
    computed.push({ position, before, values, unread, isComputed: true });
    if (isPauseDueAt(index, meter)) yield;
  }
  return { rows: computed, diagnostics: list.all };
}

interface FormulaStep {
  readonly column: StoredColumnDefinition;
  readonly tracker: ChangeTracker | undefined;
}

/** Of a change column, which has no formula. */
function trackerOf(call: Call, column: StoredColumnDefinition): ChangeTracker | undefined {
  return column.formula === undefined ? new ChangeTracker(call, column) : undefined;
}

/** `NEEDS_TASK` also where the column has no formula. */
function runToEnd(
  call: Call,
  { name, formula }: ColumnDefinition,
  values: readonly Value[],
  { position, before }: DraftRow,
): ReturnType<typeof evaluateAtOnce> {
  return formula === undefined ? NEEDS_TASK : evaluateAtOnce(call, formula, values, before, name, position);
}

function* compute(
  call: Call,
  { name, formula }: ColumnDefinition,
  tracker: ChangeTracker | undefined,
  values: readonly Value[],
  { position, before }: DraftRow,
): Task<Outcome<Value>> {
  if (tracker !== undefined) return { output: yield* tracker.track(values, before), diagnostics: [] };
  if (formula === undefined) return { output: null, diagnostics: [] };
  return yield* evaluateCell(call, formula, values, before, { row: position, column: name });
}
