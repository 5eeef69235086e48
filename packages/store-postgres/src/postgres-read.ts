import type { Value } from "@tablewright/core/expression";
import type {
  FindPlan,
  Found,
  JournalPage,
  Key,
  PlanExplanation,
  ReadTransaction,
  Row,
  SqlTable,
  StoredEvent,
  StoredRun,
} from "@tablewright/core/storage";
import {
  limitValue,
  type PlanStatement,
  planStatement,
  type RowNumbering,
  readEvent,
  readRun,
  type SqlValue,
} from "@tablewright/store-sql";
import { amongInSql } from "./among-in-sql.ts";
import type { Numberings } from "./catalogue.ts";
import type { Connection } from "./connection.ts";
import { explainStatement } from "./explain-statement.ts";
import { outbox, runHistory } from "./journals.ts";
import { numbersOf } from "./numbers-of.ts";
import type { OpenedTables } from "./opened-tables.ts";
import { byColumn, type PostgresTable } from "./postgres-table.ts";
import { tableInSql } from "./table-in-sql.ts";

/**
 * Reads in the transaction that its connection is in, until it is ended; after that every call rejects. Calls made side
 * by side take turns: a connection does one thing at a time.
 */
export class PostgresRead implements ReadTransaction {
  protected readonly connection: Connection;
  readonly #tables: OpenedTables;
  readonly #numberings: Numberings;
  #isEnded = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(connection: Connection, tables: OpenedTables, numberings: Numberings) {
    this.connection = connection;
    this.#tables = tables;
    this.#numberings = numberings;
  }

  /** Conditions, order and limit as far as they can be said; a whole table is read by a statement of its own. */
  find(plan: FindPlan): Promise<Found> {
    return this.inTurn(async () => {
      const table = this.tableOf(plan.table);
      const { sql, values, isWhole, ordered, limited, kept, isSorted } = this.#statementOf(table, plan);
      const read = await this.connection.all(sql, values);
      if (!isSorted) read.sort((one, other) => Number(one.at(-1)) - Number(other.at(-1)));
      const slots = read.map((one) => one.at(-1) as number);
      const rows = read.map(table.decode);
      if (table.layout.table.rowNumbers === "position") {
        if (isWhole) numberByPlace(rows);
        else await this.#numberRows(table, rows, slots);
      }
      return { rows, kept: kept.map(({ position }) => position), ordered, limited };
    });
  }

  explain(plan: FindPlan): Promise<PlanExplanation> {
    return this.inTurn(async () => {
      const table = this.tableOf(plan.table);
      const { sql, values, kept, ordered, limited } = this.#statementOf(table, plan);
      return {
        kept,
        ordered,
        limited,
        ...(await explainStatement(this.connection, table.layout, sql, values)),
      };
    });
  }

  /** A key that stands twice is answered with one row, not with two that are the same. */
  getByKeys(name: string, keys: readonly Key[]): Promise<readonly (Row | undefined)[]> {
    return this.inTurn(async () => {
      const table = this.tableOf(name);
      const found: (Row | undefined)[] = new Array(keys.length).fill(undefined);
      if (keys.length === 0) return found;
      const read = await this.connection.all(table.statements.selectByKeys, keyColumns(table, keys));
      const places = read.map((one) => (one.pop() as number) - 1);
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
      await this.#last;
    }
  }

  /** Runs one call of the port when those before it are done. */
  protected inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(() => {
      if (this.#isEnded)
        throw new Error("The transaction has ended: await every call before its work returns.");
      return work();
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  protected tableOf(name: string): PostgresTable {
    const table = this.#tables.byName.get(name);
    if (table === undefined) throw new Error(`The store was not opened with a table "${name}".`);
    return table;
  }

  protected numberingOf(table: PostgresTable): RowNumbering {
    return this.#numberings.of(table.layout.table.name);
  }

  protected setNumbering(table: PostgresTable, numbering: RowNumbering): void {
    this.#numberings.set(table.layout.table.name, numbering);
  }

  /** The row numbers of slots in use. */
  protected async numbersOf(table: PostgresTable, slots: readonly number[]): Promise<readonly number[]> {
    if (table.layout.table.rowNumbers === "stable" || slots.length === 0) return slots;
    return numbersOf(slots, this.numberingOf(table), (above, upTo) =>
      this.connection.all(table.statements.countBetween, [above, upTo]),
    );
  }

  async #numberRows(table: PostgresTable, rows: readonly Value[][], slots: readonly number[]): Promise<void> {
    const numbers = await this.numbersOf(table, slots);
    for (const [at, row] of rows.entries()) row[row.length - 1] = numbers[at] as number;
  }

  #statementOf(table: PostgresTable, plan: FindPlan): FindStatement {
    const { conditions, order, among, limit } = plan;
    if (conditions.length === 0 && order.length === 0 && among === undefined) {
      const { selectAll, selectFirst } = table.statements;
      const limited = limit !== undefined;
      const [sql, values] = limited ? [selectFirst, [limitValue(limit)]] : [selectAll, []];
      return { sql, values, isWhole: true, kept: [], ordered: true, limited, isSorted: true };
    }
    const { dialect } = this.#tables;
    const statement = planStatement(plan, this.#asSql(table), {
      dialect,
      tableOf: (name) => {
        const other = this.#tables.byName.get(name);
        return other && this.#asSql(other);
      },
      among: ({ alias, table: own }) => {
        const family = among && table.layout.table.columns[among.column]?.family;
        return among && family && amongInSql(among, family, { alias, table: own }, dialect);
      },
    });
    return { ...statement, sql: statement.text, isWhole: false };
  }

  #asSql(table: PostgresTable): SqlTable {
    return tableInSql(table, this.numberingOf(table));
  }

  #listed(list: string, { before = Number.POSITIVE_INFINITY, limit }: JournalPage): Promise<SqlValue[][]> {
    return this.connection.all(list, [limitValue(before), limitValue(limit)]);
  }
}

interface FindStatement extends Pick<PlanStatement, "kept" | "ordered" | "limited" | "isSorted" | "values"> {
  readonly sql: string;
  /** Whether it reads the table from its beginning without leaving out a row. */
  readonly isWhole: boolean;
}

/** Keys as bulk statements take them. */
export function keyColumns(table: PostgresTable, keys: readonly Key[]): SqlValue[][] {
  return byColumn(
    keys.map((key) => table.encodeKey(key)),
    table.layout.table.key.length,
  );
}

/** Puts the row's number in the place of its slot, which it bears at its end. */
function numbered(row: Value[], number: number): Row {
  row[row.length - 1] = number;
  return row;
}

function numberByPlace(rows: readonly Value[][]): void {
  let number = 1;
  for (const row of rows) row[row.length - 1] = number++;
}
