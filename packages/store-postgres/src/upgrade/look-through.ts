import { quoteName, readSqlValue, SLOT, type SqlValue, type StoredForm } from "@tablewright/store-sql";
import type { PostgresConnection } from "../connection.ts";
import { nativeColumnType } from "../types.ts";
import type { OldTable } from "./old-table.ts";

/** What the rows of a table say to other types of its columns. */
export interface LookedThrough {
  readonly rows: number;
  readonly areSlotsUnique: boolean;
  /** The values that do not fit, in sentences. */
  readonly refusals: readonly string[];
}

/** Reads every value that is to have another type, a part of the rows at a time. */
export async function lookThrough(connection: PostgresConnection, table: OldTable): Promise<LookedThrough> {
  const refusals: string[] = [];
  let [rows, refused, last, areSlotsUnique] = [0, 0, Number.NaN, true];
  for await (const row of rowsOf(connection, table)) {
    rows += 1;
    const slotOfRow = Number(row.at(-2));
    if (slotOfRow === last) areSlotsUnique = false;
    last = slotOfRow;
    for (const [at, { form }] of table.columns.entries()) {
      if (isReadable(row[at] ?? null, form)) continue;
      refused += 1;
      if (refused <= MOST_REPORTED) refusals.push(refusalOf(table, row, at));
    }
  }
  if (refused > MOST_REPORTED)
    refusals.push(`And ${refused - MOST_REPORTED} more in table "${table.table}".`);
  return { rows, areSlotsUnique, refusals };
}

/** The columns in question, those of the key, the slot, and the place of the row in the table. */
async function* rowsOf(
  connection: PostgresConnection,
  { columns, key, name }: OldTable,
): AsyncGenerator<SqlValue[]> {
  const read = [...columns.map((one) => quoteName(one.name)), ...key.map(quoteName), slot, "ctid::text"];
  const statement =
    `select ${read.join(", ")} from ${quoteName(name)} ` +
    `where (${slot}, ctid) > ($1::bigint, $2::text::tid) order by ${slot}, ctid limit ${PART}`;
  let after: readonly SqlValue[] = [-Number.MAX_SAFE_INTEGER, "(0,0)"];
  for (;;) {
    const rows = await connection.all(statement, after);
    yield* rows;
    if (rows.length < PART) return;
    after = rows.at(-1)?.slice(-2) as SqlValue[];
  }
}

function isReadable(value: SqlValue, form: StoredForm): boolean {
  if (value === null) return true;
  if (form === "real") return typeof value === "number";
  try {
    readSqlValue(value, form);
    return true;
  } catch {
    return false;
  }
}

function refusalOf({ table, columns, key }: OldTable, row: readonly SqlValue[], at: number): string {
  const { column = "", form = "text" } = columns[at] ?? {};
  const shown = JSON.stringify(row[at]).slice(0, MOST_SHOWN);
  const keyOfRow = JSON.stringify(row.slice(columns.length, columns.length + key.length).join(": "));
  return (
    `Table "${table}" has ${shown} in the column "${column}" of the row ${keyOfRow}, ` +
    `which cannot be of the type ${nativeColumnType(form)}. Change it there first.`
  );
}

const slot = quoteName(SLOT);

/** Rows that are read at once. */
const PART = 5_000;

const MOST_REPORTED = 20;

/** Characters of a value that are shown. */
const MOST_SHOWN = 60;
