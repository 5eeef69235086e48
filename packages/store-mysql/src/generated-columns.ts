import {
  columnsAsStored,
  hasIndex,
  quoteName,
  type StoredForm,
  type TableLayout,
} from "@tablewright/store-sql";
import { indexedPartInSql } from "./folded-texts.ts";

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
export function addGenerated(table: string, columns: readonly string[]): readonly string[] {
  return columns.map(
    (column) => `alter table ${quoteName(table)} add column /*M! if not exists */ ${column}`,
  );
}

export function digest(name: string): string {
  const hash = `unhex(sha2(${quoteName(name)}, 256))`;
  return `${quoteName(digestColumn(name))} binary(32) generated always as (${hash}) stored`;
}

export function fold(name: string): string {
  const part = indexedPartInSql(quoteName(name));
  return `${quoteName(foldColumn(name))} varchar(64) generated always as (${part}) stored`;
}

function isFolded(layout: TableLayout, at: number, form: StoredForm): boolean {
  return form === "text" && layout.table.columns[at]?.family === "text" && hasIndex(layout, at);
}
