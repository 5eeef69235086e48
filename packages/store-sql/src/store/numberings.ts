import { numberingFrom } from "../migrations/catalogue.ts";
import { RowNumbering } from "../tables/row-numbering.ts";
import type { SqlValue } from "../values/sql-value.ts";
import type { Awaitable } from "./sql-connection.ts";

/** Rows of the catalogue: the name of a table and what the database keeps of its numbering. */
type Kept = readonly (readonly SqlValue[])[];

/** The numberings of tables in one transaction. */
export class Numberings {
  readonly #read: () => Awaitable<Kept>;
  readonly #seen: SeenNumberings | undefined;
  readonly #known = new Map<string, RowNumbering>();
  readonly #changed = new Map<string, RowNumbering>();
  #kept: ReadonlyMap<SqlValue, readonly SqlValue[]> | undefined;

  /**
   * `kept` is what the database keeps, or reads it when it is needed. Without a `seen` these are all numberings; with one,
   * those of tables that rows have left.
   */
  constructor(kept: Kept | (() => Awaitable<Kept>), seen?: SeenNumberings) {
    this.#read = typeof kept === "function" ? kept : () => kept;
    if (typeof kept !== "function") this.#kept = byTable(kept);
    this.#seen = seen;
  }

  async of(table: string): Promise<RowNumbering> {
    this.#kept ??= byTable(await this.#read());
    return this.#numberingOf(table, this.#kept);
  }

  /** What `of` will answer unless the numbering has changed since another transaction saw it. */
  expected(table: string): RowNumbering {
    if (this.#kept !== undefined) return this.#numberingOf(table, this.#kept);
    return this.#seen?.last(table) ?? WITHOUT_GAPS;
  }

  /** Changes a numbering; the catalogue has it when the transaction commits. */
  set(table: string, numbering: RowNumbering): void {
    this.#known.set(table, numbering);
    this.#changed.set(table, numbering);
  }

  /** Those that the transaction has changed. */
  get changed(): ReadonlyMap<string, RowNumbering> {
    return this.#changed;
  }

  #numberingOf(table: string, all: ReadonlyMap<SqlValue, readonly SqlValue[]>): RowNumbering {
    const known = this.#known.get(table);
    if (known !== undefined) return known;
    const kept = all.get(table);
    const numbering = this.#seen === undefined ? numberingFrom(table, kept) : this.#seen.of(table, kept);
    this.#known.set(table, numbering);
    return numbering;
  }
}

function byTable(kept: Kept): ReadonlyMap<SqlValue, readonly SqlValue[]> {
  return new Map(kept.map(([name, ...numbering]) => [name as SqlValue, numbering]));
}

/** The numberings as transactions have last seen them: they seldom change, and some are long. */
export class SeenNumberings {
  readonly #seen = new Map<
    string,
    { readonly kept: readonly SqlValue[]; readonly numbering: RowNumbering }
  >();

  last(table: string): RowNumbering | undefined {
    return this.#seen.get(table)?.numbering;
  }

  /** The numbering of what the database keeps; where it keeps nothing, no row has left the table. */
  of(table: string, kept: readonly SqlValue[] | undefined): RowNumbering {
    if (kept === undefined) {
      this.#seen.delete(table);
      return WITHOUT_GAPS;
    }
    const seen = this.#seen.get(table);
    if (seen?.kept.every((one, at) => one === kept[at])) return seen.numbering;
    const numbering = numberingFrom(table, kept);
    this.#seen.set(table, { kept, numbering });
    return numbering;
  }
}

const WITHOUT_GAPS = new RowNumbering("position");
