import type { Diagnostic } from "../../../diagnostics/index.ts";
import type { JsonValue } from "../../../values/index.ts";

/** What evaluating an expression once did, as a tree over its source: plain JSON. */
export interface Trace {
  readonly source: string;
  /** `Decimal`, `List of Text`, `Ref of Orders` … */
  readonly type: string;
  /** What `evaluate` gives, in its JSON form and whole; undefined after an error. */
  readonly value?: JsonValue;
  /** The error that ended the evaluation. */
  readonly error?: Diagnostic;
  readonly root: TraceNode;
}

/** A part of an expression, and what became of it. Spans are UTF-16 units of the source. */
export interface TraceNode {
  /** `column`, `binary`, `call`, `select` … */
  readonly kind: string;
  /** The text of the span, on one line and shortened. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly type: string;
  /** `skipped`: nothing asked for its value, because something before it decided. */
  readonly state: "evaluated" | "skipped" | "failed";
  /** Shortened: see `cut`. */
  readonly value?: JsonValue;
  /** How many characters or items the value has, where `value` shows only the first of them. */
  readonly cut?: number;
  /** What was made of the value as it was read or computed first, step by step. */
  readonly conversions?: readonly TracedConversion[];
  /** The rows of another table that the part looked at. */
  readonly rows?: TracedRows;
  /** Where the part is a computed column or the filter of a slice: its expression, whose spans its parts have. */
  readonly formula?: string;
  readonly parts: readonly TraceNode[];
  /** How many further parts were evaluated and are not shown. */
  readonly omitted?: number;
}

/** A value read as, or made into, one of another type. */
export interface TracedConversion {
  /** `literal` for a quoted text that was read when the expression was checked, else as in `ConversionId`. */
  readonly by: string;
  readonly from: JsonValue;
}

/** What a scan of a table did. */
export interface TracedRows {
  readonly table: string;
  /** How many rows were looked at, and how many of them met the condition. */
  readonly looked: number;
  readonly met: number;
  /** The keys of the first rows that met it. */
  readonly keys: readonly JsonValue[];
  /** What was evaluated on the first rows that were looked at. */
  readonly first: readonly TracedRow[];
}

/** A row that a scan looked at, by its key. */
export interface TracedRow {
  readonly key: JsonValue;
  readonly parts: readonly TraceNode[];
}

/** How much of an evaluation a trace shows; the rest is counted. */
export const traceLimits = {
  /** Parts in all, and within one another. */
  nodes: 1_000,
  depth: 100,
  /** Rows whose parts are shown, and rows whose keys are, of each part that looks at rows. */
  rows: 3,
  keys: 5,
  /** Characters of a text, and items of a list. */
  text: 200,
  items: 10,
};
