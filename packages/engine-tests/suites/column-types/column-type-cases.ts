import type { JsonValue } from "@tablewright/core/expression";

/** What is sent, and how it comes back: in `spec`, in `typed` (else as in `spec`), in `appsheet` (else the text of `spec`). */
export type Taken = readonly [sent: JsonValue, spec: JsonValue, typed?: JsonValue, appsheet?: string];

export type Refused = readonly [sent: JsonValue, code: string];

/** A row of the reference of column types, or the part of it that one set of options or one Locale is about. */
export interface ColumnTypeCases {
  readonly type: string;
  /** As a definition writes them. */
  readonly options?: string;
  /** Default en-US. */
  readonly locale?: string;
  readonly takes?: readonly Taken[];
  readonly refuses?: readonly Refused[];
}

/** Sent and answered alike in every wire. */
export function asSent(...cells: string[]): readonly Taken[] {
  return cells.map((cell) => [cell, cell]);
}

export function unreadable(...cells: JsonValue[]): readonly Refused[] {
  return cells.map((cell) => [cell, "cell/unreadable"]);
}
