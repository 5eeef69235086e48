import type {
  EventClaim,
  EventOutcome,
  InsertOutcome,
  Key,
  OutboxEvent,
  Row,
  RuleRun,
  StoredEvent,
  WriteTransaction,
} from "@tablewright/core/storage";
import {
  limitValue,
  type RowNumbering,
  readEvent,
  type SqlValue,
  writeEvent,
  writeOutcome,
  writeRun,
} from "@tablewright/store-sql";
import type { ChangedNumberings } from "./changed-numberings.ts";
import type { Connection } from "./connection.ts";
import { type Append, outbox, runHistory } from "./journals.ts";
import { isShortKey } from "./key-indexes.ts";
import type { Numberings } from "./numberings.ts";
import type { OpenedTables } from "./opened-tables.ts";
import { PostgresRead } from "./postgres-read.ts";
import { byColumn, type PostgresTable } from "./postgres-table.ts";
import { widenKey } from "./widen-key.ts";

/**
 * Writes in the transaction that its connection is in; whoever began it commits it, or rolls it back. It is the only one
 * that writes. A call that rejects before the database has met an error of its own leaves nothing behind.
 */
export class PostgresWrite extends PostgresRead implements WriteTransaction {
  readonly #changed: ChangedNumberings;

  constructor(
    connection: Connection,
    tables: OpenedTables,
    numberings: Numberings,
    changed: ChangedNumberings,
  ) {
    super(connection, tables, numberings);
    this.#changed = changed;
  }

  insert(name: string, rows: readonly Row[]): Promise<InsertOutcome> {
    return this.writeInTurn(async () => {
      const table = this.tableOf(name);
      if (rows.length === 0) return { rows: [], duplicates: [] };
      const numbering = await this.numberingOf(table);
      const { highest } = numbering;
      const values = rows.map((row, at) => [...table.encode(row), highest + at + 1]);
      const { key } = table.layout.table;
      if (!values.every((row) => isShortKey(key.map((at) => row[at] ?? null))))
        await widenKey(this.connection, table.layout);
      const { insert, slotsAbove, deleteAbove } = table.statements;
      const width = table.layout.table.columns.length + 1;
      if ((await this.connection.run(insert, byColumn(values, width))) === rows.length) {
        this.#keepNumbering(table, numbering.afterInsert(rows.length));
        return { rows: rows.map((row, at) => table.withNumber(row, numbering.next + at)), duplicates: [] };
      }
      const inserted = new Set((await this.connection.all(slotsAbove, [highest])).map(([slot]) => slot));
      await this.connection.run(deleteAbove, [highest]);
      return { rows: [], duplicates: [...rows.keys()].filter((at) => !inserted.has(highest + at + 1)) };
    });
  }

  update(name: string, rows: readonly Row[]): Promise<readonly Row[]> {
    return this.writeInTurn(async () => {
      const table = this.tableOf(name);
      if (rows.length === 0) return [];
      const { key } = table.layout.table;
      const { update, changed } = table.statements;
      const columns = [...changed, ...key];
      const values = rows.map((row) => table.encodeAt(row, columns));
      const read = await this.connection.all(update, [...byColumn(values, columns.length), rows.length]);
      if (read.length < rows.length) throw await this.#withoutRow(table, rows);
      const numbers = await this.numbersOf(
        table,
        read.map(([slot]) => Number(slot)),
      );
      const updated: Row[] = [];
      for (const [at, [, place]] of read.entries()) {
        const position = Number(place) - 1;
        updated[position] = table.withNumber(rows[position] as Row, numbers[at] as number);
      }
      return updated;
    });
  }

  delete(name: string, keys: readonly Key[]): Promise<void> {
    return this.writeInTurn(async () => {
      const table = this.tableOf(name);
      if (keys.length === 0) return;
      const read = await this.connection.all(table.statements.delete, keyColumns(table, keys));
      if (read.length === 0) return;
      const slots = read.map(([slot]) => Number(slot));
      let numbering = (await this.numberingOf(table)).afterDelete(slots);
      if (numbering.isWorn) {
        for (const statement of table.statements.renumber) await this.connection.run(statement);
        numbering = numbering.renumbered();
      }
      this.#keepNumbering(table, numbering);
    });
  }

  appendEvents(events: readonly OutboxEvent[]): Promise<void> {
    return this.#append(outbox, events, writeEvent, "an event");
  }

  claimEvents({ now, until, limit }: EventClaim): Promise<readonly StoredEvent[]> {
    return this.writeInTurn(async () => {
      const read = await this.connection.all(outbox.claim, [until, now, limitValue(limit)]);
      return read.map(readEvent).sort((left, right) => left.sequence - right.sequence);
    });
  }

  settleEvents(outcomes: readonly EventOutcome[]): Promise<void> {
    return this.writeInTurn(async () => {
      for (const outcome of outcomes) await this.connection.run(outbox.settle, writeOutcome(outcome));
    });
  }

  appendRuns(runs: readonly RuleRun[]): Promise<void> {
    return this.#append(runHistory, runs, writeRun, "a run");
  }

  #append<Entry extends { readonly id: string }>(
    { append, signalRollback }: Append,
    entries: readonly Entry[],
    write: (entry: Entry) => SqlValue[],
    what: string,
  ): Promise<void> {
    return this.writeInTurn(async () => {
      const rows = entries.map(write);
      const [first] = rows;
      if (first === undefined) return;
      const appended = await this.connection.all(append, byColumn(rows, first.length));
      if (appended.length === rows.length) return;
      await this.connection.run(signalRollback, [appended.map(([sequence]) => sequence as SqlValue)]);
      const ids = new Set(appended.map(([, id]) => id));
      const repeated = entries.find((_, at) => !ids.delete((rows[at] as SqlValue[])[0] as SqlValue));
      throw new Error(
        `There is already ${what} with the id ${JSON.stringify(repeated?.id)}; an id is given once.`,
      );
    });
  }

  async #withoutRow(table: PostgresTable, rows: readonly Row[]): Promise<Error> {
    const { key, name } = table.layout.table;
    const keys = rows.map((row) => key.map((at) => row[at] ?? null));
    const read = await this.connection.all(table.statements.selectByKeys, keyColumns(table, keys));
    const found = new Set(read.map((one) => Number(one.at(-1)) - 1));
    const missing = JSON.stringify(keys.find((_, at) => !found.has(at)));
    return new Error(`Table "${name}" has no row with the key ${missing} to update.`);
  }

  #keepNumbering(table: PostgresTable, numbering: RowNumbering): void {
    this.#changed.set(table.layout.table.name, numbering);
    this.setNumbering(table, numbering);
  }
}

/** Keys as bulk statements take them; none that no row can have. */
function keyColumns(table: PostgresTable, keys: readonly Key[]): SqlValue[][] {
  return byColumn(table.seekKeys(keys).encoded, table.layout.table.key.length);
}
