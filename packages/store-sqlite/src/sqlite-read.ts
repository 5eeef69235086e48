import { setImmediate } from "node:timers/promises";
import {
  batchOf,
  type FindPlan,
  type Found,
  type JournalPage,
  type Key,
  type PlanExplanation,
  type ReadTransaction,
  type Row,
  type StoredEvent,
  type StoredRun,
  type Value,
} from "@tablewright/core/storage";
import {
  type ComputedValue,
  doneBy,
  FEW_ROWS,
  inBatches,
  limitValue,
  type PlanStatement,
  planStatement,
  putBehindNumber,
  type RowNumbering,
  readEvent,
  readRun,
  type SqlTable,
  type SqlValue,
  sqlTableOf,
} from "@tablewright/store-sql";
import { readNumbering } from "./catalogue.ts";
import type { Connection } from "./connection.ts";
import { explainStatement } from "./explain-statement.ts";
import { sqlite } from "./expression-dialect.ts";
import { inListInSql } from "./in-list-in-sql.ts";
import { outbox, runHistory } from "./journals.ts";
import { numberRows } from "./number-rows.ts";
import { LONGEST_HELD, OpenReadings } from "./open-readings.ts";
import type { Budgets } from "./running-statement.ts";
import { scanWindows } from "./scan-windows.ts";
import { Spending } from "./spending.ts";
import type { SqliteTable } from "./sqlite-table.ts";

/** Reads in the transaction that its connection is in, until it is ended; after that every call rejects. */
export class SqliteRead implements ReadTransaction {
  protected readonly connection: Connection;
  protected readonly readings = new OpenReadings();
  readonly #tables: ReadonlyMap<string, SqliteTable>;
  readonly #numberings = new Map<SqliteTable, RowNumbering>();
  #isEnded = false;

  constructor(connection: Connection, tables: ReadonlyMap<string, SqliteTable>) {
    this.connection = connection;
    this.#tables = tables;
  }

  /** What can be said exactly in SQL the file does, by its indexes where they serve; the rest is left to the engine. */
  async find(plan: FindPlan): Promise<Found> {
    const table = this.tableOf(plan.table);
    const statement = this.#statementOf(table, plan);
    const { isSorted, computed } = statement;
    const { meter } = plan.context;
    const budgets = { meter, filterMeter: plan.rowSecurity?.filtering.meter ?? meter };
    const rowsOf = (part: SqlValue[][]) => this.#rowsOf(table, part, computed);
    const done = doneBy(statement);
    const read = this.#readAtOnce(budgets, statement);
    if (read !== undefined) return { ...done, batches: batchOf(rowsOf(isSorted ? read : sortBySlot(read))) };
    const { highest } = this.numberingOf(table);
    const parts = scanWindows(this.connection, budgets, statement.ofWindow(), highest);
    const reading = this.readings.begin(parts, meter);
    const few = await takeFew(reading);
    const batches = few.isWhole ? batchOf(rowsOf(few.rows)) : allOf(rowsOf(few.rows), reading, rowsOf);
    return { ...done, batches };
  }

  async explain(plan: FindPlan): Promise<PlanExplanation> {
    const table = this.tableOf(plan.table);
    const rowCount = this.numberingOf(table).next - 1;
    return explainStatement(this.connection, this.#statementOf(table, plan), rowCount);
  }

  /** A key that stands twice is answered with one row, not with two that are the same. */
  async getByKeys(name: string, keys: readonly Key[]): Promise<readonly (Row | undefined)[]> {
    const table = this.tableOf(name);
    const found: (Row | undefined)[] = new Array(keys.length).fill(undefined);
    const bySlot = new Map<number, Row>();
    const { encoded, positions } = table.seekKeys(keys);
    let start = 0;
    let resumed = performance.now();
    for (const batch of inBatches(encoded)) {
      if (performance.now() - resumed > LONGEST_HELD) {
        await setImmediate();
        this.refuseEnded();
        resumed = performance.now();
      }
      const values = batch.flat();
      for (const read of this.connection.all(table.statements.selectByKeys(batch.length), values)) {
        const at = positions[start + (read.pop() as number)] as number;
        const slot = read.at(-1) as number;
        const row = bySlot.get(slot) ?? this.#numbered(table, table.decode(read));
        bySlot.set(slot, row);
        found[at] = row;
      }
      start += batch.length;
    }
    return found;
  }

  async listEvents(page: JournalPage): Promise<readonly StoredEvent[]> {
    return this.#listed(outbox.list, page).map(readEvent);
  }

  async listRuns(page: JournalPage): Promise<readonly StoredRun[]> {
    return this.#listed(runHistory.list, page).map(readRun);
  }

  /** Runs `work` and then refuses every further call. */
  async endAfter<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      this.#isEnded = true;
      this.readings.cut();
    }
  }

  protected refuseEnded(): void {
    if (this.#isEnded)
      throw new Error("The transaction has ended: await every call before its work returns.");
  }

  protected tableOf(name: string): SqliteTable {
    this.refuseEnded();
    const table = this.#tables.get(name);
    if (table === undefined) throw new Error(`The store was not opened with a table "${name}".`);
    return table;
  }

  protected numberingOf(table: SqliteTable): RowNumbering {
    const known = this.#numberings.get(table);
    if (known !== undefined) return known;
    const read = readNumbering(this.connection, table.layout.table.name);
    this.#numberings.set(table, read);
    return read;
  }

  protected setNumbering(table: SqliteTable, numbering: RowNumbering): void {
    this.#numberings.set(table, numbering);
  }

  /** The row number of a slot in use. */
  protected numberOf(table: SqliteTable, slot: number): number {
    if (table.layout.table.rowNumbers === "stable") return slot;
    return this.numberingOf(table).numberOf(slot, (above, upTo) =>
      Number(this.connection.get(table.statements.countBetween, [above, upTo])?.[0]),
    );
  }

  /** The rows of a statement that an index makes quick; undefined when it looks at all rows, or turns out to be slow. */
  #readAtOnce(budgets: Budgets, statement: PlanStatement): SqlValue[][] | undefined {
    if (this.connection.scans(statement.text)) return undefined;
    const spending = new Spending(budgets);
    const { rows, isWhole } = this.connection.readWithin(
      budgets,
      statement,
      performance.now() + LONGEST_AT_ONCE,
    );
    if (isWhole && rows.length <= FEW_ROWS) return rows;
    spending.giveBack();
    return undefined;
  }

  #rowsOf(table: SqliteTable, read: SqlValue[][], computed: readonly ComputedValue[]): readonly Row[] {
    const rows = read.map(table.decode);
    numberRows(rows, this.numberingOf(table), (slot) =>
      this.connection.all(table.statements.slotsAbove, [slot]).map(([next]) => Number(next)),
    );
    for (const row of rows) putBehindNumber(row, computed);
    return rows;
  }

  #statementOf(table: SqliteTable, plan: FindPlan): PlanStatement {
    const { inList } = plan;
    const family = inList && table.layout.table.columns[inList.column]?.family;
    return planStatement(plan, this.#inSql(table), {
      dialect: sqlite,
      tableOf: (name) => {
        const other = this.#tables.get(name);
        return other && this.#inSql(other);
      },
      inList: (row) => (inList && family ? inListInSql(inList, family, row) : undefined),
    });
  }

  #inSql(table: SqliteTable): SqlTable {
    return sqlTableOf(table.layout, this.numberingOf(table).isBySlot);
  }

  #listed(list: string, { before = Number.POSITIVE_INFINITY, limit }: JournalPage): SqlValue[][] {
    this.refuseEnded();
    return this.connection.all(list, [limitValue(before), limitValue(limit)]);
  }

  /** Puts the row's number in the place of its slot, which it bears at its end. */
  #numbered(table: SqliteTable, row: Value[]): Row {
    row[row.length - 1] = this.numberOf(table, row.at(-1) as number);
    return row;
  }
}

/** Milliseconds after which a statement is carried out a window of the table at a time. */
const LONGEST_AT_ONCE = 20;

/** Rows up to a number and a size that are held together, so that who asks has them at once. */
async function takeFew(
  reading: AsyncGenerator<SqlValue[][]>,
): Promise<{ readonly rows: SqlValue[][]; readonly isWhole: boolean }> {
  const rows: SqlValue[][] = [];
  let characters = 0;
  while (rows.length <= FEW_ROWS && characters < FEW_CHARACTERS) {
    const { done, value: part } = await reading.next();
    if (done) return { rows, isWhole: true };
    for (const row of part) {
      rows.push(row);
      for (const value of row) if (typeof value === "string") characters += value.length;
    }
  }
  return { rows, isWhole: false };
}

const FEW_CHARACTERS = 16_777_216;

async function* allOf(
  first: readonly Row[],
  reading: AsyncGenerator<SqlValue[][]>,
  rowsOf: (part: SqlValue[][]) => readonly Row[],
): AsyncGenerator<readonly Row[]> {
  try {
    yield first;
    for await (const part of reading) yield rowsOf(part);
  } finally {
    await reading.return(undefined);
  }
}

/** Rows that no index was used for are sorted already. */
function sortBySlot(read: SqlValue[][]): SqlValue[][] {
  const slotOf = (row: SqlValue[]) => row[row.length - 1] as number;
  const isInOrder = read.every((row, at) => at === 0 || slotOf(read[at - 1] as SqlValue[]) < slotOf(row));
  return isInOrder ? read : read.sort((left, right) => slotOf(left) - slotOf(right));
}
