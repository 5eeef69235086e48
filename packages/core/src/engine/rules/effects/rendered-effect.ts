import { DiagnosticList, hasErrors, type Outcome } from "../../../diagnostics/index.ts";
import type { Task } from "../../../expression/parts.ts";
import { hashText } from "../../../values/index.ts";
import type { RowChange } from "../../calls/change-log.ts";

/** An effect as it is put into the outbox. */
export interface RenderedEffect {
  /** As JSON. */
  readonly payload: string;
  /** Where it waits for earlier events of its row; undefined where it does not. */
  readonly lane: number | undefined;
}

export function renderedEffect<E extends { readonly lane?: number | undefined }>(effect: E): RenderedEffect {
  return { payload: JSON.stringify(effect), lane: effect.lane };
}

/** What each change renders to, in their order; or the errors of all of them. */
export function* renderEach<T>(
  changes: readonly RowChange[],
  render: (change: RowChange) => Task<Outcome<T>>,
): Task<Outcome<readonly T[]>> {
  const errors = new DiagnosticList();
  const rendered: T[] = [];
  for (const change of changes) {
    const { output, diagnostics } = yield* render(change);
    errors.addAll(diagnostics);
    if (output !== undefined) rendered.push(output);
  }
  return { output: hasErrors(errors.all) ? undefined : rendered, diagnostics: errors.all };
}

/**
 * The lane of the events of one row to one receiver, such as a host. Two rows may share one, and then wait for each other,
 * which loses nothing.
 */
export function laneOf(
  { app, table, key }: { readonly app: string; readonly table: string; readonly key: string },
  receiver: string,
): number {
  return hashText([app, receiver, table, key].join("\n"));
}
