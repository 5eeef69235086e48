import type { JournalDialect } from "./journal-dialect.ts";

/** The text of a statement about so many entries, or rows with so many values; `inParts` takes few numbers of them. */
export type ForMany = (count: number) => string;

/** A statement that puts entries into a table and skips those whose id is there already. */
export function insertMany(dialect: JournalDialect, table: string, columns: readonly string[]): ForMany {
  return forMany((count) => {
    const rows = Array.from({ length: count }, (_, row) => {
      const values = columns.map((_column, at) => dialect.placeholder(row * columns.length + at + 1));
      return `(${values.join(", ")})`;
    });
    return `insert into ${table} (${columns.join(", ")}) values ${rows.join(", ")} ${dialect.ignoring("id")}`;
  });
}

/** Each text is made once. */
export function forMany(make: ForMany): ForMany {
  const texts: string[] = [];
  return (count) => {
    texts[count] ??= make(count);
    return texts[count];
  };
}
