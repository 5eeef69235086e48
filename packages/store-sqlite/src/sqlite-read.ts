import type { Value } from "@tablewright/core/expression";
import type { FindPlan, Found, Key, ReadTransaction, Row } from "@tablewright/core/storage";
import { inBatches, type RowNumbering } from "@tablewright/store-sql";
import { readNumbering } from "./catalogue.ts";
import type { Connection } from "./connection.ts";
import type { OpenTable } from "./open-table.ts";

/** Reads in the transaction that its connection is in, until it is ended; after that every call rejects. */
export class SqliteRead implements ReadTransaction {
  protected readonly connection: Connection;
  readonly #tables: ReadonlyMap<string, OpenTable>;
  readonly #numberings = new Map<OpenTable, RowNumbering>();
  #isEnded = false;

  constructor(connection: Connection, tables: ReadonlyMap<string, OpenTable>) {
    this.connection = connection;
    this.#tables = tables;
  }

  /** Leaves conditions and orders to the engine; a limit alone it applies. */
  async find({ table: name, conditions, order, among, limit }: FindPlan): Promise<Found> {
    const table = this.tableOf(name);
    const { selectAll, selectFirst } = table.statements;
    const isWhole = conditions.length === 0 && order.length === 0 && among === undefined;
    const limited = isWhole && limit !== undefined;
    const read = limited
      ? this.connection.all(selectFirst, [Math.min(Math.max(0, limit), Number.MAX_SAFE_INTEGER)])
      : this.connection.all(selectAll);
    const rows = read.map(table.decode);
    if (table.layout.table.rowNumbers === "position") numberByPlace(rows);
    return { rows, kept: [...conditions.keys()], ordered: false, limited };
  }

  /** A key that stands twice is answered with one row, not with two that are the same. */
  async getByKeys(name: string, keys: readonly Key[]): Promise<readonly (Row | undefined)[]> {
    const table = this.tableOf(name);
    const found: (Row | undefined)[] = new Array(keys.length).fill(undefined);
    const bySlot = new Map<number, Row>();
    let start = 0;
    for (const batch of inBatches(keys)) {
      const values = batch.flatMap((key) => table.encodeKey(key));
      for (const read of this.connection.all(table.statements.selectByKeys(batch.length), values)) {
        const at = start + (read.pop() as number);
        const slot = read.at(-1) as number;
        const row = bySlot.get(slot) ?? this.#numbered(table, table.decode(read));
        bySlot.set(slot, row);
        found[at] = row;
      }
      start += batch.length;
    }
    return found;
  }

  /** Runs `work` and then refuses every further call. */
  async endAfter<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      this.#isEnded = true;
    }
  }

  protected tableOf(name: string): OpenTable {
    if (this.#isEnded)
      throw new Error("The transaction has ended: await every call before its work returns.");
    const table = this.#tables.get(name);
    if (table === undefined) throw new Error(`The store was not opened with a table "${name}".`);
    return table;
  }

  protected numberingOf(table: OpenTable): RowNumbering {
    const known = this.#numberings.get(table);
    if (known !== undefined) return known;
    const read = readNumbering(this.connection, table.layout.table.name);
    this.#numberings.set(table, read);
    return read;
  }

  protected setNumbering(table: OpenTable, numbering: RowNumbering): void {
    this.#numberings.set(table, numbering);
  }

  /** The row number of a slot in use. */
  protected numberOf(table: OpenTable, slot: number): number {
    if (table.layout.table.rowNumbers === "stable") return slot;
    return this.numberingOf(table).numberOf(slot, (above, upTo) =>
      Number(this.connection.get(table.statements.countBetween, [above, upTo])?.[0]),
    );
  }

  /** Puts the row's number in the place of its slot, which it bears at its end. */
  #numbered(table: OpenTable, row: Value[]): Row {
    row[row.length - 1] = this.numberOf(table, row.at(-1) as number);
    return row;
  }
}

function numberByPlace(rows: readonly Value[][]): void {
  let number = 1;
  for (const row of rows) row[row.length - 1] = number++;
}
