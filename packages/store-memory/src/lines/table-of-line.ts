import { PersistentMap } from "../persistent-map.ts";
import { TableVersion } from "../table-version.ts";
import { expectMembers } from "./expect-members.ts";
import { LineError } from "./line-error.ts";
import type { TableLine } from "./line-shape.ts";
import { anObject, count, listOf, oneOf, text, yesNo } from "./member.ts";

/** The table of a line, without rows. */
export function tableOfLine(line: TableLine): TableVersion {
  expectMembers(line, TABLE, "a table");
  const { table: name, columns, key, rowNumbers, highest } = line;
  for (const column of columns) expectMembers(column, COLUMN, "a column");
  const names = [...columns.map((column) => column.name), ...line.retired];
  if (new Set(names).size < names.length) throw new LineError("names two columns alike");
  if (key.length === 0 || key.some((part) => part >= columns.length))
    throw new LineError("has no key whose parts are positions of its columns");
  const retired = line.retired.map((name) => ({ name, values: new PersistentMap<never>() }));
  return TableVersion.empty({ name, columns, key, rowNumbers }, retired, highest);
}

const TABLE = {
  table: text,
  columns: listOf(anObject),
  key: listOf(count),
  rowNumbers: oneOf("position", "stable"),
  highest: count,
  retired: listOf(text),
};

const COLUMN = {
  name: text,
  kind: oneOf("text", "integer", "real", "boolean", "json"),
  family: oneOf("text", "number", "yes/no", "date", "time", "datetime", "duration", "point", "list"),
  indexed: yesNo,
};
