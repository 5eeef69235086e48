import type { Key, Row, RowReader } from "@tablewright/core/storage";
import type { OpenTable } from "../tables/open-table.ts";
import type { RowNumbering } from "../tables/row-numbering.ts";
import type { SqlValue } from "../values/sql-value.ts";
import { limitedTransaction } from "./limited-transaction.ts";
import type { SeenNumberings } from "./numberings.ts";
import type { SqlConnection } from "./sql-connection.ts";
import type { SqlDriver } from "./sql-driver.ts";

/** Reads the rows of keys as they are when it is called. */
export type ReadByKeys = (table: string, keys: readonly Key[]) => Promise<readonly (Row | undefined)[]>;

/** Runs `work`, which reads the rows of keys once: one statement needs no transaction around it. Every other call rejects. */
export async function readOfKeys<T>(
  read: ReadByKeys,
  work: (transaction: RowReader) => Promise<T>,
): Promise<T> {
  let isOver = false;
  const refuse = (): never => {
    // What comes later would see another snapshot.
    throw new Error("A read of the rows of keys, once, is used for something else, or has ended.");
  };
  const getByKeys: ReadByKeys = async (table, keys) => {
    if (isOver) return refuse();
    isOver = true;
    return read(table, keys);
  };
  try {
    return await work(limitedTransaction({ getByKeys }, refuse));
  } finally {
    isOver = true;
  }
}

/** The row of one key by one statement; undefined when that is not enough. */
export async function readAlone<Connection extends SqlConnection>(
  read: NonNullable<SqlDriver["readAlone"]>,
  table: OpenTable<Connection>,
  keys: readonly Key[],
  seen: SeenNumberings,
  caller: string | undefined,
): Promise<readonly (Row | undefined)[] | undefined> {
  if (keys.length !== 1) return undefined;
  const [key] = table.seekKeys(keys).encoded;
  if (key === undefined) return [undefined];
  const { name } = table.layout.table;
  const [answer] = await read(table.statements.selectAlone, [name, ...key], caller);
  if (answer === undefined) return [undefined];
  const row = rowAlone(table, answer, seen);
  return row && [row];
}

/** The row that `selectAlone` answered; undefined when rows have to be counted for its number. */
function rowAlone(
  { layout, decode }: Pick<OpenTable, "layout" | "decode">,
  read: SqlValue[],
  seen: SeenNumberings,
): Row | undefined {
  const stored = read.splice(-NUMBERING_COLUMNS);
  const row = decode(read);
  const slot = Number(row.at(-1));
  const isBySlot = layout.table.rowNumbers === "stable" || stored[0] === null;
  const number = isBySlot ? slot : uncounted(slot, seen.of(layout.table.name, stored));
  if (number === undefined) return undefined;
  row[row.length - 1] = number;
  return row;
}

const NUMBERING_COLUMNS = 3;

function uncounted(slot: number, numbering: RowNumbering): number | undefined {
  let isCounted = false;
  const number = numbering.numberOf(slot, () => {
    isCounted = true;
    return 0;
  });
  return isCounted ? undefined : number;
}
