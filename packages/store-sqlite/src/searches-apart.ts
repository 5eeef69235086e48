import { EvaluationError } from "@tablewright/core/storage";
import {
  type Budgets,
  Pauses,
  type PlanStatement,
  type RenderedSql,
  renderSql,
  type SearchApart,
  type SearchTables,
  sql,
  sqlName,
} from "@tablewright/store-sql";
import type { ReadRows, SqliteConnection } from "./connection.ts";
import { sqlite } from "./expression-dialect.ts";
import { SlotRange } from "./slot-range.ts";
import { Spending } from "./spending.ts";
import { WindowSize } from "./window-size.ts";

/**
 * Searches inside a statement that read nothing of the rows around them, and turn out to take long: the result of each is put into
 * a temporary table before, a window of slots at a time, and the statement is run on that.
 */
export class SearchesApart {
  readonly #connection: SqliteConnection;
  readonly #budgets: Budgets;
  readonly #tables = new Map<SearchApart, string>();
  readonly #taken: string[] = [];

  constructor(connection: SqliteConnection, budgets: Budgets) {
    this.#connection = connection;
    this.#budgets = budgets;
  }

  /** The results so far; undefined when nothing was searched apart. */
  get tables(): SearchTables | undefined {
    return this.#tables.size === 0 ? undefined : this.#tables;
  }

  /** The first rows of a statement, read at a stretch of so many milliseconds after those of its searches that take longer. */
  async readBeside(statement: PlanStatement, longest: number): Promise<ReadRows> {
    const pauses = new Pauses();
    for (;;) {
      const rendered = (this.tables && statement.withSearches?.(this.tables)) ?? statement;
      const read = this.#connection.readWithin(this.#budgets, rendered, performance.now() + longest);
      if (read.tooLong === undefined) return read;
      for (const _ of this.carryOut(read.tooLong)) await pauses.whenDue(this.#budgets.meter);
    }
  }

  /** Carries out a search. Others may have their turn wherever it yields. */
  *carryOut(search: SearchApart): Generator<void, void> {
    yield; // the statement has just been tried
    const { meter } = this.#budgets;
    const name = this.#connection.temporary.take(search.isSet);
    this.#taken.push(name);
    const range = SlotRange.of(this.#connection, search.rows) ?? EVERYTHING;
    const size = new WindowSize();
    let count = 0;
    for (let low = range.lowest - 1; low < range.highest && count < search.most; low = range.skipGap(low)) {
      if (meter.remainingMilliseconds < 0)
        throw new EvaluationError("limit/time", { limit: meter.limits.milliseconds });
      const high = range === EVERYTHING ? range.highest : Math.min(range.highest, low + size.slots);
      const started = performance.now();
      const spending = new Spending(this.#budgets);
      const put = this.#connection.runWithin(
        this.#budgets,
        this.#putting(search, name, low, high),
        range === EVERYTHING ? Number.POSITIVE_INFINITY : started + size.longest,
      );
      if (put.isWhole) {
        size.took(high - low, performance.now() - started, put.once);
        low = high;
        count += put.changes;
      } else {
        spending.giveBack();
        if (put.tooLong === undefined) size.stopped();
        else yield* this.carryOut(put.tooLong);
      }
      yield;
    }
    this.#tables.set(search, name);
  }

  /** Gives back the tables of the results. */
  end(): void {
    for (const name of this.#taken.splice(0)) this.#connection.temporary.giveBack(name);
    this.#tables.clear();
  }

  #putting(search: SearchApart, name: string, low: number, high: number): RenderedSql {
    const columns = search.hasBeside ? sql`(value, beside)` : sql`(value)`;
    const put = sql`insert or ignore into ${sqlName("temp", name)} ${columns} ${search.within(low, high)}`;
    return renderSql(put, sqlite, 1, this.#tables);
  }
}

/** From below to above all whole numbers of 64 bits: what cannot be counted up to is searched at a stretch. */
const EVERYTHING = { lowest: -1e19, highest: 1e19, skipGap: (above: number) => above };
