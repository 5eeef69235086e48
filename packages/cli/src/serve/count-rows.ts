import type { Engine } from "@tablewright/core";
import { counted } from "../terminal.ts";
import { isForTheUser } from "../with-application.ts";

/** How many rows of a table the application's owner sees. */
export interface RowCount {
  readonly isEmpty: boolean;
  /** `1 row`, `0 rows`, `more than 1,000 rows`. */
  readonly words: string;
}

/**
 * Reads no more rows than it counts, so that the time of a start does not depend on the tables. Rows that could not be
 * counted, because a store is away or a call was refused, are reported with the reason.
 */
export async function countRows(engine: Engine, table: string): Promise<RowCount> {
  const selector = `TOP(FILTER("${table.replaceAll('"', '""')}", TRUE), ${MOST_COUNTED + 1})`;
  let reason: string;
  try {
    const result = await engine.find(table, { selector });
    if (result.ok) return { isEmpty: result.rows.length === 0, words: wordsFor(result.rows.length) };
    reason = result.diagnostics.map(({ message }) => message).join(" ");
  } catch (error) {
    if (!(error instanceof Error && isForTheUser(error))) throw error;
    reason = error.message;
  }
  return { isEmpty: false, words: `rows not counted: ${reason}` };
}

function wordsFor(rows: number): string {
  return rows > MOST_COUNTED ? `more than ${counted(MOST_COUNTED, "row")}` : counted(rows, "row");
}

const MOST_COUNTED = 1_000;
