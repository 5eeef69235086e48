import type { Diagnostic } from "../../diagnostics/index.ts";
import { ConstraintViolation } from "../../storage/index.ts";
import { refusedRow } from "../calls/refused-row.ts";

/** A row that a database refuses because of a constraint of its own; the transaction that tried it is lost. */
export class RefusedByStore extends Error {
  /** Place of the row in its source. */
  readonly position: number;
  readonly diagnostic: Diagnostic;

  constructor(position: number, diagnostic: Diagnostic) {
    super(diagnostic.message);
    this.position = position;
    this.diagnostic = diagnostic;
  }
}

/** Writes rows, and says in words of the definition which of them the database refuses. */
export async function locatingRefusals<T>(
  table: string,
  rows: readonly { readonly position: number }[],
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (thrown) {
    if (!(thrown instanceof ConstraintViolation) || thrown.table !== table) throw thrown;
    const { position = thrown.position + 1 } = rows[thrown.position] ?? {};
    throw new RefusedByStore(position, refusedRow(thrown, { row: position }));
  }
}
