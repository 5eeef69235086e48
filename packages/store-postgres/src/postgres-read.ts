import {
  batchOf,
  type FindPlan,
  type Found,
  type JournalPage,
  type Key,
  type Meter,
  type PlanExplanation,
  type ReadTransaction,
  type Row,
  type StoredEvent,
  type StoredRun,
  type Value,
} from "@tablewright/core/storage";
import {
  doneBy,
  FEW_ROWS,
  limitValue,
  putBehindNumber,
  type RowNumbering,
  readEvent,
  readRun,
  type SqlTable,
  type SqlValue,
} from "@tablewright/store-sql";
import type { Connection } from "./connection.ts";
import { explainStatement } from "./explain-statement.ts";
import { type FindStatement, findStatement } from "./find-statement.ts";
import { outbox, runHistory } from "./journals.ts";
import type { Numberings } from "./numberings.ts";
import { numbersOf } from "./numbers-of.ts";
import { OpenReadings } from "./open-readings.ts";
import type { OpenedTables } from "./opened-tables.ts";
import { byColumn, type PostgresTable } from "./postgres-table.ts";
import { tableInSql } from "./table-in-sql.ts";
import { causeWithin, withinLimits } from "./within-limits.ts";

/**
 * Reads in the transaction that its connection is in, until it is ended; after that every call rejects. Calls made side
 * by side take turns: a connection does one thing at a time.
 */
export class PostgresRead implements ReadTransaction {
  protected readonly connection: Connection;
  protected readonly readings: OpenReadings;
  readonly #tables: OpenedTables;
  readonly #numberings: Numberings;
  #isEnded = false;
  /** The budget of the last search, in whose time the statements after it are, too. */
  #meter: Meter | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(connection: Connection, tables: OpenedTables, numberings: Numberings) {
    this.connection = connection;
    this.readings = new OpenReadings(connection, (work) => this.inTurn(work));
    this.#tables = tables;
    this.#numberings = numberings;
  }

  /**
   * Conditions, order and limit as far as they can be said. Many rows are the first ones of their order and what a cursor
   * gives after them, or without an order all that a cursor gives.
   */
  find(plan: FindPlan): Promise<Found> {
    return this.inTurn(async () => {
      const table = this.tableOf(plan.table);
      const { meter } = plan.context;
      this.#meter = meter;
      const [statement, read] = await this.#carryOut(table, plan, ({ text, values }) =>
        withinLimits(meter, this.connection, text, () => this.connection.all(text, values)),
      );
      const { isSorted } = statement;
      const done = doneBy(statement);
      const rowsOf = this.#rowsOf(table, statement);
      if (read.length <= FEW_ROWS)
        return { ...done, batches: batchOf(await rowsOf(isSorted ? read : sortBySlot(read))) };
      const first = isSorted ? await rowsOf(read) : [];
      return {
        ...done,
        batches: this.readings.begin({ ...statement.ofMany(), first, rowsOf, meter }),
      };
    });
  }

  explain(plan: FindPlan): Promise<PlanExplanation> {
    return this.inTurn(async () => {
      const table = this.tableOf(plan.table);
      const [statement, told] = await this.#carryOut(table, plan, ({ text, values }) =>
        explainStatement(this.connection, table.layout, text, values),
      );
      return { ...doneBy(statement), kept: statement.kept, ...told };
    });
  }

  /** A key that stands twice is answered with one row, not with two that are the same. */
  getByKeys(name: string, keys: readonly Key[]): Promise<readonly (Row | undefined)[]> {
    return this.inTurn(async () => {
      const table = this.tableOf(name);
      const found: (Row | undefined)[] = new Array(keys.length).fill(undefined);
      const { encoded, positions } = table.seekKeys(keys);
      const [key] = encoded;
      if (key === undefined) return found;
      const { selectByKey, selectByKeys } = table.statements;
      const isOne = encoded.length === 1;
      const read = isOne
        ? await this.connection.all(selectByKey, key)
        : await this.connection.all(selectByKeys, byColumn(encoded, key.length));
      const places = read.map((one) => positions[isOne ? 0 : (one.pop() as number) - 1] as number);
      const numbers = await this.numbersOf(
        table,
        read.map((one) => one.at(-1) as number),
      );
      const byNumber = new Map<number, Row>();
      for (const [at, place] of places.entries()) {
        const number = numbers[at] as number;
        const row = byNumber.get(number) ?? numbered(table.decode(read[at] as SqlValue[]), number);
        byNumber.set(number, row);
        found[place] = row;
      }
      return found;
    });
  }

  listEvents(page: JournalPage): Promise<readonly StoredEvent[]> {
    return this.inTurn(async () => (await this.#listed(outbox.list, page)).map(readEvent));
  }

  listRuns(page: JournalPage): Promise<readonly StoredRun[]> {
    return this.inTurn(async () => (await this.#listed(runHistory.list, page)).map(readRun));
  }

  /** Runs `work`, refuses every further call and waits for those under way. */
  async endAfter<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      this.#isEnded = true;
      this.readings.end();
      await this.#last;
    }
  }

  /** Runs one call of the port that writes: what was read in parts until now is not read any further. */
  protected writeInTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.inTurn(async () => {
      await this.readings.cut();
      return work();
    });
  }

  /** Runs one call of the port when those before it are done. */
  protected inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(() => {
      if (this.#isEnded)
        throw new Error("The transaction has ended: await every call before its work returns.");
      return work().catch((error: unknown) => {
        throw this.#meter === undefined ? error : causeWithin(this.#meter, error);
      });
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  protected tableOf(name: string): PostgresTable {
    const table = this.#tables.byName.get(name);
    if (table === undefined) throw new Error(`The store was not opened with a table "${name}".`);
    return table;
  }

  protected numberingOf(table: PostgresTable): Promise<RowNumbering> {
    return this.#numberings.of(table.layout.table.name);
  }

  protected setNumbering(table: PostgresTable, numbering: RowNumbering): void {
    this.#numberings.set(table.layout.table.name, numbering);
  }

  /** The row numbers of slots in use. */
  protected async numbersOf(table: PostgresTable, slots: readonly number[]): Promise<readonly number[]> {
    if (table.layout.table.rowNumbers === "stable" || slots.length === 0) return slots;
    return numbersOf(slots, await this.numberingOf(table), (above, upTo) =>
      this.connection.all(table.statements.countBetween, [above, upTo]),
    );
  }

  /** Makes rows of what a statement answers, part after part; those of a whole table are numbered by their places. */
  #rowsOf(
    table: PostgresTable,
    { isWhole, computed }: FindStatement,
  ): (read: SqlValue[][]) => Promise<readonly Row[]> {
    let place = 0;
    return async (read) => {
      const slots = read.map((one) => one.at(-1) as number);
      const rows = read.map(table.decode);
      const isByPlace = isWhole && table.layout.table.rowNumbers === "position";
      const numbers = isByPlace ? undefined : await this.numbersOf(table, slots);
      for (const [at, row] of rows.entries()) {
        row[row.length - 1] = numbers?.[at] ?? ++place;
        putBehindNumber(row, computed);
      }
      return rows;
    };
  }

  /**
   * Runs a plan's statement at once, on what the numberings were last; when the transaction turns out to see others, on
   * these.
   */
  async #carryOut<T>(
    table: PostgresTable,
    plan: FindPlan,
    run: (statement: FindStatement) => Promise<T>,
  ): Promise<readonly [FindStatement, T]> {
    for (;;) {
      const statement = findStatement(plan, table, this.#tables, this.#numberings);
      const answer = await run(statement);
      if (await this.#isStillSo(statement.supposed)) return [statement, answer];
    }
  }

  async #isStillSo(supposed: ReadonlyMap<PostgresTable, SqlTable>): Promise<boolean> {
    for (const [table, asSql] of supposed)
      if (tableInSql(table, await this.numberingOf(table)) !== asSql) return false;
    return true;
  }

  #listed(list: string, { before = Number.POSITIVE_INFINITY, limit }: JournalPage): Promise<SqlValue[][]> {
    return this.connection.all(list, [limitValue(before), limitValue(limit)]);
  }
}

/** Rows that no index was used for are sorted already. */
function sortBySlot(read: SqlValue[][]): SqlValue[][] {
  return read.sort((one, other) => Number(one.at(-1)) - Number(other.at(-1)));
}

/** Puts the row's number in the place of its slot, which it bears at its end. */
function numbered(row: Value[], number: number): Row {
  row[row.length - 1] = number;
  return row;
}
