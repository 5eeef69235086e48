import { quoteName } from "../fragments/quote-name.ts";
import type { TableDescription } from "./database-description.ts";

/**
 * The tables that a store has made beside those of another program, marked as such: those that keep its books, and those that these name.
 * `ask` answers the first cells of the rows of a statement.
 */
export async function withOwnMarked(
  tables: readonly TableDescription[],
  ask: (statement: string) => Promise<readonly unknown[]>,
): Promise<readonly TableDescription[]> {
  const own = new Set<TableDescription>(tables.filter(({ name }) => BOOKS.test(name)));
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

/** A definition has no names like theirs. */
const BOOKS = /^tablewright_/iu;
