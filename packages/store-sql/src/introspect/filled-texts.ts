import { quoteName } from "../fragments/quote-name.ts";
import type { ColumnDescription, TableDescription } from "./database-description.ts";

/**
 * SQL that counts the first rows of a table, and those of them that are empty in each of its texts that are never NULL; undefined for
 * a table without such texts.
 */
export function emptyTextsQuery(table: TableDescription, relation: string): string | undefined {
  const texts = textsOf(table).map(({ name }) => quoteName(name));
  if (texts.length === 0) return undefined;
  const counts = texts.map((text) => `sum(case when ${text} = '' then 1 else 0 end)`);
  return `select count(*), ${counts.join(", ")} from (select ${texts.join(", ")} from ${relation} limit ${ROWS_SEEN}) as seen`;
}

/** The table with those of its texts marked that are filled in every row, given what `emptyTextsQuery` has counted. */
export function withFilledTexts(
  table: TableDescription,
  [rows, ...empty]: readonly unknown[],
): TableDescription {
  const texts = textsOf(table);
  const columns = table.columns.map((column) => {
    const at = texts.indexOf(column);
    const isFilled = at >= 0 && Number(rows) > 0 && Number(empty[at]) === 0;
    return isFilled ? { ...column, isFilled } : column;
  });
  return { ...table, columns };
}

function textsOf({ columns }: TableDescription): readonly ColumnDescription[] {
  return columns.filter(({ kind, nullable, name }) => kind === "text" && !nullable && name !== "");
}

const ROWS_SEEN = 1_000;
