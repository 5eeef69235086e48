import { numberingFrom } from "../migrations/catalogue.ts";
import { NeedsToBeAlone } from "../network/repeat-write.ts";
import { RowNumbering } from "../tables/row-numbering.ts";
import type { TableLayout } from "../tables/table-layout.ts";
import type { SqlValue } from "../values/sql-value.ts";
import type { Awaitable } from "./sql-connection.ts";

/** Rows of the catalogue: the name of a table and what the database keeps of its numbering; then, where it is told, the last migration. */
type Kept = readonly (readonly SqlValue[])[];

/** What numberings are like where writers work concurrently. */
export interface NumberingRules {
  /** Of a concurrent transaction, whose numberings are fixed. */
  readonly shared?: SharedSlots;
  /**
   * Of a concurrent transaction that reads a numbering when it needs it, after it has guarded what is numbered. What it
   * `isChanging`, no other transaction changes before its end.
   */
  readonly fresh?: (table: TableLayout, isChanging: boolean) => Awaitable<RowNumbering>;
  /** Of an exclusive one: the numbering with all slots that others were given before, in use or not. */
  readonly settle?: (table: TableLayout, numbering: RowNumbering) => Awaitable<RowNumbering>;
}

/** Slots that no other transaction is given. */
export interface SharedSlots {
  /** So many, ascending; those that were drawn before and that no row has got come first. */
  draw(table: TableLayout, numbering: RowNumbering, count: number): Awaitable<readonly number[]>;
  /** Takes note that rows have got the first of them. */
  noteAdded(table: TableLayout, count: number): void;
  /** Whether the statement that inserts rows may draw their slots itself. Without a `noteDrawn` after it they are lost. */
  letDraw(table: TableLayout): boolean;
  /** Takes note of the slots that it has drawn. */
  noteDrawn(table: TableLayout, numbering: RowNumbering, slots: readonly number[]): void;
}

/** The numberings of tables in one transaction. */
export class Numberings {
  readonly #read: () => Awaitable<Kept>;
  readonly #seen: SeenNumberings | undefined;
  readonly #known = new Map<string, RowNumbering>();
  readonly #changed = new Map<string, RowNumbering>();
  readonly #rules: NumberingRules;
  readonly #settled = new Set<string>();
  #kept: ReadonlyMap<SqlValue, readonly SqlValue[]> | undefined;
  #needsToBeAlone = false;

  /**
   * `kept` is what the database keeps, or reads it when it is needed. Without a `seen` these are all numberings; with one,
   * those of tables that rows have left.
   */
  constructor(kept: Kept | (() => Awaitable<Kept>), seen?: SeenNumberings, rules: NumberingRules = {}) {
    this.#read = typeof kept === "function" ? kept : () => kept;
    if (typeof kept !== "function") this.#kept = byTable(kept);
    this.#seen = seen;
    this.#rules = rules;
  }

  /** The number of the last migration, where what began the transaction has told it. */
  async lastMigration(): Promise<SqlValue | undefined> {
    return (await this.#read())[0]?.[CELLS];
  }

  async of(layout: TableLayout): Promise<RowNumbering> {
    const { name } = layout.table;
    if (this.#rules.fresh !== undefined) return this.#fresh(layout, this.#rules.fresh, false);
    this.#kept ??= byTable(await this.#read());
    const numbering = this.#numberingOf(name, this.#kept);
    if (this.#rules.settle === undefined || this.#settled.has(name)) return numbering;
    this.#settled.add(name);
    const settled = await this.#rules.settle(layout, numbering);
    if (settled !== numbering) this.set(name, settled);
    return settled;
  }

  /** The same of a table whose rows are added or removed now. */
  ofChanging(layout: TableLayout): Promise<RowNumbering> {
    const { fresh } = this.#rules;
    return fresh === undefined ? this.of(layout) : this.#fresh(layout, fresh, true);
  }

  /** The slots of so many rows that are to be added to a table. */
  async draw(layout: TableLayout, count: number): Promise<readonly number[]> {
    const numbering = await this.of(layout);
    if (this.#rules.shared !== undefined) return this.#rules.shared.draw(layout, numbering, count);
    return Array.from({ length: count }, (_, at) => numbering.highest + at + 1);
  }

  /**
   * Whether rows may be inserted by a statement that draws their slots: as the first thing in a transaction, because others may be
   * in the way of one that has read, and then it is not known which were drawn.
   */
  letDraw(layout: TableLayout): boolean {
    return this.#kept === undefined && this.#rules.shared?.letDraw(layout) === true;
  }

  /** Takes note of the slots that the statement has drawn. */
  async noteDrawn(layout: TableLayout, slots: readonly number[]): Promise<void> {
    this.#rules.shared?.noteDrawn(layout, await this.of(layout), slots);
  }

  /** Takes note that rows have got the slots that were drawn for them. */
  noteAdded(layout: TableLayout, count: number): void {
    const { name } = layout.table;
    const numbering = this.#known.get(name);
    if (this.#rules.shared !== undefined) this.#rules.shared.noteAdded(layout, count);
    else if (numbering !== undefined) this.set(name, numbering.afterInsert(count));
  }

  /** Said before rows leave a table: where others' numbers depend on that, the transaction has to be exclusive. */
  refuseBesideOthers({ table: { rowNumbers } }: TableLayout): void {
    if (this.#rules.shared === undefined || rowNumbers === "stable") return;
    this.#needsToBeAlone = true;
    throw new NeedsToBeAlone();
  }

  /** Whether the transaction cannot be completed concurrently, whatever came of it. */
  get needsToBeAlone(): boolean {
    return this.#needsToBeAlone;
  }

  /** What `of` will answer unless the numbering has changed since another transaction saw it. */
  expected(table: string): RowNumbering {
    if (this.#kept !== undefined) return this.#numberingOf(table, this.#kept);
    return this.#known.get(table) ?? this.#seen?.last(table) ?? WITHOUT_GAPS;
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

  async #fresh(
    layout: TableLayout,
    read: NonNullable<NumberingRules["fresh"]>,
    isChanging: boolean,
  ): Promise<RowNumbering> {
    const { name } = layout.table;
    const current = this.#known.get(name);
    if (current !== undefined && (!isChanging || this.#settled.has(name))) return current;
    const numbering = await read(layout, isChanging);
    if (isChanging) this.#settled.add(name);
    this.#known.set(name, numbering);
    return numbering;
  }

  #numberingOf(table: string, all: ReadonlyMap<SqlValue, readonly SqlValue[]>): RowNumbering {
    const current = this.#known.get(table);
    if (current !== undefined) return current;
    const stored = all.get(table);
    const numbering = this.#seen === undefined ? numberingFrom(table, stored) : this.#seen.of(table, stored);
    this.#known.set(table, numbering);
    return numbering;
  }
}

/** Of a row of the catalogue: the name and the numbering. */
const CELLS = 4;

function byTable(kept: Kept): ReadonlyMap<SqlValue, readonly SqlValue[]> {
  return new Map(kept.map(([name, ...numbering]) => [name as SqlValue, numbering.slice(0, CELLS - 1)]));
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
