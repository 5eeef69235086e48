import { type Budgets, FEW_ROWS, type FindStatement, type SearchedRows } from "@tablewright/store-sql";
import type { Connection } from "./connection.ts";
import type { SearchesApart } from "./searches-apart.ts";
import { Spending } from "./spending.ts";

/**
 * The rows of a statement about a table of another program that has no numbers to search a window of: at once where that is
 * quick, and all rows of the table as they come; undefined for anything else, which would hold up others.
 */
export async function searchSource(
  connection: Connection,
  statement: FindStatement,
  budgets: Budgets,
  apart: SearchesApart,
): Promise<SearchedRows | undefined> {
  const spending = new Spending(budgets);
  const { rows, isWhole } = await apart.readBeside(statement, LONGEST_AT_ONCE);
  if (isWhole && rows.length <= FEW_ROWS) return { rows, isSorted: true };
  spending.giveBack();
  if (!statement.isWhole || statement.computed.length > 0) return undefined;
  return { rows: [], isSorted: true, more: connection.readInParts(statement.ofMany()) };
}

/** Milliseconds. */
const LONGEST_AT_ONCE = 40;
