import type { InsertOutcome, Key, Row, StoredTable, Value } from "@tablewright/core/storage";
import { ColumnIndex } from "./column-index.ts";
import { encodeKey, encodeKeyOf, type Scalar } from "./encode-key.ts";
import type { PersistentMap } from "./persistent-map.ts";
import { RowList } from "./row-list.ts";
import { SlotLists } from "./slot-lists.ts";

/**
 * One table as it is after one transaction. A writer changes a fork of the newest version, which becomes the
 * newest when the transaction commits; every version stays readable as it was, while a reader holds it.
 */
export class TableVersion {
  readonly table: StoredTable;
  /** Columns that the definition no longer names; their values wait for it to name them again. */
  readonly retired: readonly RetiredColumn[];
  #rows: RowList;
  /** The slots of rows by encoded key, those of other versions among them; see `slotsByKey`. */
  #slots: SlotLists;
  #indexes: readonly ColumnIndex[];
  /** The slots from here on are of rows that this version has put besides those that it shares with others. */
  #ownSlots: number;

  private constructor(
    table: StoredTable,
    retired: readonly RetiredColumn[],
    rows: RowList,
    slots: SlotLists,
    indexes: readonly ColumnIndex[],
  ) {
    this.table = table;
    this.retired = retired;
    this.#rows = rows;
    this.#slots = slots;
    this.#indexes = indexes;
    this.#ownSlots = rows.slotCount;
  }

  /** A table without rows; `highest` is the highest row number it has ever given. */
  static empty(table: StoredTable, retired: readonly RetiredColumn[] = [], highest = 0): TableVersion {
    const rows = new RowList(table.rowNumbers, highest);
    const indexes = emptyIndexes(table);
    return new TableVersion(table, retired, rows, slotsByKey(table, indexes), indexes);
  }

  fork(): TableVersion {
    return new TableVersion(
      this.table,
      this.retired.map(({ name, values }) => ({ name, values: values.fork() })),
      this.#rows.fork(),
      this.#slots,
      this.#indexes.map((index) => index.fork()),
    );
  }

  get rows(): RowList {
    return this.#rows;
  }

  /** The index on a column; undefined where there is none. */
  indexOn(column: number): ColumnIndex | undefined {
    return this.#indexes.find((index) => index.column === column);
  }

  rowOf(key: Key): Row | undefined {
    const slot = this.#slotOfKey(encodeKey(key));
    return slot === undefined ? undefined : this.#rows.at(slot);
  }

  /** To be said of a version that is given up: takes back what it has put where other versions look, too. */
  giveUp(): void {
    for (let slot = this.#rows.slotCount - 1; slot >= this.#ownSlots; slot--) {
      const row = this.#rows.at(slot);
      if (row === undefined) continue;
      if (!this.#isKeyIndexed) this.#slots.takeBack(encodeKeyOf(row, this.table.key), slot, this.#ownSlots);
      for (const index of this.#indexes) index.takeBack(row[index.column] ?? null, slot, this.#ownSlots);
    }
  }

  insert(rows: readonly Row[]): InsertOutcome {
    const keys = rows.map((row) => encodeKeyOf(row, this.table.key));
    const duplicates = this.#duplicatesIn(keys);
    if (duplicates.length > 0) return { rows: [], duplicates };
    return { rows: rows.map((row, at) => this.#add(row, keys[at] as Scalar)), duplicates };
  }

  update(rows: readonly Row[]): readonly Row[] {
    const slots = rows.map((row) => this.#slotOf(row));
    const updated = rows.map((row, at) => this.#replace(slots[at] as number, row));
    this.#tidy();
    return updated;
  }

  delete(keys: readonly Key[]): void {
    for (const key of keys) {
      const encoded = encodeKey(key);
      const slot = this.#slotOfKey(encoded);
      if (slot === undefined) continue;
      this.#rows.remove(slot);
      for (const { values } of this.retired) values.delete(encoded);
    }
    this.#tidy();
  }

  /** Adds a row that has stood in an earlier form of the table, under the number it had there. */
  restore(values: readonly Value[], number: number): void {
    const key = encodeKeyOf(values, this.table.key);
    if (this.#slotOfKey(key) !== undefined) {
      throw new Error(`Two rows of table "${this.table.name}" have the key ${JSON.stringify(key)}.`);
    }
    this.#enter(this.#rows.restore(this.#storedValues(values), number), key);
  }

  #duplicatesIn(keys: readonly Scalar[]): number[] {
    if (keys.length === 1) return this.#slotOfKey(keys[0] as Scalar) === undefined ? [] : [0];
    const seen = isAscending(keys) ? undefined : new Set<Scalar>();
    const duplicates: number[] = [];
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at] as Scalar;
      if (seen?.has(key) || this.#slotOfKey(key) !== undefined) duplicates.push(at);
      else seen?.add(key);
    }
    return duplicates;
  }

  #add(row: Row, key: Scalar): Row {
    return this.#enter(this.#rows.append(this.#storedValues(row)), key);
  }

  /** Informs the indexes of the row in the last slot. */
  #enter(row: Row, key: Scalar): Row {
    const slot = this.#rows.slotCount - 1;
    if (!this.#isKeyIndexed) this.#slots.add(key, slot);
    for (const index of this.#indexes) index.add(row[index.column] ?? null, slot);
    return row;
  }

  #slotOf(row: Row): number {
    const key = encodeKeyOf(row, this.table.key);
    const slot = this.#slotOfKey(key);
    if (slot !== undefined) return slot;
    throw new Error(`Table "${this.table.name}" has no row with the key ${JSON.stringify(key)} to update.`);
  }

  /** Whether one index holds what is looked up by key, too. */
  get #isKeyIndexed(): boolean {
    return this.#indexes[0]?.lists === this.#slots;
  }

  /** The slot of the row that has the key in this version. */
  #slotOfKey(key: Scalar): number | undefined {
    const slots = this.#slots.below(this.#rows.slotCount, key);
    for (let at = slots.length - 1; at >= 0; at--) {
      const slot = slots[at] as number;
      if (hasKey(this.#rows.valuesAt(slot), key, this.table.key)) return slot;
    }
    return undefined;
  }

  #replace(slot: number, row: Row): Row {
    const old = this.#rows.at(slot) as Row;
    const stored = this.#rows.replace(slot, this.#storedValues(row));
    for (const index of this.#indexes) {
      const value = stored[index.column] ?? null;
      if (index.hash(value) !== index.hash(old[index.column] ?? null)) index.add(value, slot);
    }
    return stored;
  }

  /**
   * A copy, with a cell for the number: what the caller does to its array later must not reach the store. `slice` and `concat`
   * make an array of just this length; spreading leaves room that no row ever needs.
   */
  #storedValues(row: Row): Value[] {
    const { columns } = this.table;
    if (row.length > columns.length) return row.slice(0, columns.length + 1);
    return (row.length === columns.length ? row : columns.map((_, at) => row[at] ?? null)).concat(null);
  }

  /** Builds again what has come to hold more that is out of date than in use. */
  #tidy(): void {
    const { slotCount, liveCount } = this.#rows;
    const most = liveCount * 2 + SLACK;
    if (slotCount > most) this.#rebuild();
    else if (this.#indexes.some((index) => index.entryCount > most)) this.#reindex();
  }

  #rebuild(): void {
    const rebuilt = TableVersion.empty(this.table, this.retired, this.#rows.highest);
    for (let slot = 0; slot < this.#rows.slotCount; slot++) {
      const row = this.#rows.valuesAt(slot);
      if (row === undefined) continue;
      const key = encodeKeyOf(row, this.table.key);
      rebuilt.#enter(rebuilt.#rows.restore(row.slice(), row.at(-1) as number), key);
    }
    this.#rows = rebuilt.#rows;
    this.#slots = rebuilt.#slots;
    this.#indexes = rebuilt.#indexes;
    this.#ownSlots = this.#rows.slotCount;
  }

  #reindex(): void {
    const indexes = emptyIndexes(this.table);
    for (let slot = 0; slot < this.#rows.slotCount; slot++) {
      const row = this.#rows.valuesAt(slot);
      if (row === undefined) continue;
      for (const index of indexes) index.add(row[index.column] ?? null, slot);
    }
    if (this.#isKeyIndexed) this.#slots = slotsByKey(this.table, indexes);
    this.#indexes = indexes;
  }
}

function hasKey(row: Row | undefined, key: Scalar, parts: readonly number[]): boolean {
  return row !== undefined && encodeKeyOf(row, parts) === key;
}

/** Whether each key comes after the one before it, as keys that are counted up do: then none is there twice. */
function isAscending(keys: readonly Scalar[]): boolean {
  for (let at = 1; at < keys.length; at++) {
    const before = keys[at - 1];
    const key = keys[at];
    const areNumbers = typeof before === "number" && typeof key === "number";
    const areTexts = typeof before === "string" && typeof key === "string";
    if (!((areNumbers && before < key) || (areTexts && before < key))) return false;
  }
  return true;
}

/** Slots out of date that are not worth a tidying. */
const SLACK = 1_024;

/** Key parts are looked up by equality too, which is not the identity of keys. Those of the key come first. */
function emptyIndexes({ columns, key }: StoredTable): ColumnIndex[] {
  return columns
    .flatMap(({ indexed, family }, column) =>
      (indexed || key.includes(column)) && family !== "list" && family !== "object"
        ? [new ColumnIndex(column, family)]
        : [],
    )
    .sort((a, b) => Number(key.includes(b.column)) - Number(key.includes(a.column)));
}

/**
 * Whole numbers are equal where they are the same, so where one is the key its index serves look-ups by key as well. Texts that are
 * equal but for their case may be many.
 */
function slotsByKey({ columns, key }: StoredTable, [first]: readonly ColumnIndex[]): SlotLists {
  const [only = -1] = key;
  const isWhole = columns[only]?.kind === "integer" && columns[only].family === "number";
  return key.length === 1 && isWhole && first?.column === only ? first.lists : new SlotLists();
}

/** The values of a column that the definition no longer names, by encoded key; blanks are left out. */
export interface RetiredColumn {
  readonly name: string;
  readonly values: PersistentMap<Value>;
}
