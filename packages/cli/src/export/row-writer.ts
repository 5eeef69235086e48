import type { JsonValue } from "@tablewright/core/expression";

/** What writes rows to a file in one form. */
export interface RowWriter {
  write(rows: readonly (readonly JsonValue[])[]): Promise<void>;
  /** Writes what is left and closes the file. */
  end(): Promise<void>;
}

/** Why a file cannot be written, in words for the person who asked for it. */
export class ExportError extends Error {}
