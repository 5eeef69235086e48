import type { Meter } from "./meter.ts";
import type { TableRows } from "./table-rows.ts";

/** Where values of one request are kept that its rows have in common, as long as the tables that they come from stay the same. */
export class KeptValues {
  readonly #byOwner = new Map<object, Kept>();

  /** What was kept of an owner; undefined where there is nothing, and when its tables were written since. */
  find({ owner, tables }: KeptPart, context: ReadsTables): unknown {
    const entry = this.#byOwner.get(owner);
    if (entry === undefined || entry.attempt?.isGivenUp) return undefined;
    let at = 0;
    for (const name of tables) if (context.rowsOf(name) !== entry.read[at++]) return undefined;
    return entry.value;
  }

  /** Keeps a value, unless it was found on rows some of which are still to be read. */
  keep({ owner, tables }: KeptPart, context: ReadsTables, value: unknown): void {
    const read = [...tables].map((name) => context.rowsOf(name));
    if (read.every(({ isComplete }) => isComplete))
      this.#byOwner.set(owner, { value, read, attempt: context.meter.attempt });
  }
}

/**
 * What reads other tables and nothing of the rows around it, such as `MAX(Orders[Total])` beside `[Total]`: its value is the
 * same for each of these rows, so it is worth keeping.
 */
export interface KeptPart {
  /** Tells one part from another. */
  readonly owner: object;
  /** Those that it reads. */
  readonly tables: ReadonlySet<string>;
}

/** What is asked of the request: its tables, and the attempt that is under way. */
interface ReadsTables {
  rowsOf(table: string): TableRows;
  readonly meter: Pick<Meter, "attempt">;
}

interface Kept {
  readonly value: unknown;
  readonly read: readonly TableRows[];
  /** The attempt that has paid for it: when that is given up, so is the value, so that it is paid for again. */
  readonly attempt: { readonly isGivenUp: boolean } | undefined;
}
