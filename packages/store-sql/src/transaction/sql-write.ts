import type { InsertOutcome, Key, Row, WriteTransaction } from "@tablewright/core/storage";
import { noteForRefill, refuseOutdated, type TablesNow } from "../catalogue/later-changes.ts";
import type { OpenSource } from "../sources/open-source.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { OpenTable } from "../tables/open-table.ts";
import { chunksOf, type SqlValue } from "../values/sql-value.ts";
import { SqlRead } from "./sql-read.ts";

/** Writes in the transaction that its connection is in, which the driver commits or rolls back. */
export class SqlWrite<Connection extends SqlConnection>
  extends SqlRead<Connection>
  implements WriteTransaction
{
  protected override readonly mayChange = true;
  #now: Promise<TablesNow | undefined> | undefined;

  insert(name: string, rows: readonly Row[]): Promise<InsertOutcome> {
    return this.#step(async () => {
      const table = this.tableOf(name);
      if (rows.length === 0) return { rows: [], duplicates: [] };
      if (table.isSource) {
        await this.guardSource(name, sourceKeysOf(table, rows));
        return table.rows.insert(this.connection, rows);
      }
      const encoded = rows.map((row) => table.encode(row));
      const keys = keysOf(table, encoded);
      await this.guards?.rows(name, keys);
      const { slots, count } = await this.#respectChanges(name, keys, async () =>
        table.rows.insert(this.connection, encoded),
      );
      if (count < rows.length) return { rows: [], duplicates: await this.#takeBack(table, slots) };
      const numbers = await this.numbersOf(table, slots);
      return { rows: rows.map((row, at) => table.withNumber(row, numbers[at] as number)), duplicates: [] };
    });
  }

  update(name: string, rows: readonly Row[]): Promise<readonly Row[]> {
    return this.#step(async () => {
      const table = this.tableOf(name);
      if (rows.length === 0) return [];
      if (table.isSource) {
        await this.guardSource(name, sourceKeysOf(table, rows));
        return table.rows.update(this.connection, rows);
      }
      const encoded = rows.map((row) => table.encode(row));
      const keys = keysOf(table, encoded);
      await this.guards?.rows(name, keys);
      const slots = await this.#respectChanges(name, keys, async () =>
        table.rows.update(this.connection, encoded),
      );
      const missing = slots.indexOf(undefined);
      if (missing >= 0) throw withoutRow(table, rows[missing] as Row);
      const numbers = await this.numbersOf(table, slots as readonly number[]);
      return rows.map((row, at) => table.withNumber(row, numbers[at] as number));
    });
  }

  delete(name: string, keys: readonly Key[]): Promise<void> {
    return this.#step(async () => {
      const table = this.tableOf(name);
      if (table.isSource) {
        await this.guardSource(name, keys);
        return table.rows.delete(this.connection, keys);
      }
      const { encoded } = table.seekKeys(keys);
      if (encoded.length === 0) return;
      await this.guards?.rows(name, encoded);
      await this.#respectChanges(name, [], async () => table.rows.delete(this.connection, encoded));
    });
  }

  /**
   * Runs `work`, which writes rows of a table with these keys. Notes the keys if a later definition fills more columns, and
   * throws if it has changed what the table is. What is read for that travels with what begins the transaction.
   */
  async #respectChanges<T>(
    table: string,
    keys: readonly (readonly SqlValue[])[],
    work: () => Promise<T>,
  ): Promise<T> {
    this.#now ??= this.#readChanges();
    const [now, answer] = await Promise.all([this.#now, work()]);
    if (now === undefined) return answer;
    refuseOutdated(now, [table]);
    if (now.noted.has(table)) await noteForRefill(this.connection, table, keys, this.tables.dialect);
    return answer;
  }

  async #readChanges(): Promise<TablesNow | undefined> {
    return this.changes?.read(this.connection, await this.lastMigration?.());
  }

  /** Removes the rows that an insert has put into these slots; answers the positions of those it has not. */
  async #takeBack(
    { statements }: OpenTable<Connection>,
    slots: readonly number[],
  ): Promise<readonly number[]> {
    const inserted = new Set<number>();
    for (const part of chunksOf(slots.map((slot) => [slot]))) {
      const read = await this.connection.all(statements.slotsAmong(part.length), part.flat());
      for (const [slot] of read) inserted.add(Number(slot));
      if (read.length > 0) await this.connection.run(statements.deleteAmong(part.length), part.flat());
    }
    return [...slots.keys()].filter((at) => !inserted.has(slots[at] as number));
  }

  /** Runs one call of the port that writes: what was read in parts until now is not read any further. */
  #step<T>(work: () => Promise<T>): Promise<T> {
    return this.inTurn(async () => {
      await this.readings.cut();
      return this.driver.step(this.connection, work);
    });
  }
}

function keysOf(
  { layout }: Pick<OpenTable, "layout">,
  rows: readonly (readonly SqlValue[])[],
): readonly (readonly SqlValue[])[] {
  return rows.map((row) => layout.table.key.map((at) => row[at] as SqlValue));
}

function sourceKeysOf({ layout }: Pick<OpenSource, "layout">, rows: readonly Row[]): readonly Key[] {
  return rows.map((row) => layout.table.key.map((at) => row[at] ?? null));
}

function withoutRow({ layout }: Pick<OpenTable, "layout">, row: Row): Error {
  const { name, key } = layout.table;
  const missing = JSON.stringify(key.map((at) => row[at]));
  return new Error(`Table "${name}" has no row with the key ${missing} to update.`);
}
