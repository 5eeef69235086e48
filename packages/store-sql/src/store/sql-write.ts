import type { InsertOutcome, Key, Row, WriteTransaction } from "@tablewright/core/storage";
import { noteForRefill, refuseOutdated, type TablesNow } from "../migrations/later-changes.ts";
import type { OpenSource } from "../sources/open-source.ts";
import type { OpenTable } from "../tables/open-table.ts";
import { renumberRows } from "../tables/renumber-rows.ts";
import type { SqlValue } from "../values/sql-value.ts";
import type { SqlConnection } from "./sql-connection.ts";
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
      const { slots, count } = await this.#respectChanges(name, keys, () =>
        this.#insertEncoded(table, encoded),
      );
      if (count < rows.length) return { rows: [], duplicates: await this.#takeBack(table, slots) };
      const numbering = await this.numberings.ofChanging(table.layout);
      this.numberings.noteAdded(table.layout, rows.length);
      const numbered = rows.map((row, at) =>
        table.withNumber(row, numbering.numberOfNew(slots[at] as number)),
      );
      return { rows: numbered, duplicates: [] };
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
      this.numberings.refuseBesideOthers(table.layout);
      const movesOthers = table.layout.table.rowNumbers === "position";
      await (movesOthers ? this.guards?.tables([name]) : this.guards?.rows(name, encoded));
      const before = await (movesOthers ? this.numberings.ofChanging(table.layout) : this.numberingOf(table));
      const slots = await this.#respectChanges(name, [], async () =>
        table.rows.delete(this.connection, encoded),
      );
      if (slots.length === 0) return;
      let numbering = before.afterDelete(slots);
      if (numbering.isWorn) {
        await renumberRows(this.connection, table.statements);
        numbering = numbering.renumbered();
        await this.tables.dialect.restartSlots?.(this.connection, table.layout, numbering.highest);
      }
      if (numbering !== before) this.numberings.set(name, numbering);
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
    return this.changes?.read(this.connection, await this.numberings.lastMigration());
  }

  /** The slots of rows that are inserted now, and how many of them were: by one statement where it may draw the slots. */
  async #insertEncoded(
    { rows, layout }: OpenTable<Connection>,
    encoded: readonly (readonly SqlValue[])[],
  ): Promise<{ readonly slots: readonly number[]; readonly count: number }> {
    if (rows.insertDrawing !== undefined && this.numberings.letDraw(layout)) {
      const drawn = await rows.insertDrawing(this.connection, encoded);
      const slots = drawn.map(({ slot }) => slot);
      await this.numberings.noteDrawn(layout, slots);
      return { slots, count: drawn.filter(({ isInserted }) => isInserted).length };
    }
    await this.numberings.ofChanging(layout);
    const slots = await this.numberings.draw(layout, encoded.length);
    const values = encoded.map((row, at) => [...row, slots[at] as number]);
    return { slots, count: await rows.insert(this.connection, values) };
  }

  /** Removes the rows that an insert has put into these slots; answers the positions of those it has not. */
  async #takeBack(table: OpenTable<Connection>, slots: readonly number[]): Promise<readonly number[]> {
    const inserted = new Set(
      (await table.rows.removeSlots?.(this.connection, slots)) ?? (await this.#removeLast(table, slots)),
    );
    return [...slots.keys()].filter((at) => !inserted.has(slots[at] as number));
  }

  /** The same where writers take turns, so that the slots are the last ones and follow one another. */
  async #removeLast(
    { statements }: OpenTable<Connection>,
    [first = 1]: readonly number[],
  ): Promise<readonly number[]> {
    const inserted = await this.connection.all(statements.slotsAbove, [first - 1]);
    await this.connection.run(statements.deleteAbove, [first - 1]);
    return inserted.map(([slot]) => Number(slot));
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
