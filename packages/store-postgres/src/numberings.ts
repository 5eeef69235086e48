import { RowNumbering, type SqlValue } from "@tablewright/store-sql";
import { numberingFrom } from "./catalogue.ts";

/** Rows as the statements that begin a transaction read them: the name of a table and what the database keeps of its numbering. */
type Told = readonly (readonly SqlValue[])[];

/** The numberings of tables in one transaction that writes, or in one that reads and may be told of them later. */
export class Numberings {
  readonly #begun: () => Promise<Told>;
  readonly #seen: SeenNumberings | undefined;
  readonly #known = new Map<string, RowNumbering>();
  #told: ReadonlyMap<SqlValue, readonly SqlValue[]> | undefined;

  /** Without a `seen`, `begun` are all numberings; with one, those of tables that rows have left. */
  constructor(begun: Told | (() => Promise<Told>), seen?: SeenNumberings) {
    this.#begun = typeof begun === "function" ? begun : async () => begun;
    this.#seen = seen;
    if (typeof begun !== "function") this.#told = byTable(begun);
  }

  async of(table: string): Promise<RowNumbering> {
    this.#told ??= byTable(await this.#begun());
    return this.#numberingOf(table, this.#told);
  }

  /** What `of` will answer unless the numbering has changed since another transaction saw it. */
  expected(table: string): RowNumbering {
    if (this.#told !== undefined) return this.#numberingOf(table, this.#told);
    return this.#seen?.last(table) ?? WITHOUT_GAPS;
  }

  set(table: string, numbering: RowNumbering): void {
    this.#known.set(table, numbering);
  }

  #numberingOf(table: string, all: ReadonlyMap<SqlValue, readonly SqlValue[]>): RowNumbering {
    const known = this.#known.get(table);
    if (known !== undefined) return known;
    const told = all.get(table);
    const made = this.#seen === undefined ? numberingFrom(table, told) : this.#seen.of(table, told);
    this.#known.set(table, made);
    return made;
  }
}

function byTable(told: Told): ReadonlyMap<SqlValue, readonly SqlValue[]> {
  return new Map(told.map(([name, ...numbering]) => [name as SqlValue, numbering]));
}

/** The numberings as transactions have last seen them: they seldom change, and some are long. */
export class SeenNumberings {
  readonly #seen = new Map<
    string,
    { readonly told: readonly SqlValue[]; readonly numbering: RowNumbering }
  >();

  last(table: string): RowNumbering | undefined {
    return this.#seen.get(table)?.numbering;
  }

  /** The numbering that a transaction was told of; where it was told of none, no row has left the table. */
  of(table: string, told: readonly SqlValue[] | undefined): RowNumbering {
    if (told === undefined) {
      this.#seen.delete(table);
      return WITHOUT_GAPS;
    }
    const seen = this.#seen.get(table);
    if (seen?.told.every((one, at) => one === told[at])) return seen.numbering;
    const numbering = numberingFrom(table, told);
    this.#seen.set(table, { told, numbering });
    return numbering;
  }
}

const WITHOUT_GAPS = new RowNumbering("position");
