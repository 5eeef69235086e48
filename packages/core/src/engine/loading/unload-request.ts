import type { Diagnostic } from "../../diagnostics/index.ts";
import type { TimeSlice } from "../../expression/parts.ts";
import type { ColumnDefinition } from "../../schema/index.ts";
import type { JsonValue } from "../../values/index.ts";
import type { Properties } from "../calls/request.ts";
import type { Rejected } from "../calls/result.ts";

export interface UnloadOptions {
  /**
   * `typed`: JSON, as on the wire `typed`; `text`: texts in the Locale's form with ISO dates; `sheet`: numbers and Yes/No as in
   * JSON, the rest as texts. All can be loaded. Default `typed`.
   */
  readonly cells?: "typed" | "text" | "sheet";
  readonly properties?: Properties;
  readonly turn?: TimeSlice;
}

/** Rows of one table; the first part of each has none. */
export interface UnloadedPart {
  readonly table: string;
  /** The stored columns. */
  readonly columns: readonly ColumnDefinition[];
  /** The cells of each row, a blank as null or "". */
  readonly rows: readonly (readonly JsonValue[])[];
}

/** How many rows each table had. */
export interface Unloaded {
  readonly ok: true;
  readonly counts: ReadonlyMap<string, number>;
  /** Cells that are blank because their database has there what is no value of their column's type. */
  readonly warnings: readonly Diagnostic[];
}

export type UnloadResult = Unloaded | Rejected;
