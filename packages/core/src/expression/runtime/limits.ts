/** How large an expression may be and how much a request may spend on evaluating. */
export interface Limits {
  /** UTF-16 units of one expression. */
  readonly expressionLength: number;
  /** Brackets, signs and powers within one another. */
  readonly nesting: number;
  /** Values, columns, calls and signs of one expression. */
  readonly nodes: number;
  readonly arguments: number;
  /** Steps per request: rows scanned, items and characters read or built. */
  readonly fuel: number;
  /** Milliseconds per request, counted only where a clock is handed in. */
  readonly milliseconds: number;
  /** UTF-16 units of a text built by an expression. */
  readonly textLength: number;
  readonly listLength: number;
}

/** The limits on what a request spends on evaluating; the others hold when an expression is read. */
export type RequestLimits = Pick<Limits, "fuel" | "milliseconds" | "textLength" | "listLength">;

/** The limits of an evaluation that names none. */
export const defaultLimits: Limits = {
  expressionLength: 65_536,
  nesting: 128,
  nodes: 10_000,
  arguments: 1_000,
  fuel: 5_000_000,
  milliseconds: 2_000,
  textLength: 1_048_576,
  listLength: 100_000,
};
