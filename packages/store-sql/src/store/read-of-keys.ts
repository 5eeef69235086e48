import type { Key, Row, RowReader, Value, WriteTransaction } from "@tablewright/core/storage";
import type { OpenTable } from "../tables/open-table.ts";
import type { SqlConnection } from "./sql-connection.ts";
import type { SqlDriver } from "./sql-driver.ts";

/** Reads the rows of keys as they are when it is called. */
type ReadByKeys = (table: string, keys: readonly Key[]) => Promise<readonly (Row | undefined)[]>;

/** Runs `work`, which reads the rows of keys once: one statement needs no transaction around it. Every other call rejects. */
export async function readOfKeys<T>(
  read: ReadByKeys,
  work: (transaction: RowReader) => Promise<T>,
): Promise<T> {
  let isOver = false;
  const getByKeys: ReadByKeys = async (table, keys) => {
    if (isOver) return refuse();
    isOver = true;
    return await read(table, keys);
  };
  try {
    return await work({ ...ONLY_KEYS, getByKeys });
  } finally {
    isOver = true;
  }
}

function refuse(): never {
  // What comes later would see another snapshot.
  throw new Error("A read of the rows of keys, once, is used for something else, or has ended.");
}

/** The row of one key by one statement; undefined when that is not enough, as where a position is to be counted. */
export async function readAlone<Connection extends SqlConnection>(
  read: NonNullable<SqlDriver["readAlone"]>,
  table: OpenTable<Connection>,
  keys: readonly Key[],
  caller: string | undefined,
): Promise<readonly (Row | undefined)[] | undefined> {
  const { layout, statements } = table;
  if (keys.length !== 1 || layout.table.rowNumbers === "position") return undefined;
  const [key] = table.seekKeys(keys).encoded;
  if (key === undefined) return [undefined];
  const [answer] = await read(statements.selectByKey, key, caller);
  return [answer && numbered(table.decode(answer))];
}

/** Stable numbers are slots, which a database may give as texts. */
function numbered(row: Value[]): Row {
  row[row.length - 1] = Number(row.at(-1));
  return row;
}

/** A transaction that takes some calls of the port; every other call rejects with what `refuse` throws. */
export function limitedTransaction(own: Partial<WriteTransaction>, refuse: () => never): WriteTransaction {
  const refused = async () => refuse();
  return {
    find: refused,
    explain: refused,
    getByKeys: refused,
    insert: refused,
    update: refused,
    delete: refused,
    ...own,
  };
}

/** A read of keys without them. */
const ONLY_KEYS = limitedTransaction({}, refuse);
