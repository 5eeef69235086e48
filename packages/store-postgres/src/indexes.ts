import {
  columnsAsStored,
  type IndexedField,
  type NamesOfDatabase,
  type PlannedIndex,
  quoteName,
  renderSql,
  SLOT,
  type SqlDialect,
  type SqlValue,
  sqlName,
  type TableLayout,
} from "@tablewright/store-sql";
import type { PostgresConnection } from "./connection.ts";
import { indexedFold } from "./expression-dialect.ts";

/**
 * The indexes that keep a key unique and find rows by it. An index of the ordinary kind takes no entry of more than 2,704
 * bytes; where a key is longer, digests of 256 bits are kept unique instead, and rows are found by an index of hashes,
 * which compares the texts themselves.
 */
export function postgresKeyIndexes(layout: TableLayout, isShort: boolean): readonly PlannedIndex[] {
  const parts = keyParts(layout);
  const columns = parts.map(({ name }) => name);
  const names = columns.map(quoteName);
  if (isShort) return [{ isUnique: true, columns, on: `(${names.join(", ")})` }];
  const digests = parts.map(({ isText }, at) => (isText ? digestOf(names[at] as string) : names[at]));
  const text = parts.findIndex(({ isText }) => isText);
  return [
    { isUnique: true, columns, on: `(${digests.join(", ")})` },
    { isUnique: false, columns: [columns[text] as string], on: `using hash (${names[text]})` },
  ];
}

/** The index on a column, on the fold where it is text. Blanks stand first in it, as they do in every order. */
export function postgresColumnIndex(
  layout: TableLayout,
  at: number,
  dialect: SqlDialect,
): PlannedIndex | undefined {
  const name = columnsAsStored(layout)[at]?.name ?? "";
  const isText = layout.table.columns[at]?.family === "text";
  const held = isText ? dialect.native?.("fold", [sqlName(name)]) : sqlName(name);
  if (held === undefined) return undefined;
  const { text } = renderSql(isText ? indexedFold(held) : held, dialect);
  // Indexes of the other databases end with the slot by themselves, as it is the primary key.
  const order = layout.table.columns[at]?.indexedInOrder ? `, ${quoteName(SLOT)}` : "";
  return { isUnique: false, columns: [name], on: `(${text} nulls first${order})` };
}

/** The index on a field of the objects in a column; undefined where there can be none. */
export function postgresFieldIndex(
  layout: TableLayout,
  at: number,
  { path, form }: IndexedField,
  dialect: SqlDialect,
): PlannedIndex | undefined {
  const name = columnsAsStored(layout)[at]?.name ?? "";
  const member = dialect.jsonMember?.(sqlName(name), path, form, true);
  const fold = form === "text" ? member && dialect.native?.("fold", [member]) : undefined;
  const held = form === "text" ? fold && indexedFold(fold) : member;
  if (held === undefined) return undefined;
  const { text } = renderSql(held, dialect);
  return { isUnique: false, columns: [name, ...path], on: `((${text}) nulls first)` };
}

/** Whether every key that is in the table fits into an index of the ordinary kind. */
export async function isLongestKeyShort(
  connection: PostgresConnection,
  layout: TableLayout,
): Promise<boolean> {
  const texts = keyParts(layout).filter(({ isText }) => isText);
  if (texts.length === 0) return true;
  const bytes = texts.map(({ name }) => `coalesce(octet_length(${quoteName(name)}), 0)`).join(" + ");
  const [most] = (await connection.get(`select max(${bytes}) from ${quoteName(layout.name)}`)) ?? [];
  return Number(most ?? 0) <= LONGEST_ENTRY;
}

/** Whether a key, as its columns keep it, fits into an index of the ordinary kind. */
export function isShortKey(key: readonly SqlValue[]): boolean {
  let bytes = 0;
  for (const part of key) if (typeof part === "string") bytes += part.length;
  if (bytes * 3 <= LONGEST_ENTRY) return true;
  return key.reduce<number>((sum, part) => sum + Buffer.byteLength(String(part ?? "")), 0) <= LONGEST_ENTRY;
}

/** Bytes of text; what is left is for the other parts of a key. */
const LONGEST_ENTRY = 2_400;

/** Backslashes are doubled, as bytes are read from a text that has escapes. */
function digestOf(name: string): string {
  return `sha256(replace(${name}, '\\', '\\\\')::bytea)`;
}

function keyParts(layout: TableLayout): readonly { readonly name: string; readonly isText: boolean }[] {
  const columns = columnsAsStored(layout);
  return layout.table.key.map((at) => ({
    name: columns[at]?.name ?? "",
    isText: layout.table.columns[at]?.family === "text",
  }));
}

/** PostgreSQL cuts off what is longer. */
export const NAMES: NamesOfDatabase = {
  longest: 63,
  reserved: ["tableoid", "xmin", "cmin", "xmax", "cmax", "ctid", "oid"],
};
