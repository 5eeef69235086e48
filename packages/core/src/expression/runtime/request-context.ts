import type { Family, Value } from "../../values/index.ts";
import type { HostCalls } from "./host-calls.ts";
import type { Meter } from "./meter.ts";

/** What an evaluation may know beyond its row: one instant, one caller, the tables in view, and a budget. */
export interface RequestContext {
  /** Wall-clock seconds of the request's instant in `timeZone`, and the same instant in UTC. */
  readonly now: number;
  readonly utcNow: number;
  /** IANA name, and the name the caller gave. */
  readonly timeZone: string;
  readonly timeZoneName: string;
  readonly locale: string;
  /** Canonical LatLong of the caller. */
  readonly location: string;
  readonly user: Caller;
  readonly settings: ReadonlyMap<string, Value>;
  /** Values bound by the call, read as `[_PARAM].[name]`. */
  readonly parameters: ReadonlyMap<string, Value>;
  /** Whether a parameter that is not bound is an error, and no blank. */
  readonly isStrict?: boolean;
  /** Values for INPUT(). */
  readonly inputs: ReadonlyMap<string, Value>;
  /** A number from 0 up to but without 1. */
  random(): number;
  /** The rows of a table that the expression names; rows that were not read yet count as missing, and are read before it is evaluated again. */
  rowsOf(table: string): TableRows;
  readonly meter: Meter;
  /** The calls of functions of the program around; without it none can be called. */
  readonly host?: HostCalls;
  /** Caches values that are the same for many rows; without it each is computed again. */
  readonly kept?: RequestCache;
}

/** Blank texts are null. */
export interface Caller {
  readonly email: string | null;
  readonly name: string | null;
  readonly role: string | null;
}

/** The rows of one table as an evaluation sees them, in table order, with look-ups by key and by column. */
export interface TableRows extends MatchingRows {
  readonly rows: readonly (readonly Value[])[];
  /** Whether each of the rows is known to be the one that `find` gives for its key. */
  readonly hasUniqueKeys: boolean;
  /** Whether nothing that was asked for is missing: rows that are still to be read count as none. */
  readonly isComplete: boolean;
  /** The row of a key, exactly; a composite key is its parts joined by ": ". */
  find(key: Value): readonly Value[] | undefined;
}

/** Rows by the value of a column, which is named by its position. */
export interface MatchingRows {
  /** The rows whose column equals the value by the language's equality, in table order. */
  matching(column: number, family: Family, value: Value): readonly (readonly Value[])[];
  /** The numbers that these rows have in the column `read`, null for blanks; undefined where the rows have to be read for them. */
  matchingNumbers?(
    read: number,
    column: number,
    family: Family,
    value: Value,
  ): readonly (number | null)[] | undefined;
}

/** A cache of the values of one request that do not depend on its rows. A value is valid while the tables it was computed from stay the same. */
export class RequestCache {
  readonly #byOwner = new Map<object, Kept>();

  /** The cached value of an owner; undefined if there is none, and if its tables were written since. */
  find({ owner, tables }: Invariant, context: ReadsTables): unknown {
    const entry = this.#byOwner.get(owner);
    if (entry === undefined) return undefined;
    let at = 0;
    for (const name of tables) if (context.rowsOf(name) !== entry.read[at++]) return undefined;
    return entry.value;
  }

  /** Caches a value. */
  keep({ owner, tables }: Invariant, context: ReadsTables, value: unknown): void {
    const read = [...tables].map((name) => context.rowsOf(name));
    this.#byOwner.set(owner, { value, read, isFinished: read.every(({ isComplete }) => isComplete) });
  }

  /** Call it when missing rows have been read: drops what was computed without them. */
  forgetUnfinished(): void {
    for (const [owner, { isFinished }] of this.#byOwner) if (!isFinished) this.#byOwner.delete(owner);
  }
}

/**
 * A part that reads other tables and nothing of the rows around it, such as `MAX(Orders[Total])` in `[Total] = MAX(Orders[Total])`.
 * Its value is the same for each of these rows.
 */
export interface Invariant {
  /** Identifies the part. */
  readonly owner: object;
  /** The tables that it reads. */
  readonly tables: ReadonlySet<string>;
}

interface ReadsTables {
  rowsOf(table: string): TableRows;
}

interface Kept {
  readonly value: unknown;
  readonly read: readonly TableRows[];
  /** Whether it was computed when no rows were still to be read. */
  readonly isFinished: boolean;
}
