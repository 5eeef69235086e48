import { type RowGroup, UnreadableValue } from "@tablewright/core/storage";
import { readSqlValue, type SqlValue } from "../values/sql-value.ts";
import type { FoldForm, GroupedValues, ReadValue } from "./grouped-values.ts";

/** Makes a group of what was read of it. Throws an `UnreadableValue` for what another program has put into the table. */
export function readGroup(
  { by, folds }: Pick<GroupedValues, "by" | "folds">,
  read: readonly SqlValue[],
  table: { readonly name: string; readonly columns: readonly { readonly name: string }[] },
): RowGroup {
  const readAll = (values: readonly ReadValue[], from: number) =>
    values.map(({ form, column }, at) => {
      const sent = read[from + at] ?? null;
      const value = readValue(sent, form);
      if (value !== undefined) return value;
      const shown = JSON.stringify(sent).slice(0, MOST_SHOWN);
      const name = table.columns[column]?.name ?? "";
      throw new UnreadableValue({ table: table.name, column: name, key: undefined, value: shown });
    });
  const folded = readAll(folds, by.length + 1) as RowGroup["folded"];
  return { by: readAll(by, 0), rows: Number(read[by.length]), folded };
}

/** Undefined for what is none. An empty text is blank. */
function readValue(read: SqlValue, form: FoldForm) {
  if (read === null || read === "") return null;
  switch (form) {
    case "sum":
      return DECIMAL.test(String(read)) ? String(read) : undefined;
    case "count":
      return Number(read);
    case "integer":
    case "duration":
      return Number.isSafeInteger(Number(read)) ? Number(read) : undefined;
    case "real":
      return Number.isFinite(Number(read)) ? Number(read) : undefined;
    default:
      try {
        return readSqlValue(read, form);
      } catch {
        return undefined;
      }
  }
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/u;

/** Characters of a value that an error shows. */
const MOST_SHOWN = 60;
