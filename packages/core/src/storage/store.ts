import type { Meter } from "../expression/runtime/meter.ts";
import type { MatchingRows } from "../expression/runtime/request-context.ts";
import type { Task } from "../expression/runtime/time-slice.ts";
import type { Family } from "../values/index.ts";
import type { FindPlan, Found, PlanExplanation } from "./find-plan.ts";
import type { Migration, MigrationPlan } from "./migration-plan.ts";
import { allRowsOf, type Key, type Row } from "./row.ts";
import type { StoredTable } from "./stored-table.ts";
import type { AsyncContext } from "./write-queue.ts";

/**
 * A place where rows live. A store stores: it has no defaults, validation, permissions or formulas.
 * Every method rejects only for errors of the store itself (file, network, our bug), never for bad user input.
 */
export interface Store {
  /**
   * Tells the engine from within which function of the program a call comes. Such a call is refused on every store: on some it
   * would wait for the call that waits for the function.
   */
  readonly functionCalls?: AsyncContext<FunctionCall>;
  /** A short name for logs and explanations, such as `memory` or `sqlite`. */
  readonly name: string;
  /** Whether what a transaction reads depends on the identity that it is for. */
  readonly readsByIdentity?: boolean;
  /** Whether `open` takes tables with a `source`; the engine refuses them for other stores. */
  readonly takesSources?: boolean;
  /**
   * Whether it only reads tables of other programs and has none of its own: no tables of the engine. What
   * reads one of these throws an error whose `code` is `server/keeps-nothing`.
   */
  readonly keepsNothing?: boolean;
  /**
   * Creates what is missing (tables, columns, indexes), all or nothing. Called before anything else, and again when the
   * definition has changed: columns are known by their names, and a new one is blank in the rows there are. What an
   * `opening` does not allow is refused with a `MigrationRefused`.
   */
  open(tables: readonly StoredTable[], opening?: Opening): Promise<void>;
  /** The tables it was opened with last, which are those of the transactions that begin now. */
  tables?(): readonly StoredTable[];
  /**
   * Whether rows have their values in all columns that are filled. They have not once a process with an older definition has
   * written; opening the store again gives them. It also learns here that its own tables are outdated. Missing where one process has the store for itself.
   */
  isFilled?(): Promise<boolean>;
  /** The changes `open` would make, without making them; a store may be unable to predict them. */
  planOpen?(tables: readonly StoredTable[], opening?: Opening): Promise<MigrationPlan>;
  /** Runs `work` on one consistent snapshot of what was committed when it began; no writer makes it wait. */
  read<T>(work: (transaction: RowReader) => Promise<T>, use?: ReadUse): Promise<T>;
  /**
   * Runs `work` as if it were the only one: commits when it returns, rolls everything back when it throws, and rejects with what it
   * threw. A store on which writers work in parallel may run `work` again when it turns out that they were in each
   * other's way: what the runs before did in the transaction is gone, and what they did elsewhere is the work's own care. It
   * bounds such repeats, and the last run is exclusive. A write inside a write is refused. A transaction whose work
   * has ended refuses every call.
   */
  write<T>(work: (transaction: WriteTransaction) => Promise<T>, use?: WriteUse): Promise<T>;
  /**
   * Copies what is committed when the copying begins to a new file, from which a store can be opened, while others read
   * and write. Rejects when there is a file already, unless the copy `replaces` it: at the end, and whole. A store may have
   * tools of its own for that instead.
   */
  backUp?(copy: string, options?: { readonly replaces?: boolean }): Promise<void>;
  /**
   * Rejects when the store cannot be reached or used right now, within a few seconds whatever happens. A store that is as
   * near as the process itself has none.
   */
  check?(): Promise<void>;
  /** How many connections to its database there are just now; a store without such has nothing to say. */
  connections?(): Connections;
  /** How many statements it keeps prepared just now; a store without such has nothing to say. */
  statements?(): number;
  /** What it found out about its database when it was made; a store that is its own database has nothing to say. */
  capabilities?(): Capabilities;
  close(): Promise<void>;
}

/** A call of a function of the program. */
export interface FunctionCall {
  readonly name: string;
  isRunning: boolean;
  /** Whether it has called the engine that waits for it. */
  hasCalledBack: boolean;
}

/** The connections of a store to its database. */
export interface Connections {
  readonly open: number;
  /** Those of them that are not in use. */
  readonly idle: number;
  /** Transactions that wait for one. */
  readonly waiting: number;
}

/** How a store is opened. */
export interface Opening {
  /** The id of the application whose tables they are: a store keeps those of one application, and refuses another. */
  readonly application?: string;
  /** What is done to what is there already; without it only what can be added is added. */
  readonly migration?: Migration;
  /** Change nothing: what is missing, or not as the definition has it, is refused as well. What ends with the process may be made. */
  readonly readOnly?: boolean;
  /** Gives values to columns that were added to tables with rows, in the transaction that has added them. */
  readonly fill?: (transaction: WriteTransaction, added: readonly AddedColumns[]) => Promise<void>;
  /** The same for a store that commits parts of it, so that others write in between. */
  readonly fillInParts?: PartwiseFilling;
  /** Whether every row is given its values again, in all columns that are filled. */
  readonly refills?: boolean;
}

/** Gives values to columns that were added, some rows at a time. */
export interface PartwiseFilling {
  /** What is to be done, one step after the other; columns that are in none stay blank. */
  steps(added: readonly AddedColumns[]): readonly AddedColumns[];
  /** Writes what a step gives some rows of its table. Answers why rows cannot have it; then nothing was written. May be run again. */
  fillRows(
    transaction: WriteTransaction,
    step: AddedColumns,
    rows: readonly Row[],
  ): Promise<readonly string[]>;
  /** Learns how many values rows cannot have that were written after the columns of a table had been filled. */
  report?(table: string, refusals: number): void;
}

/** Columns that were added to a table with rows, which are blank in them. */
export interface AddedColumns {
  readonly table: string;
  readonly columns: readonly string[];
}

/** What a read is about, so that a store may serve short ones in parallel with long ones. */
export interface ReadUse {
  /** Whether it looks for rows by something else than their keys, which may take as long as a call may. */
  readonly searches?: boolean;
  /**
   * Whether it calls `getByKeys` once and nothing else. A store may then take the snapshot at that call, and rejects every
   * other call.
   */
  readonly keysOnly?: boolean;
  /**
   * Whom the rows are for. A store may then answer from a copy that follows the database, as long as it has what the writes of
   * the same caller have changed; where the copy goes while it is read, it rejects with a `ReadLost`. Without one the read sees
   * all that is committed.
   */
  readonly caller?: string | undefined;
  /** The time zone whose wall clock instants are read by, a name that `zoneOf` gives; UTC without one. */
  readonly timeZone?: string | undefined;
  /**
   * What is known of the person the transaction is for: `email`, `role`, and `settings.` with a name. A database may judge by it itself, as
   * by row-level security.
   */
  readonly identity?: ReadonlyMap<string, string> | undefined;
}

/** What a write is about, so that a store may serve short ones in parallel. */
export interface WriteUse {
  /** Whether no other write may run besides it, from the beginning: it is long, or removes rows whose positions others have. */
  readonly exclusive?: boolean | undefined;
  /** False for work that cannot be run a second time: a conflict then rejects the write. */
  readonly repeatable?: boolean | undefined;
  /**
   * That the work is small, so that a store may run it in one transaction with others, and again in its own if it does more:
   * `insert` inserts rows into one table, once; `update` reads rows of one table by their keys, once, and then updates some of
   * these, once.
   */
  readonly batch?: "insert" | "update" | undefined;
  /** Who writes, by the name that reads are given. */
  readonly caller?: string | undefined;
  /** The time zone whose wall clock instants are read and written by, as for reads. */
  readonly timeZone?: string | undefined;
  /** Whom it is for, as for reads. */
  readonly identity?: ReadUse["identity"];
}

/** What gives rows: a transaction, or what a caller may see of one. */
export interface RowReader {
  /** The rows of a plan in stored order, or in the plan's order when the store answers `ordered`. */
  find(plan: FindPlan): Promise<Found>;
  /** How `find` would answer; a store may have nothing to say. */
  explain?(plan: FindPlan): Promise<PlanExplanation>;
  /** For each key its row, or undefined where no row has it. Keys compare exactly. Cells that no value can be made of: `putUnreadable`. */
  getByKeys(table: string, keys: readonly Key[]): Promise<readonly (Row | undefined)[]>;
  /** Positions of the columns of a table that keep instants, which rows have by the clock of the transaction's zone; none where it is missing. */
  instants?(table: string): readonly number[];
  /**
   * The rows of a table where they are there without waiting, as they are until something is written. A store that holds its
   * rows in memory offers them, so that who evaluates asks for each when it is needed.
   */
  inMemory?(table: string): InMemoryRows | undefined;
}

/** Changes that are kept together or not at all. Its reads see what it has written. */
export interface WriteTransaction extends RowReader {
  /**
   * Appends rows at the end of the stored order; inserts none of them when any key exists already or is given twice.
   * A row may end early, the rest is blank; a row number it brings along means nothing.
   */
  insert(table: string, rows: readonly Row[]): Promise<InsertOutcome>;
  /**
   * Replaces the rows of these keys, each given once; key parts and row numbers never change. Answers the rows as stored.
   * Throws when a key has no row: who edits a row has loaded it, so this is our own error.
   */
  update(table: string, rows: readonly Row[]): Promise<readonly Row[]>;
  /** Removes the rows of these keys; keys without a row are passed over. */
  delete(table: string, keys: readonly Key[]): Promise<void>;
}

/** How an insert ended: with all rows, or with none and the positions of those whose keys are taken. */
export interface InsertOutcome {
  /** The rows as stored, row numbers filled in; empty when there are duplicates. */
  readonly rows: readonly Row[];
  /** Positions, within the argument, of rows whose key exists already or stood earlier in the argument. */
  readonly duplicates: readonly number[];
  /** Those of them that the database takes for equal to one that stood earlier and has other letters. */
  readonly repeated?: ReadonlySet<number>;
}

/** Something that a store makes use of where its database has it, for people who look after it. */
export interface Capability {
  /** Such as `cursors`. */
  readonly name: string;
  /** Why it is not there, in the words of the database; missing where it is there. */
  readonly missing?: string;
  /** What is done without it: a clause such as `many rows come at once`. */
  readonly otherwise: string;
}

/** What a store has found out about its database. */
export interface Capabilities {
  /** The database and its version, such as `PostgreSQL 18.4`. */
  readonly product: string;
  readonly all: readonly Capability[];
}

/** The rows of one table, in stored order. */
export interface InMemoryRows extends MatchingRows {
  readonly rows: readonly Row[];
  /** Keys compare exactly. */
  rowOf(key: Key): Row | undefined;
  /** Whether `matching` answers for the column in a moment; otherwise its first answer takes a look at many rows. */
  isIndexed(column: number, family: Family): boolean;
  /** Takes that look, with pauses. */
  index(column: number, family: Family, meter: Meter): Task<void>;
}

/** What was found, all of it in memory. */
export interface FoundRows extends Omit<Found, "batches"> {
  readonly rows: readonly Row[];
}

/** Finds the rows of a plan and holds all of them. */
export async function findAll(reader: RowReader, plan: FindPlan): Promise<FoundRows> {
  const { batches, ...done } = await reader.find(plan);
  return { ...done, rows: await allRowsOf(batches) };
}

/** The same store for a definition whose tables a database has already: in this store they are tables that it made. */
export function withoutSources(store: Store): Store {
  const { name, functionCalls } = store;
  return {
    name,
    ...(functionCalls && { functionCalls }),
    takesSources: true,
    open: (tables, opening) =>
      store.open(
        tables.map(({ source: _, columns, ...table }) => ({
          ...table,
          columns: columns.map(({ source: _, ...column }) => column),
        })),
        opening,
      ),
    read: (work, use) => store.read(work, use),
    write: (work, use) => store.write(work, use),
    close: () => store.close(),
  };
}
