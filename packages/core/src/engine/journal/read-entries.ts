import type { RequestContext } from "../../expression/parts.ts";
import { type FindPlan, findAll, type Row, type RowReader } from "../../storage/index.ts";
import { checkOnRow } from "../engine-tables/check-on-row.ts";
import { entryOfRow, JOURNAL, journalTable, type StoredEntry } from "../engine-tables/journal-table.ts";
import { hashesOfRow } from "./row-hashes.ts";

/** The first rows of the journal whose numbers are above one, in their order; fewer than the limit means that there are no more. */
export async function journalRowsAfter(
  reader: RowReader,
  context: RequestContext,
  number: number,
  limit: number,
): Promise<readonly Row[]> {
  return findRows(
    reader,
    { ...everyEntry(context), conditions: [checkOnRow(`[_RowNumber] > ${number}`, OWN_ROW)], limit },
    limit,
  );
}

/** The entries that may be about a row, in their order; other rows are among their changes. */
export async function entriesOfRow(
  reader: RowReader,
  context: RequestContext,
  table: string,
  key: string,
): Promise<readonly StoredEntry[]> {
  const values = hashesOfRow(table, key);
  const inList = { column: JOURNAL.row, family: "number", values } as const;
  const rows = await findRows(reader, { ...everyEntry(context), inList });
  const entries = rows
    .filter((row) => values.includes(Number(row[JOURNAL.row])))
    .map((row) => entryOfRow(row, context));
  return entries.filter((entry) => entry.table === table);
}

function everyEntry(context: RequestContext): FindPlan {
  return { table: journalTable.name, conditions: [], order: [], context };
}

async function findRows(
  reader: RowReader,
  plan: FindPlan,
  limit = Number.POSITIVE_INFINITY,
): Promise<readonly Row[]> {
  const { rows, residual } = await findAll(reader, plan);
  if (residual.length > 0)
    throw new Error(`The store does not find entries of ${plan.table} by their numbers.`);
  return rows.length > limit ? rows.slice(0, limit) : rows;
}

const OWN_ROW = { name: journalTable.name, columns: [], key: [], rowNumberIndex: JOURNAL.number };
