import {
  EvaluationError,
  keyOf,
  type Meter,
  type RequestContext,
  runWithPauses,
  type TableRows,
  type Task,
} from "../../expression/parts.ts";
import type { StrictRead } from "../../expression/plan/filter-reads.ts";
import type { TableDefinition } from "../../schema/index.ts";
import type { InMemoryRows, Row, RowReader } from "../../storage/index.ts";
import type { Family, Value } from "../../values/index.ts";
import { storedKey } from "../keys/key-from.ts";
import { type Observations, observing } from "../observations/observations.ts";
import { BatchLoadedTable } from "./batch-loaded-table.ts";

/**
 * Runs a stage with the rows of other tables that its expressions read, asking the store for those of all rows
 * together: the number of store calls does not grow with the rows. A stage may run more than once, the last time counts,
 * and it pauses wherever it yields. One that reads no other rows and does not pause is done when it returns.
 */
export function batchLoad<T>(call: Loading, transaction: RowReader, stage: () => Task<T>): T | Promise<T> {
  const {
    read: { batchLoaded, context },
    observations,
  } = call;
  const { spent } = context.meter;
  const undo = () => context.meter.rewind(spent);
  if (observations === undefined) return batchLoaded.run(transaction, context, stage, undo);
  const observed = observing(observations, stage);
  return batchLoaded.run(transaction, context, observed.stage, () => {
    undo();
    observed.undo();
  });
}

/** To be said after rows were written: expressions then read them again. */
export function forgetBatchLoaded({ read: { batchLoaded, unfiltered } }: Loading): void {
  batchLoaded.clear();
  unfiltered.clear();
}

/** What a call reads for its expressions, and for its security filters. */
interface Loading {
  readonly read: {
    readonly context: RequestContext;
    readonly batchLoaded: BatchLoadedTables;
    readonly unfiltered: BatchLoadedTables;
  };
  readonly observations: Observations | undefined;
}

/**
 * The tables as the expressions of a call read them. Evaluation is synchronous and most stores are not, so work that
 * evaluates is run, what it missed is read for all of its rows together, and it is run again. Asynchronous functions of the
 * program are asked in the same way.
 */
export class BatchLoadedTables {
  readonly #definitions: ReadonlyMap<string, TableDefinition>;
  readonly #strict: StrictColumns | undefined;
  /** Made for the first table that an expression reads. */
  #tables: Map<string, LoadedTable> | undefined;
  #reader: RowReader | undefined;
  #meter: Meter | undefined;

  /** Of the columns in `strict`, by table, what cannot be read throws an `UnreadableValue`. */
  constructor(definitions: ReadonlyMap<string, TableDefinition>, strict?: StrictColumns) {
    this.#definitions = definitions;
    this.#strict = strict;
  }

  rowsOf(name: string): TableRows {
    const existing = this.#tables?.get(name);
    if (existing !== undefined) return existing;
    const definition = this.#definitions.get(name);
    if (definition === undefined) throw new Error(`An expression reads "${name}", which is no table.`);
    const inMemory = this.#reader?.inMemory?.(name);
    const table =
      inMemory === undefined || this.#meter === undefined
        ? new BatchLoadedTable(definition, this.#strict?.get(name))
        : new InMemoryTable(definition, inMemory, this.#meter);
    this.#tables ??= new Map();
    this.#tables.set(name, table);
    return table;
  }

  /**
   * The answer of work whose every question was answered. Each round reads rows that the one before led to, so there
   * are as many as accesses are nested; where volatile functions ask again each time, whole tables end it. Work that asks for
   * nothing and does not pause is answered without a promise.
   */
  run<T>(
    transaction: RowReader,
    context: RequestContext,
    work: () => Task<T>,
    undo: () => void = () => {},
  ): T | Promise<T> {
    this.#reader = transaction;
    this.#meter = context.meter;
    const begin = () => runWithPauses(work(), context.meter);
    let first: T | Promise<T>;
    try {
      first = begin();
    } catch (thrown) {
      first = Promise.reject(thrown);
    }
    if (!(first instanceof Promise) && this.#isComplete(context)) return first;
    return this.#inRounds(transaction, context, first, begin, undo);
  }

  async #inRounds<T>(
    transaction: RowReader,
    context: RequestContext,
    first: T | Promise<T>,
    begin: () => T | Promise<T>,
    undo: () => void,
  ): Promise<T> {
    for (let round = 1; ; round++) {
      try {
        const answer = await (round === 1 ? first : begin());
        if (this.#isComplete(context)) return answer;
      } catch (thrown) {
        // Work that was done on too few rows may have run into a limit that means nothing.
        if (!(thrown instanceof EvaluationError) || this.#isComplete(context)) throw thrown;
      }
      undo();
      context.kept?.forgetUnfinished();
      // Rows that are missing may change what functions of the program are asked.
      const missing = this.#missing();
      for (const table of missing) await table.read(transaction, context, round > MOST_ROUNDS);
      if (missing.length > 0) context.host?.forgetNoted();
      else await context.host?.answerAll(context.meter);
    }
  }

  #isComplete({ host }: RequestContext): boolean {
    return this.#missing().length === 0 && (host?.isComplete ?? true);
  }

  #missing(): readonly LoadedTable[] {
    if (this.#tables === undefined || this.#tables.size === 0) return NONE;
    return [...this.#tables.values()].filter(({ isComplete }) => !isComplete);
  }

  /** Forgets all rows: some of them were written. */
  clear(): void {
    this.#tables?.clear();
  }
}

/** Columns by their positions, by table. */
export type StrictColumns = ReadonlyMap<string, ReadonlyMap<number, StrictRead>>;

type LoadedTable = BatchLoadedTable | InMemoryTable;

const NONE: readonly LoadedTable[] = [];

const MOST_ROUNDS = 20;

/**
 * A table whose rows the store has in memory, as expressions read it. In a call that shares the processor, a column that
 * was not indexed yet counts as empty and is noted; `read` indexes it with pauses.
 */
class InMemoryTable implements TableRows {
  readonly #table: TableDefinition;
  readonly #stored: InMemoryRows;
  readonly #meter: Meter;
  readonly #missing = new Map<string, IndexedColumn>();

  constructor(table: TableDefinition, stored: InMemoryRows, meter: Meter) {
    this.#table = table;
    this.#stored = stored;
    this.#meter = meter;
  }

  get rows(): readonly Row[] {
    return this.#stored.rows;
  }

  /** The parts of a composite key are joined, and other parts may join to the same text. */
  get hasUniqueKeys(): boolean {
    return this.#table.scope.key.length === 1;
  }

  find(key: Value): Row | undefined {
    const stored = storedKey(this.#table, key);
    const row = stored && this.#stored.rowOf(stored);
    return row !== undefined && keyOf(row, this.#table.scope) === key ? row : undefined;
  }

  matching(column: number, family: Family, value: Value): readonly Row[] {
    if (!this.#meter.isShared || this.#stored.isIndexed(column, family))
      return this.#stored.matching(column, family, value);
    this.#missing.set(`${column} ${family}`, { column, family });
    return [];
  }

  matchingNumbers(read: number, column: number, family: Family, value: Value) {
    return this.#stored.matchingNumbers?.(read, column, family, value);
  }

  /** Whether no index is missing. */
  get isComplete(): boolean {
    return this.#missing.size === 0;
  }

  /** Indexes the columns that were noted. */
  async read(): Promise<void> {
    const keys = [...this.#missing.values()];
    this.#missing.clear();
    for (const { column, family } of keys)
      await runWithPauses(this.#stored.index(column, family, this.#meter), this.#meter);
  }
}

interface IndexedColumn {
  readonly column: number;
  readonly family: Family;
}
