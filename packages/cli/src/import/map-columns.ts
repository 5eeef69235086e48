import { REFUSED_HEADERS } from "@tablewright/core";

/** Which column a header of a file is for, by the header; a blank column leaves the cells out. */
export type ColumnMap = ReadonlyMap<string, string>;

/** Reads texts such as `Header=Column`; a sentence where one cannot be read. The last `=` separates, as headers may hold some. */
export function readColumnMap(texts: readonly string[]): ColumnMap | string {
  const map = new Map<string, string>();
  for (const text of texts) {
    const at = text.lastIndexOf("=");
    if (at < 1)
      return `"${text}" maps no column: write the header and the column, such as "Surname=Last Name".`;
    map.set(text.slice(0, at), text.slice(at + 1));
  }
  return map;
}

/** The columns that a file's headers are for; undefined for those that are left out. */
export function mapColumns(headers: readonly string[], map: ColumnMap): readonly (string | undefined)[] {
  return headers.map((header) => {
    if (REFUSED_HEADERS.includes(header)) return undefined;
    const column = map.get(header) ?? header;
    return column === "" ? undefined : column;
  });
}
