import { DiagnosticList, hasErrors, type Outcome } from "../../../diagnostics/index.ts";
import type { Task } from "../../../expression/parts.ts";
import type { Call } from "../../calls/call.ts";
import type { RowChange } from "../../calls/row-change.ts";

/** What each change renders to, in their order; or the errors of all of them. */
export function* renderEach<T>(
  call: Call,
  changes: readonly RowChange[],
  render: (change: RowChange) => Task<Outcome<T>>,
): Task<Outcome<readonly T[]>> {
  const { timeSlice } = call.request.meter;
  const errors = new DiagnosticList();
  const rendered: T[] = [];
  for (const change of changes) {
    const { output, diagnostics } = yield* render(change);
    errors.addAll(diagnostics);
    if (output !== undefined) rendered.push(output);
    if (timeSlice.isOver) yield;
  }
  return { output: hasErrors(errors.all) ? undefined : rendered, diagnostics: errors.all };
}
