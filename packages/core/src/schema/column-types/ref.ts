import type { ColumnType } from "./column-type.ts";
import { defineColumnType } from "./define-column-type.ts";
import { textType } from "./text-types.ts";

/** A row of another table, held as its key; over the type of that key. That the row exists is not checked here. */
export const refType = refOver(textType);

function refOver(base: ColumnType): ColumnType {
  return defineColumnType({
    name: "Ref",
    summary: "A row of a table, by its key.",
    storage: base.storage,
    mayBeKey: true,
    options: ["table", "partOf", "enforce", "onDelete"],
    expressionType: ({ table = "" }, tables) => ({ kind: "Ref", table, key: tables(table) }),
    expected: "a key",
    readCell: base.read,
    writeText: base.writeText,
    write: base.write,
    writerFor: base.writerFor,
    over: refOver,
  });
}
