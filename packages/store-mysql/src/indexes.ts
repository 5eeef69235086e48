import { foldText } from "@tablewright/core/compiler";
import {
  columnsAsStored,
  hasIndex,
  type PlannedIndex,
  quoteName,
  type StoredForm,
  type TableIndex,
  type TableLayout,
} from "@tablewright/store-sql";
import type { MysqlConnection } from "./connection.ts";

/** The index that keeps a key unique, on digests of its texts; a single text is also found by its own beginning. */
export async function mysqlKeyIndexes(
  connection: MysqlConnection,
  layout: TableLayout,
): Promise<readonly PlannedIndex[]> {
  const columns = columnsAsStored(layout);
  const parts = layout.table.key.flatMap((at) => columns[at] ?? []);
  const texts = parts.filter(({ form }) => form === "text");
  const unique: PlannedIndex = {
    isUnique: true,
    columns: parts.map(({ name }) => name),
    on: listed(parts.map(({ name, form }) => quoteName(form === "text" ? digestColumn(name) : name))),
    before: addGenerated(
      layout.name,
      texts.map(({ name }) => digest(name)),
    ),
  };
  const [text] = texts;
  if (parts.length > 1 || text === undefined) return [unique];
  const beginning = {
    isUnique: false,
    columns: [`${text.name}${BEGINNING}`],
    on: listed([`${quoteName(text.name)}(${LONGEST_BEGINNING})`]),
  };
  const existing = await mysqlIndexes(connection, layout);
  return existing.some(({ on }) => on === beginning.on) ? [unique] : [beginning, unique];
}

/** The index on a column. Of a text it holds what all texts of its fold have in common. */
export function mysqlColumnIndex(layout: TableLayout, at: number): PlannedIndex | undefined {
  const { name = "", form } = columnsAsStored(layout)[at] ?? {};
  const isText = layout.table.columns[at]?.family === "text";
  if (!isText)
    return {
      isUnique: false,
      columns: [name],
      on: listed([form === "text" ? `${quoteName(name)}(${LONGEST_BEGINNING})` : quoteName(name)]),
    };
  const on = listed([quoteName(foldColumn(name))]);
  return { isUnique: false, columns: [name], on, before: addGenerated(layout.name, [fold(name)]) };
}

/** The indexes that a table has, but for those of the primary key. */
export async function mysqlIndexes(
  connection: Pick<MysqlConnection, "all">,
  { name: table }: Pick<TableLayout, "name">,
): Promise<readonly TableIndex[]> {
  const read = await connection.all(
    "select index_name, non_unique, column_name, sub_part from information_schema.statistics " +
      "where table_schema = database() and table_name = ? and index_name <> 'PRIMARY' order by index_name, seq_in_index",
    [table],
  );
  return [...Map.groupBy(read, ([name]) => String(name))].map(([name, parts]) => ({
    name,
    isUnique: Number(parts[0]?.[1]) === 0,
    columns: parts.map(
      ([, , column, length]) =>
        `${String(column).replace(/~(fold|key)$/u, "")}${length === null ? "" : BEGINNING}`,
    ),
    on: listed(
      parts.map(
        ([, , column, length]) => `${quoteName(String(column))}${length === null ? "" : `(${length})`}`,
      ),
    ),
  }));
}

export function dropIndex(table: string, index: string): string {
  return `drop index ${quoteName(index)} on ${quoteName(table)}`;
}

function listed(parts: readonly string[]): string {
  return `(${parts.join(", ")})`;
}

/** Characters of a text that an index takes, which are four bytes at most. */
const LONGEST_BEGINNING = 191;

/** What is added to the name of a column of which an index holds beginnings. */
export const BEGINNING = " begins";

/** The column that holds what an index finds a text by, whatever its case. No column of a definition has such a name. */
export function foldColumn(name: string): string {
  return `${name}~fold`;
}

/** The column that holds the digest of a text in a key, as a text may be longer than any index takes. */
export function digestColumn(name: string): string {
  return `${name}~key`;
}

/** A name that the server takes and that ends like no generated column. */
export function fitName(name: string): string {
  return name
    .replace(/[\u{10000}-\u{10ffff}\u0130\u2126\u212a\u212b]/gu, "_")
    .replace(/^#/u, "_")
    .replace(/ +$/u, "_")
    .replace(/~(?=(?:fold|key)$)/u, "_");
}

/** The columns that are generated for a table, each as it is declared. */
export function generatedColumns(layout: TableLayout): readonly string[] {
  const { table } = layout;
  return columnsAsStored(layout).flatMap(({ name, form }, at) => [
    ...(table.key.includes(at) && form === "text" ? [digest(name)] : []),
    ...(isFolded(layout, at, form) ? [fold(name)] : []),
  ]);
}

/** The statements that add what an index on columns is on, where it is not there yet. */
function addGenerated(table: string, columns: readonly string[]): readonly string[] {
  return columns.map(
    (column) => `alter table ${quoteName(table)} add column /*M! if not exists */ ${column}`,
  );
}

function digest(name: string): string {
  const hash = `unhex(sha2(${quoteName(name)}, 256))`;
  return `${quoteName(digestColumn(name))} binary(32) generated always as (${hash}) stored`;
}

function fold(name: string): string {
  const part = indexedPartInSql(quoteName(name));
  return `${quoteName(foldColumn(name))} varchar(64) generated always as (${part}) stored`;
}

function isFolded(layout: TableLayout, at: number, form: StoredForm): boolean {
  return form === "text" && layout.table.columns[at]?.family === "text" && hasIndex(layout, at);
}

/**
 * What an index holds of a text: the same for all texts of one fold, and seldom for others. It is made of letters only
 * whose cases every server pairs as Unicode does, among the first characters of the text.
 */
export function indexedPart(text: string): string {
  const start = [...foldText(text).slice(0, 2 * LOOKED_AT)].slice(0, LOOKED_AT).join("");
  return [...start.replace(NOT_INDEXED, "")].slice(0, INDEXED_CHARACTERS).join("");
}

/** The same in SQL, of the column of this quoted name. The dotted capital I becomes two characters, as in its fold. */
export function indexedPartInSql(column: string): string {
  const start = `left(replace(${column}, '\u0130', 'i\u0307'), ${LOOKED_AT})`;
  return `left(lower(regexp_replace(${start}, '[^${INDEXED}]', '')), ${INDEXED_CHARACTERS})`;
}

const INDEXED_CHARACTERS = 64;

/** The server takes out each character by itself, and copies what is around it. */
const LOOKED_AT = 256;

/** ASCII without I and K, Latin without Å and what is beyond 8 bits, plain Cyrillic, and scripts without cases. */
const INDEXED = " -HJL-hjl-~À-ÄÆ-ÖØ-Þà-äæ-öø-þА-Яа-я\u3041-\u30ff\u4e00-\u9fff\uac00-\ud7a3";
const NOT_INDEXED = new RegExp(`[^${INDEXED}]`, "gu");
