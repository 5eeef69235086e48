import type { Diagnostic } from "@tablewright/core";

/** What came of a request: its JSON, or why it was refused. */
export type Reply<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly errors: readonly Mistake[] };

/** An error or a warning of the record web API, or one of ours. */
export type Mistake = Pick<Diagnostic, "message"> &
  Partial<Pick<Diagnostic, "row" | "column" | "key" | "hint" | "start" | "end">> & { readonly code: string };

export function done<T>(value: T): Reply<T> {
  return { ok: true, value };
}

export function refused(...errors: readonly Mistake[]): Reply<never> {
  return { ok: false, errors };
}
