import { quoteName } from "../fragments/quote-name.ts";
import type { ColumnDescription, TableDescription } from "./database-description.ts";

/**
 * SQL that counts the first rows of a table, and those of them that are empty in each of its texts that are never NULL, or beyond all
 * doubles in each of its columns of whole numbers; undefined for a table without such columns.
 */
export function seenRowsQuery(table: TableDescription, relation: string): string | undefined {
  const texts = textsOf(table);
  const columns = [...texts, ...numbersOf(table)].map(({ name }, at) => `${quoteName(name)} as c${at}`);
  if (columns.length === 0) return undefined;
  // SQLite has texts among numbers, which are 0 in a sum.
  const isBeyond = "+ 0.0 not between -9007199254740991 and 9007199254740991";
  const tests = columns.map((_, at) => `c${at} ${at < texts.length ? "= ''" : isBeyond}`);
  const counts = tests.map((test) => `sum(case when ${test} then 1 else 0 end)`);
  return `select count(*), ${counts.join(", ")} from (select ${columns.join(", ")} from ${relation} limit ${ROWS_SEEN}) as seen`;
}

/** The table with what `seenRowsQuery` has counted: which of its texts are filled in every row, and where numbers are too large for a double. */
export function withSeenRows(
  table: TableDescription,
  [rows, ...counts]: readonly unknown[],
): TableDescription {
  const texts = textsOf(table);
  const numbers = numbersOf(table);
  const columns = table.columns.map((column): ColumnDescription => {
    const text = texts.indexOf(column);
    if (text >= 0 && Number(rows) > 0 && Number(counts[text]) === 0) return { ...column, isFilled: true };
    const number = numbers.indexOf(column);
    return number >= 0 && Number(counts[texts.length + number]) > 0
      ? { ...column, isBeyondDoubles: true }
      : column;
  });
  return { ...table, columns };
}

function textsOf({ columns }: TableDescription): readonly ColumnDescription[] {
  return columns.filter(({ kind, nullable, name }) => kind === "text" && !nullable && name !== "");
}

function numbersOf({ columns }: TableDescription): readonly ColumnDescription[] {
  return columns.filter(({ kind, name }) => kind === "integer" && name !== "");
}

const ROWS_SEEN = 1_000;

/**
 * Tables, of which those that a store has made are marked as ours: the ones of its catalogue and journals, and the ones that its
 * catalogue names. `ask` returns the first cell of each row of a statement.
 */
export async function withOwnMarked(
  tables: readonly TableDescription[],
  ask: (statement: string) => Promise<readonly unknown[]>,
): Promise<readonly TableDescription[]> {
  const own = new Set<TableDescription>(tables.filter(({ name }) => OUR_NAMES.test(name)));
  for (const { schema, name, columns } of own) {
    if (name !== "tablewright_tables" || !columns.some((column) => column.name === "stored_as")) continue;
    const relation = schema === undefined ? quoteName(name) : `${quoteName(schema)}.${quoteName(name)}`;
    const names = new Set(await ask(`select stored_as from ${relation}`));
    for (const table of tables) if (table.schema === schema && names.has(table.name)) own.add(table);
  }
  return own.size === 0
    ? tables
    : tables.map((table) => (own.has(table) ? { ...table, isOurs: true } : table));
}

/** No table of a definition has a name like that of our catalogue and journals. */
const OUR_NAMES = /^tablewright_/iu;
