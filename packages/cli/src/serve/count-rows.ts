import type { Engine } from "@tablewright/core";
import { count } from "../count.ts";

/** How many rows of a table the application's owner sees. */
export interface RowCount {
  readonly isEmpty: boolean;
  /** `1 row`, `0 rows`, `more than 1,000 rows`. */
  readonly words: string;
}

/** Looks at no more rows than it tells, so that a start takes as long whatever the tables hold. */
export async function countRows(engine: Engine, table: string): Promise<RowCount> {
  const selector = `TOP(FILTER("${table.replaceAll('"', '""')}", TRUE), ${MOST_COUNTED + 1})`;
  const result = await engine.find(table, { selector });
  const rows = result.ok ? result.rows.length : 0;
  const words = rows > MOST_COUNTED ? `more than ${count(MOST_COUNTED, "row")}` : count(rows, "row");
  return { isEmpty: rows === 0, words };
}

const MOST_COUNTED = 1_000;
