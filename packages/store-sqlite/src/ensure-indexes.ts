import { columnsAsStored, freeName, quoteName, type TableLayout } from "@tablewright/store-sql";
import type { Connection } from "./connection.ts";

/**
 * Makes the file have an index on the key, which keeps it unique, and one on each column that wants one. The index of a
 * key that is no longer the key is dropped, as it would refuse rows; no other index is. Throws when the rows there are
 * do not differ in the key.
 */
export function ensureIndexes(connection: Connection, layout: TableLayout): void {
  const columns = columnsAsStored(layout);
  const keyNames = layout.table.key.map((part) => columns[part]?.name ?? "");
  const existing = indexesOf(connection, layout.name);
  for (const index of existing) {
    if (index.isUnique && !isOn(index, keyNames)) connection.exec(`drop index ${quoteName(index.name)}`);
  }
  if (!existing.some((index) => index.isUnique && isOn(index, keyNames))) {
    refuseSameKeys(connection, layout, keyNames);
    createIndex(connection, layout, "unique index", keyNames);
  }
  for (const [at, { name, form }] of columns.entries()) {
    if (!layout.table.columns[at]?.indexed || form === "json" || keyNames[0] === name) continue;
    if (existing.some((index) => !index.isUnique && isOn(index, [name]))) continue;
    createIndex(connection, layout, "index", [name]);
  }
}

interface Index {
  readonly name: string;
  readonly isUnique: boolean;
  readonly columns: readonly string[];
}

function indexesOf(connection: Connection, table: string): readonly Index[] {
  return connection.all('select name, "unique" from pragma_index_list(?)', [table]).map(([name, unique]) => ({
    name: String(name),
    isUnique: unique === 1,
    columns: connection
      .all("select name from pragma_index_info(?) order by seqno", [name ?? null])
      .map(([column]) => String(column)),
  }));
}

function isOn(index: Index, columns: readonly string[]): boolean {
  return index.columns.length === columns.length && index.columns.every((name, at) => name === columns[at]);
}

function createIndex(
  connection: Connection,
  { name }: TableLayout,
  kind: "index" | "unique index",
  columns: readonly string[],
): void {
  const taken = connection.all("select name from sqlite_schema").map(([one]) => String(one));
  const free = freeName(`${name} by ${columns.join(", ")}`, taken);
  const list = columns.map(quoteName).join(", ");
  connection.exec(`create ${kind} ${quoteName(free)} on ${quoteName(name)} (${list})`);
}

function refuseSameKeys(
  connection: Connection,
  { table, name }: TableLayout,
  keyNames: readonly string[],
): void {
  const list = keyNames.map(quoteName).join(", ");
  const same = connection.get(`select ${list} from ${quoteName(name)} group by ${list} having count(*) > 1`);
  if (same === undefined) return;
  throw new Error(`Two rows of table "${table.name}" have the key ${JSON.stringify(same)}.`);
}
