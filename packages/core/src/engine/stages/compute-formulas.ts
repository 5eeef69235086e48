import { DiagnosticList, type Outcome } from "../../diagnostics/index.ts";
import type { Steps } from "../../expression/parts.ts";
import type { ColumnDefinition } from "../../schema/index.ts";
import type { Value } from "../../values/index.ts";
import type { Call } from "../calls/call.ts";
import { evaluateCell } from "./evaluate-cell.ts";
import type { Batch, ComputedRow, DraftRow } from "./rows.ts";
import { toStoredValue } from "./to-stored-value.ts";
import { trackChanges } from "./track-changes.ts";

/**
 * Computes the stored formula columns and the change columns of every row, each after the columns it reads: a formula
 * sees the new value of a change column, and a change column the new values of the formulas it watches.
 */
export function* computeFormulas(
  call: Call,
  { rows, diagnostics }: Batch<DraftRow>,
): Steps<Batch<ComputedRow>> {
  const { turn } = call.request.meter;
  const found = new DiagnosticList(diagnostics);
  const steps = call.table.formulaOrder
    .filter(({ index }) => index >= 0)
    .map((column) => ({ index: column.index, compute: computationOf(call, column) }));
  const computed: ComputedRow[] = [];
  for (const draft of rows) {
    const values = [...draft.values];
    for (const { index, compute } of steps) {
      const result = yield* compute(values, draft);
      values[index] = result.output ?? null;
      found.addAll(result.diagnostics);
    }
    computed.push({ ...draft, values, isComputed: true as const });
    if (turn.isOver) yield;
  }
  return { rows: computed, diagnostics: found.all };
}

type Computation = (values: readonly Value[], draft: DraftRow) => Steps<Outcome<Value>>;

function computationOf(call: Call, column: ColumnDefinition): Computation {
  const { name, formula, type } = column;
  if (formula === undefined) {
    const track = trackChanges(call, column);
    return function* (values, { before }) {
      return { output: yield* track(values, before), diagnostics: [] };
    };
  }
  return function* (values, { position, before }) {
    const result = yield* evaluateCell(call, formula, values, before, { row: position, column: name });
    return { ...result, output: toStoredValue(result.output ?? null, type) };
  };
}
