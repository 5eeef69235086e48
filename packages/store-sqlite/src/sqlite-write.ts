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
import { writeNumbering } from "./catalogue.ts";
import { outbox, runHistory } from "./journals.ts";
import { SqliteRead } from "./sqlite-read.ts";
import type { SqliteTable } from "./sqlite-table.ts";

/** Writes in the transaction that its connection is in; whoever began it commits it, or rolls it back. */
export class SqliteWrite extends SqliteRead implements WriteTransaction {
  async insert(name: string, rows: readonly Row[]): Promise<InsertOutcome> {
    const table = this.tableOf(name);
    if (rows.length === 0) return { rows: [], duplicates: [] };
    return this.#step(() => {
      const numbering = this.numberingOf(table);
      const duplicates = [...rows.keys()].filter((at) => {
        const values = [...table.encode(rows[at] as Row), numbering.highest + at + 1];
        return this.connection.run(table.statements.insert, values) === 0;
      });
      if (duplicates.length > 0) {
        this.connection.exec("rollback to step");
        return { rows: [], duplicates };
      }
      this.#keepNumbering(table, numbering.afterInsert(rows.length));
      return { rows: rows.map((row, at) => table.withNumber(row, numbering.next + at)), duplicates };
    });
  }

  async update(name: string, rows: readonly Row[]): Promise<readonly Row[]> {
    const table = this.tableOf(name);
    const { key } = table.layout.table;
    const { update, changed } = table.statements;
    return this.#step(() =>
      rows.map((row) => {
        const read = this.connection.get(update, table.encodeAt(row, [...changed, ...key]));
        if (read !== undefined) return table.withNumber(row, this.numberOf(table, Number(read[0])));
        const missing = JSON.stringify(key.map((at) => row[at]));
        throw new Error(`Table "${name}" has no row with the key ${missing} to update.`);
      }),
    );
  }

  async delete(name: string, keys: readonly Key[]): Promise<void> {
    const table = this.tableOf(name);
    this.#step(() => {
      const slots = table
        .seekKeys(keys)
        .encoded.map((key) => this.connection.get(table.statements.delete, key))
        .filter((read) => read !== undefined)
        .map(([slot]) => Number(slot));
      if (slots.length === 0) return;
      let numbering = this.numberingOf(table).afterDelete(slots);
      if (numbering.isWorn) {
        for (const statement of table.statements.renumber) this.connection.run(statement);
        numbering = numbering.renumbered();
      }
      this.#keepNumbering(table, numbering);
    });
  }

  async appendEvents(events: readonly OutboxEvent[]): Promise<void> {
    this.#append(outbox.append, events, writeEvent, "an event");
  }

  async claimEvents({ now, until, limit }: EventClaim): Promise<readonly StoredEvent[]> {
    this.refuseEnded();
    const read = this.#step(() => this.connection.all(outbox.claim, [until, now, limitValue(limit)]));
    return read.map(readEvent).sort((left, right) => left.sequence - right.sequence);
  }

  async settleEvents(outcomes: readonly EventOutcome[]): Promise<void> {
    this.refuseEnded();
    this.#step(() => {
      for (const outcome of outcomes) this.connection.run(outbox.settle, writeOutcome(outcome));
    });
  }

  async appendRuns(runs: readonly RuleRun[]): Promise<void> {
    this.#append(runHistory.append, runs, writeRun, "a run");
  }

  #append<Entry extends { readonly id: string }>(
    statement: string,
    entries: readonly Entry[],
    write: (entry: Entry) => SqlValue[],
    what: string,
  ): void {
    this.refuseEnded();
    this.#step(() => {
      for (const entry of entries) {
        if (this.connection.run(statement, write(entry)) === 1) continue;
        throw new Error(
          `There is already ${what} with the id ${JSON.stringify(entry.id)}; an id is given once.`,
        );
      }
    });
  }

  #keepNumbering(table: SqliteTable, numbering: RowNumbering): void {
    writeNumbering(this.connection, table.layout.table.name, numbering);
    this.setNumbering(table, numbering);
  }

  /** Runs one call of the port: a call that throws leaves nothing behind, though the transaction may go on. */
  #step<T>(work: () => T): T {
    // After some errors SQLite has rolled back by itself, and what follows would be written for good at once.
    if (!this.connection.isInTransaction) throw new Error("The transaction was lost to an earlier error.");
    this.readings.cut();
    this.connection.exec("savepoint step");
    try {
      return work();
    } catch (error) {
      if (this.connection.isInTransaction) this.connection.exec("rollback to step");
      throw error;
    } finally {
      if (this.connection.isInTransaction) this.connection.exec("release step");
    }
  }
}
