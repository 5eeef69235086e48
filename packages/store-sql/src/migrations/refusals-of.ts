import {
  KeysOfRows,
  type Migration,
  migrationWords,
  NamedThings,
  namedRow,
  type StoredTable,
  valueInRow,
} from "@tablewright/core/storage";
import type { CatalogueDialect } from "../catalogue/catalogue.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { SqlStoreDialect } from "../store/sql-store-dialect.ts";
import { columnsAsStored, type LaidOutColumn } from "../tables/table-layout.ts";
import { readSqlValue, type SqlValue } from "../values/sql-value.ts";
import { heldValue, isUnconverted } from "./shadow-columns.ts";
import { tablePages } from "./table-pages.ts";
import type { ConvertedLayout, Refusal, TablePlan } from "./table-plan.ts";

/** Why a plan cannot be carried out. `naming` are the columns by which rows are named. */
export async function refusalsOf<Connection extends SqlConnection>(
  connection: Connection,
  plan: Omit<TablePlan, "refusals">,
  naming: readonly string[],
  migration: Migration | undefined,
  dialect: SqlStoreDialect<Connection>,
): Promise<readonly Refusal[]> {
  if (plan.old === undefined) return [];
  const refusals: Refusal[] = migration === undefined ? pending(plan) : [];
  const place = { name: plan.layout.name, naming };
  for (const one of plan.converted) {
    const reason = await tryConversion(connection, plan.layout.table, place, one, dialect);
    if (reason !== undefined) refusals.push({ reason });
  }
  if (plan.indexes.key !== undefined && !isTriedByIndex(plan, dialect))
    for (const reason of await tryKey(connection, plan, naming, dialect)) refusals.push({ reason });
  return refusals;
}

/** Whether the key is the same, and only converted values could prevent it: then making its index fails, and all is taken back. */
function isTriedByIndex(
  { indexes, converted }: Pick<TablePlan, "indexes" | "converted">,
  { altersInSteps }: Pick<SqlStoreDialect, "altersInSteps">,
): boolean {
  const isBeside = converted.some(({ shadow }) => shadow !== undefined);
  return isBeside && !indexes.isOtherKey && altersInSteps === undefined;
}

/** What opening a store does not do by itself. */
function pending({ layout, old, renames, converted }: Omit<TablePlan, "refusals">): Refusal[] {
  const { name } = layout.table;
  const reasons: string[] = [];
  if (old !== undefined && old.table !== name) reasons.push(migrationWords.pendingTable(old.table, name));
  for (const { column, was } of renames.columns)
    reasons.push(migrationWords.pendingColumn(was, column, name));
  for (const { column, words, values } of converted)
    if (values > 0) reasons.push(migrationWords.pendingValues(column.column, name, words.held, words.holds));
  return reasons.map((reason) => ({ reason, isPending: true }));
}

/**
 * Tries every value of a column that gets another form, but for those that a shadow column has converted; returns why it cannot have
 * that form, with all values that do not convert.
 */
async function tryConversion(
  connection: SqlConnection,
  table: StoredTable,
  place: { readonly name: string; readonly naming: readonly string[] },
  one: ConvertedLayout,
  dialect: CatalogueDialect,
): Promise<string | undefined> {
  const { column, words, convert } = one;
  if (convert === undefined) return undefined;
  const failed = new NamedThings();
  const columns = [column.name, ...place.naming];
  for await (const page of tablePages(connection, place.name, columns, dialect, {
    where: isUnconverted(one),
  })) {
    for (const [, stored = null, ...name] of page) {
      if (stored === null) continue;
      const value = heldValue(stored, one);
      if (convert(value) !== undefined) continue;
      // A number may stand for a day or a time, which the database writes as people do.
      failed.add(valueInRow(typeof value === "number" ? stored : value, namedRow(name)));
    }
  }
  if (failed.length === 0) return undefined;
  return migrationWords.unread(column.column, table.name, words.held, words.holds, failed);
}

/** Why the rows that are there cannot have the key of the definition: those in which it is blank, and those that share one. */
async function tryKey(
  connection: SqlConnection,
  { layout, rows, added, converted }: Pick<TablePlan, "layout" | "rows" | "added" | "converted">,
  naming: readonly string[],
  dialect: CatalogueDialect,
): Promise<readonly string[]> {
  const { table, name } = layout;
  const columns = columnsAsStored(layout);
  const parts = table.key.map((at) => columns[at] as LaidOutColumn);
  const key = parts.map(({ column }) => column);
  const isNew = parts.filter((part) => added.includes(part)).map(({ column }) => column);
  if (rows === 0) return [];
  if (isNew.length > 0) return [migrationWords.newKey(key, table.name, isNew, rows)];

  const blank = new NamedThings();
  const keys = new KeysOfRows();
  const inForm = parts.map((part) => inFormOf(converted.find(({ column }) => column === part)));
  const read = [...parts.map((part) => part.name), ...naming];
  for await (const page of tablePages(connection, name, read, dialect)) {
    for (const [, ...values] of page) {
      const held = parts.map((_, at) => inForm[at]?.(values[at] ?? null) ?? null);
      const row = namedRow(values.slice(parts.length));
      if (held.includes(null)) blank.add(row);
      else keys.add(JSON.stringify(held), row);
    }
  }
  const { shared } = keys;
  return [
    ...(blank.length > 0 ? [migrationWords.blankKey(key, table.name, blank)] : []),
    ...(shared.length > 0 ? [migrationWords.sharedKey(key, table.name, shared)] : []),
  ];
}

/** The value of a key part as it will be kept; one that does not convert has been reported, and counts as what it is. */
function inFormOf(converted: TablePlan["converted"][number] | undefined): (stored: SqlValue) => unknown {
  const { convert, held } = converted ?? {};
  if (convert === undefined || held === undefined) return (stored) => stored;
  return (stored) => (stored === null ? null : (convert(readSqlValue(stored, held)) ?? `${stored}`));
}
