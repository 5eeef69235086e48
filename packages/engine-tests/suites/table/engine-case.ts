import type { EngineRequest, ResultRow } from "@tablewright/core";

/** What a call must answer: rows that hold at least these cells, in this order, or these errors and no others. */
export type Expected =
  | { readonly rows: readonly Readonly<Record<string, unknown>>[]; readonly warnings?: readonly string[] }
  | { readonly columns: readonly string[] }
  | { readonly errors: readonly string[] }
  | { readonly messages: readonly string[] };

/** A call and its answer; a call alone must be accepted. */
export type Step = readonly [EngineRequest, Expected?];

/** A line of the engine's design: its words, and calls on a filled harbour that show them. */
export type EngineCase = readonly [says: string, ...steps: Step[]];

type Cells = Readonly<Record<string, unknown>>;

/** A call that carries rows: `call("Edit", "Boats", { Boat: "b1", Length: 7 })`. */
export function call(action: string, table: string, ...rows: Cells[]): EngineRequest {
  return { action, table, rows: rows as readonly ResultRow[] };
}

/** The call with these properties beside. */
export function saying(request: EngineRequest, properties: Cells): EngineRequest {
  return { ...request, properties };
}

/** A Find of all rows, or of those of a Selector. */
export function find(table: string, Selector?: string): EngineRequest {
  return { action: "Find", table, ...(Selector === undefined ? {} : { properties: { Selector } }) };
}

export function rows(...cells: Cells[]): Expected {
  return { rows: cells };
}

/** As `row column code`, in any order. */
export function errors(...found: string[]): Expected {
  return { errors: found };
}
