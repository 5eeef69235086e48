import { freeName, quoteName, type TableLayout } from "@tablewright/store-sql";
import { type TableIndex, writeIndexes } from "./catalogue.ts";
import type { Connection } from "./connection.ts";
import { isLongestKeyShort, keyIndexes, type PlannedIndex } from "./key-indexes.ts";
import { LONGEST_NAME } from "./longest-name.ts";
import type { IndexChanges } from "./plan-indexes.ts";

/** Carries out what was planned; `names` are those in use in the database, and are added to. */
export async function changeIndexes(
  connection: Connection,
  layout: TableLayout,
  { key, added, dropped, left, isIncomplete }: IndexChanges,
  names: Set<string>,
): Promise<void> {
  for (const { name } of dropped) await connection.exec(`drop index ${quoteName(name)}`);
  const ofKey = key === undefined ? [] : keyIndexes(layout, await isLongestKeyShort(connection, layout));
  const made = [...left];
  for (const index of [...ofKey, ...added]) made.push(await createIndex(connection, layout, index, names));
  if (isIncomplete || dropped.length > 0 || made.length > left.length)
    await writeIndexes(connection, layout.table.name, made);
}

/** Makes an index under a name that is free, and answers it. */
export async function createIndex(
  connection: Connection,
  { name }: TableLayout,
  index: PlannedIndex,
  names: Set<string>,
): Promise<TableIndex> {
  const free = freeName(`${name} by ${index.columns.join(", ")}`, names, LONGEST_NAME);
  const kind = index.isUnique ? "unique index" : "index";
  await connection.exec(`create ${kind} ${quoteName(free)} on ${quoteName(name)} ${index.on}`);
  names.add(free);
  return { name: free, ...index };
}
