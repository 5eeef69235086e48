import type { TableRows } from "./table-rows.ts";

/** Where values of one request are kept that its rows have in common, as long as the tables that they come from stay the same. */
export class KeptValues {
  readonly #byOwner = new Map<object, Kept>();
  /** Owners of values that were found while rows were still to be read. */
  readonly #unfinished = new Set<object>();

  /** What was kept of an owner; undefined where there is nothing, and when its tables were written since. */
  find({ owner, tables }: KeptPart, context: ReadsTables): unknown {
    const entry = this.#byOwner.get(owner);
    if (entry === undefined) return undefined;
    let at = 0;
    for (const name of tables) if (context.rowsOf(name) !== entry.read[at++]) return undefined;
    return entry.value;
  }

  /** Keeps a value. */
  keep({ owner, tables }: KeptPart, context: ReadsTables, value: unknown): void {
    const read = [...tables].map((name) => context.rowsOf(name));
    this.#byOwner.set(owner, { value, read });
    if (read.some(({ isComplete }) => !isComplete)) this.#unfinished.add(owner);
  }

  /** To be said when rows that were missing are read: forgets what was found without them. */
  forgetUnfinished(): void {
    for (const owner of this.#unfinished) this.#byOwner.delete(owner);
    this.#unfinished.clear();
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

interface ReadsTables {
  rowsOf(table: string): TableRows;
}

interface Kept {
  readonly value: unknown;
  readonly read: readonly TableRows[];
}
