import {
  batchOf,
  type FindPlan,
  type Found,
  type Key,
  type Meter,
  type PlanExplanation,
  type Row,
  type RowGroup,
  type RowReader,
  type Value,
} from "@tablewright/core/storage";
import type { DefinitionChanges } from "../catalogue/later-changes.ts";
import { readGroup } from "../plans/grouping.ts";
import type { ComputedValue, PlanStatement } from "../plans/plan-statement.ts";
import type { OpenedTable, OpenedTables } from "../store/opened-tables.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import type {
  Budgets,
  Guards,
  LastMigration,
  RowParts,
  SearchedRows,
  SqlDriver,
} from "../store/sql-driver.ts";
import type { OpenTable } from "../tables/open-table.ts";
import { readSqlValue, type SqlValue } from "../values/sql-value.ts";
import { type FindStatement, findStatement } from "./find-statement.ts";

/** What a transaction works with. */
interface TransactionParts<Connection extends SqlConnection> {
  readonly driver: SqlDriver<Connection>;
  readonly connection: Connection;
  readonly tables: OpenedTables<Connection>;
  readonly lastMigration?: LastMigration | undefined;
  readonly guards?: Guards | undefined;
  /** What later definitions have changed; missing in a transaction that carries out such a change. */
  readonly changes?: DefinitionChanges<Connection>;
}

/**
 * Reads in the transaction that its connection is in, until it is ended; after that every call rejects. Calls made side
 * by side take turns: a connection does one thing at a time.
 */
export class SqlRead<Connection extends SqlConnection> implements RowReader {
  protected readonly driver: SqlDriver<Connection>;
  protected readonly connection: Connection;
  protected readonly tables: OpenedTables<Connection>;
  protected readonly lastMigration: LastMigration | undefined;
  protected readonly guards: Guards | undefined;
  protected readonly changes: DefinitionChanges<Connection> | undefined;
  /** Whether rows that are read may be changed in the same transaction. */
  protected readonly mayChange: boolean = false;
  protected readonly readings = new OpenReadings((work) => this.inTurn(work));
  #isEnded = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor({ driver, connection, tables, lastMigration, guards, changes }: TransactionParts<Connection>) {
    this.driver = driver;
    this.connection = connection;
    this.tables = tables;
    this.lastMigration = lastMigration;
    this.guards = guards;
    this.changes = changes;
  }

  /** Conditions, order and limit as far as they can be said. Many rows come a part at a time. */
  find(plan: FindPlan): Promise<Found> {
    return this.inTurn(async () => {
      const table = this.tableOf(plan.table);
      const { meter } = plan.context;
      const budgets = { meter, filterMeter: plan.rowSecurity?.filtering.meter ?? meter };
      const [statement, read] = await this.#search(await this.#statementOf(table, plan), budgets);
      if (statement.groups !== undefined) {
        const groups = await this.#groupsOf(table, statement.groups, read, meter);
        return { ...doneBy(statement), batches: batchOf([]), groups };
      }
      const rowsOf = this.#rowsOf(table, statement, meter);
      const first = await rowsOf(read.isSorted ? read.rows : sortBySlot(read.rows));
      const { more } = read;
      const batches =
        more === undefined ? batchOf(first) : this.readings.begin({ first, parts: more, meter, rowsOf });
      return { ...doneBy(statement), batches };
    });
  }

  explain(plan: FindPlan): Promise<PlanExplanation> {
    return this.inTurn(async () => {
      const table = this.tableOf(plan.table);
      const statement = await this.#statementOf(table, plan);
      const { indexes, ...rows } = await this.driver.explain(this.connection, table.layout, statement);
      const { residual, groups, ungrouped, text, values } = statement;
      const grouping = plan.grouping === undefined ? {} : { grouped: groups !== undefined, ungrouped };
      const used = indexes.length === 0 ? {} : { indexes: [...new Set(indexes)] };
      return { ...doneBy(statement), residual, ...grouping, sql: text, values, ...used, ...rows };
    });
  }

  /** A key that is given twice is answered with one row, not with two that are the same. */
  getByKeys(name: string, keys: readonly Key[]): Promise<readonly (Row | undefined)[]> {
    return this.inTurn(async () => {
      const table = this.tableOf(name);
      if (table.isSource) {
        await this.guardSource(name, keys);
        return table.rows.getByKeys(this.connection, keys, this.mayChange);
      }
      const rows: (Row | undefined)[] = new Array(keys.length).fill(undefined);
      const { encoded, positions } = table.seekKeys(keys);
      if (encoded.length === 0) return rows;
      await this.guards?.rows(name, encoded);
      const read = await table.rows.readByKeys(this.connection, encoded);
      const places = read.map((one) => positions[Number(one.pop())] as number);
      const slots = read.map((one) => Number(one.at(-1)));
      const numbers = await this.numbersOf(table, slots);
      const bySlot = new Map<number, Row>();
      for (const [at, place] of places.entries()) {
        const slot = slots[at] as number;
        const row = bySlot.get(slot) ?? numbered(table.decode(read[at] as SqlValue[]), numbers[at] as number);
        bySlot.set(slot, row);
        rows[place] = row;
      }
      return rows;
    });
  }

  instants(name: string): readonly number[] {
    const table = this.tableOf(name);
    return table.isSource ? table.instants : [];
  }

  /** Runs `work`, refuses every further call, waits for those under way, and ends what was still read. */
  async endAfter<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      this.#isEnded = true;
      await this.#last;
      await this.readings.end();
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

  protected tableOf(name: string): OpenedTable<Connection> {
    const { byName, keepsNothing } = this.tables;
    const table = byName.get(name);
    if (table !== undefined) return table;
    throw keepsNothing?.() ?? new Error(`The store was not opened with a table "${name}".`);
  }

  /** Rows of another program's table, by keys as the definition has them. */
  protected async guardSource(name: string, keys: readonly Key[]): Promise<void> {
    await this.guards?.rows(name, keys as readonly (readonly SqlValue[])[]);
  }

  /** The row numbers of slots in use: stable ones are the slots, positions are counted. */
  protected async numbersOf(
    { layout, statements }: OpenTable<Connection>,
    slots: readonly number[],
  ): Promise<readonly number[]> {
    if (layout.table.rowNumbers === "stable" || slots.length === 0) return slots;
    const ascending = [...new Set(slots)].sort((one, other) => one - other);
    const places = new Map<number, number>();
    const countUpTo = async (slot: number) =>
      Number((await this.connection.get(statements.countUpTo, [slot]))?.[0]);
    if (ascending.length <= FEW_SLOTS) {
      for (const slot of ascending) places.set(slot, await countUpTo(slot));
    } else {
      const [first, last] = [ascending[0] as number, ascending.at(-1) as number];
      let place = (await countUpTo(first)) - 1;
      for (const [slot] of await this.connection.all(statements.slotsBetween, [first, last]))
        places.set(Number(slot), ++place);
    }
    return slots.map((slot) => places.get(slot) as number);
  }

  /** Makes rows of what a statement answers, part after part; those of a whole table are numbered by their places. */
  #rowsOf(
    table: OpenedTable<Connection>,
    { isWhole, computed }: FindStatement,
    meter: Meter,
  ): (read: SqlValue[][]) => Promise<readonly Row[]> {
    let place = 0;
    const decode = (read: SqlValue[][]) => decodeInTurns(read, table.decode, meter);
    if (table.isSource) return async (read) => (await decode(read)).map((row) => unnumbered(row, computed));
    const isByPlace = isWhole && table.layout.table.rowNumbers === "position";
    return async (read) => {
      const slots = read.map((one) => Number(one.at(-1)));
      const rows = await decode(read);
      const numbers = isByPlace ? undefined : await this.numbersOf(table, slots);
      for (const [at, row] of rows.entries()) {
        row[row.length - 1] = numbers?.[at] ?? ++place;
        putBehindNumber(row, computed);
      }
      return rows;
    };
  }

  /** The groups of a statement; they come in any order. */
  async #groupsOf(
    { layout }: OpenedTable<Connection>,
    values: NonNullable<FindStatement["groups"]>,
    { rows, more }: SearchedRows,
    meter: Meter,
  ): Promise<AsyncIterable<readonly RowGroup[]>> {
    const groupsOf = async (read: SqlValue[][]) => read.map((one) => readGroup(values, one, layout.table));
    const first = await groupsOf(rows);
    return more === undefined
      ? batchOf(first)
      : this.readings.begin({ first, parts: more, meter, rowsOf: groupsOf });
  }

  /** What it reads is guarded first, where tables are. */
  async #statementOf(table: OpenedTable<Connection>, plan: FindPlan): Promise<FindStatement> {
    const { statement, tables } = findStatement(plan, table, this.tables);
    const { guards } = this;
    if (guards !== undefined) await plan.context.meter.waitFor(() => guards.tables([...tables]));
    return statement;
  }

  /** What cannot be searched a part at a time is left to the engine, which can. */
  async #search(statement: FindStatement, budgets: Budgets): Promise<readonly [FindStatement, SearchedRows]> {
    const read = await this.driver.search(this.connection, statement, budgets);
    if (read !== undefined) return [statement, read];
    const all = statement.ofAll();
    const every = await this.driver.search(this.connection, all, budgets);
    if (every === undefined) throw new Error(`The rows of "${statement.table}" cannot be read in parts.`);
    return [all, every];
  }
}

/** So many are counted one by one; of more, the slots from the first to the last are read. */
const FEW_SLOTS = 4;

/** A row of another program, which has no number, also where it was read with what windows are searched by. */
function unnumbered(row: Row[number][], computed: FindStatement["computed"]): Row {
  row[row.length - 1] = null;
  putBehindNumber(row, computed);
  return row;
}

/** Rows that no index was used for are sorted already. */
function sortBySlot(read: SqlValue[][]): SqlValue[][] {
  const slotOf = (row: SqlValue[]) => Number(row[row.length - 1]);
  const isInOrder = read.every((row, at) => at === 0 || slotOf(read[at - 1] as SqlValue[]) < slotOf(row));
  return isInOrder ? read : read.sort((left, right) => slotOf(left) - slotOf(right));
}

/** Puts the row's number in the place of its slot, which it bears at its end. */
function numbered(row: Row[number][], number: number): Row {
  row[row.length - 1] = number;
  return row;
}

/** What of its plan a statement does, as a store answers it. */
function doneBy({ filtered, residual, ordered, limited, computed }: PlanStatement): Omit<Found, "batches"> {
  return {
    filtered,
    residual: residual.map(({ condition }) => condition),
    ordered,
    limited,
    computed: computed.map(({ expression }) => expression),
  };
}

/** Makes rows of what a statement answers, and lets others work in between. */
async function decodeInTurns(
  read: readonly SqlValue[][],
  decode: (one: SqlValue[]) => Value[],
  meter: Meter,
): Promise<Value[][]> {
  const rows: Value[][] = [];
  for (const one of read) {
    rows.push(decode(one));
    if (rows.length % AT_ONCE === 0) await meter.giveWay();
  }
  return rows;
}

/** Rows that are decoded in less than a millisecond. */
const AT_ONCE = 256;

/** Takes the values that were computed with a row, from their place before its number, and puts them after it. */
function putBehindNumber(row: Value[], computed: readonly ComputedValue[]): void {
  if (computed.length === 0) return;
  const number = row.pop() as number;
  const values = row.splice(row.length - computed.length) as SqlValue[];
  row.push(number);
  for (const [at, { form }] of computed.entries()) row.push(readSqlValue(values[at] as SqlValue, form));
}

/** A reading of rows, or of groups of them, whose first ones are there. */
interface OpenReading<T> {
  readonly first: readonly T[];
  readonly parts: RowParts;
  /** The budget of the request. */
  readonly meter: Meter;
  /** Makes them of what is read next; it is called within a turn. */
  readonly rowsOf: (read: SqlValue[][]) => Promise<readonly T[]>;
}

/**
 * The readings of a transaction whose rows come part by part. A part is one turn of the transaction, so that its other calls
 * have theirs between two parts, and so do other requests.
 */
class OpenReadings {
  readonly #inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  readonly #open = new Set<RowParts>();

  constructor(inTurn: <T>(work: () => Promise<T>) => Promise<T>) {
    this.#inTurn = inTurn;
  }

  /** They are to be read while nothing is written. */
  begin<T>(reading: OpenReading<T>): AsyncGenerator<readonly T[]> {
    this.#open.add(reading.parts);
    return this.#read(reading);
  }

  /**
   * Ends all of them within a turn: a table is not altered while it is read. Reading on is refused, because what was read
   * would seem to be everything.
   */
  async cut(): Promise<void> {
    const open = [...this.#open];
    this.#open.clear();
    for (const parts of open) await parts.close();
  }

  /** Ends all of them with their transaction; what hindered it was reported by then. */
  async end(): Promise<void> {
    await this.cut().catch(() => undefined);
  }

  async *#read<T>({ first, parts, meter, rowsOf }: OpenReading<T>): AsyncGenerator<readonly T[]> {
    try {
      if (first.length > 0) {
        this.#refuseCut(parts);
        yield first;
      }
      for (;;) {
        const rows = await this.#inTurn(async () => {
          this.#refuseCut(parts);
          const read = await parts.next();
          return read && rowsOf(read);
        });
        if (rows === undefined) return;
        if (rows.length > 0) yield rows;
        await meter.giveWay();
      }
    } finally {
      await this.#close(parts);
    }
  }

  /** What hinders it, such as an error before, the calls that it hinders report, too. */
  async #close(parts: RowParts): Promise<void> {
    if (!this.#open.delete(parts)) return;
    await this.#inTurn(async () => parts.close()).catch(() => undefined);
  }

  #refuseCut(parts: RowParts): void {
    if (this.#open.has(parts)) return;
    throw new Error("Rows are to be read to their end before their transaction writes or ends.");
  }
}
