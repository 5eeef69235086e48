import {
  keyOf,
  type Meter,
  runToEnd,
  runWithPauses,
  type TableRows,
  type Task,
  valueFamilyOf,
} from "../../expression/parts.ts";
import type { StrictRead } from "../../expression/plan/filter-reads.ts";
import type { TableDefinition } from "../../schema/index.ts";
import {
  FEW_ROWS,
  type FindPlan,
  findAll,
  type Row,
  type RowReader,
  readIfReadable,
  rowsByHash,
} from "../../storage/index.ts";
import { putUnreadable, type UnreadableValue, unreadableCells } from "../../storage/unreadable-value.ts";
import { type Family, hashOf, type Value } from "../../values/index.ts";
import { recordedKey, storedKey } from "../keys/key-from.ts";

/**
 * The rows of one table that expressions have asked for. What has not been read yet counts as missing and is noted;
 * `read` asks the store for all that was noted: once for keys, once for each column that is compared, or once for all.
 */
export class BatchLoadedTable implements TableRows {
  readonly #table: TableDefinition;
  readonly #strict: ReadonlyMap<number, StrictRead> | undefined;
  /** By the positions of strict columns, one of what cannot be read there. */
  readonly #unreadable = new Map<number, UnreadableValue>();
  readonly #byKey = new Map<Value, Row | undefined>();
  readonly #missingKeys = new Set<Value>();
  readonly #columns = new Map<string, BatchLoadedColumn>();
  #whole: WholeTable | undefined;
  #isWholeMissing = false;

  constructor(table: TableDefinition, strict: ReadonlyMap<number, StrictRead> | undefined) {
    this.#table = table;
    this.#strict = strict;
  }

  get rows(): readonly Row[] {
    this.#isWholeMissing ||= this.#whole === undefined;
    return this.#whole?.rows ?? [];
  }

  get hasUniqueKeys(): boolean {
    return this.#whole?.hasUniqueKeys ?? false;
  }

  find(key: Value): Row | undefined {
    const row = this.#whole?.find(key);
    if (row !== undefined || (this.#whole !== undefined && !this.#mayHaveLikeKeys)) return row;
    if (!this.#byKey.has(key)) this.#missingKeys.add(key);
    return this.#byKey.get(key);
  }

  /** Whether the database may take a text for equal to a key that differs from it. */
  get #mayHaveLikeKeys(): boolean {
    const { source, key } = this.#table;
    return source !== undefined && key.some(({ type }) => valueFamilyOf(type) === "text");
  }

  /** Throws where a row may be left out, or taken for one with a blank, because its value cannot be read. */
  matching(column: number, family: Family, value: Value): readonly Row[] {
    const strict = this.#strict?.get(column);
    const isStrict = strict !== undefined && (value === null || strict.byMissing);
    const unreadable = isStrict ? this.#unreadable.get(column) : undefined;
    if (unreadable !== undefined) throw unreadable;
    if (isStrict && value !== null) this.#matching(column, family, null); // where what cannot be read is, too
    return this.#matching(column, family, value);
  }

  #matching(column: number, family: Family, value: Value): readonly Row[] {
    if (this.#whole !== undefined) return this.#whole.matching(column, family, value);
    const name = `${column} ${family}`;
    const entry = this.#columns.get(name) ?? { column, family, byHash: new Map(), missing: new Map() };
    this.#columns.set(name, entry);
    const hash = hashOf(value, family);
    const rows = entry.byHash.get(hash);
    if (rows === undefined) entry.missing.set(hash, value);
    return rows ?? [];
  }

  /** Whether nothing that was asked for is missing. */
  get isComplete(): boolean {
    if (this.#isWholeMissing || this.#whole?.isComplete === false) return false;
    return (
      this.#missingKeys.size === 0 && [...this.#columns.values()].every(({ missing }) => missing.size === 0)
    );
  }

  /** Reads what was noted, or all rows; and of these the indexes that were noted. */
  async read(transaction: RowReader, context: FindPlan["context"], all: boolean): Promise<void> {
    if (this.#whole !== undefined) {
      await runWithPauses(this.#whole.makeIndexes(), context.meter);
      return this.#readKeys(transaction);
    }
    const plan: FindPlan = { table: this.#table.name, conditions: [], order: [], context };
    if (this.#isWholeMissing || all) {
      const { rows } = await findAll(transaction, plan);
      this.#whole = new WholeTable(
        rows.map((row) => this.#take(row)),
        this.#table.scope,
        context.meter,
      );
      this.#isWholeMissing = false;
      this.#missingKeys.clear();
      this.#columns.clear();
      return;
    }
    await this.#readKeys(transaction);
    for (const column of this.#columns.values()) {
      if (column.missing.size > 0) await this.#readColumn(transaction, plan, column);
    }
  }

  async #readKeys(transaction: RowReader): Promise<void> {
    const unread = [...this.#missingKeys];
    this.#missingKeys.clear();
    for (const key of unread) this.#byKey.set(key, undefined);
    const named = unread.flatMap((key) => {
      const stored = storedKey(this.#table, key);
      // A text that only looks like a key of several columns names no row.
      const isKey = this.#table.key.length === 1 || (stored && recordedKey(this.#table, stored) === key);
      return stored === undefined || !isKey ? [] : [{ key, stored }];
    });
    if (named.length === 0) return;
    const keys = named.map(({ stored }) => stored);
    for (const [at, row] of (await transaction.getByKeys(this.#table.name, keys)).entries())
      if (row !== undefined) this.#byKey.set(named[at]?.key ?? null, this.#take(row));
  }

  async #readColumn(
    transaction: RowReader,
    plan: FindPlan,
    { column, family, byHash, missing }: BatchLoadedColumn,
  ): Promise<void> {
    const values = [...missing.values()];
    for (const hash of missing.keys()) byHash.set(hash, []);
    const fresh = new Set(missing.keys());
    missing.clear();
    const { batches } = await transaction.find({ ...plan, inList: { column, family, values } });
    for await (const batch of batches) {
      for (const row of batch) {
        const hash = readIfReadable(() => hashOf(row[column] ?? null, family));
        if (hash !== undefined && fresh.has(hash)) byHash.get(hash)?.push(this.#take(row));
      }
    }
  }

  /** A row as it was read, or a copy in which the strict cells throw that cannot be read. */
  #take(row: Row): Row {
    const cells = unreadableCells(row);
    if (this.#strict === undefined || cells.length === 0) return row;
    const copy = [...row];
    for (const [at, { name }] of this.#strict) {
      const value = cells.find(({ column }) => column === name);
      if (value === undefined) continue;
      putUnreadable(copy, at, value);
      this.#unreadable.set(at, value);
    }
    return copy;
  }
}

type Hash = ReturnType<typeof hashOf>;

/** The rows by the value of one column, and the values whose rows were asked for but not read. */
interface BatchLoadedColumn {
  readonly column: number;
  readonly family: Family;
  readonly byHash: Map<Hash, Row[]>;
  readonly missing: Map<Hash, Value>;
}

/**
 * All rows of a table, with indexes that are made when they are first asked for. In a call that shares the processor one
 * over many rows is noted then, and rows count as missing; `makeIndexes` makes it with pauses. What cannot be read equals nothing.
 */
class WholeTable implements TableRows {
  readonly rows: readonly Row[];
  readonly #scope: TableDefinition["scope"];
  readonly #meter: Meter;
  readonly #indexes = new Map<string, Index>();
  readonly #missing = new Map<string, () => Task<Index>>();

  constructor(rows: readonly Row[], scope: TableDefinition["scope"], meter: Meter) {
    this.rows = rows;
    this.#scope = scope;
    this.#meter = meter;
  }

  get hasUniqueKeys(): boolean {
    const keys = this.#keys;
    return keys?.size === this.rows.length && !keys.has(null);
  }

  find(key: Value): Row | undefined {
    return this.#keys?.get(key) as Row | undefined;
  }

  matching(column: number, family: Family, value: Value): readonly Row[] {
    const hash = (row: Row) => readIfReadable(() => hashOf(row[column] ?? null, family));
    const index = this.#indexOf(`${column} ${family}`, () => rowsByHash(this.rows, hash, this.#meter));
    return (index?.get(hashOf(value, family)) ?? []) as readonly Row[];
  }

  /** Whether no index is missing. */
  get isComplete(): boolean {
    return this.#missing.size === 0;
  }

  /** Makes the indexes that were noted. */
  *makeIndexes(): Task<void> {
    for (const [name, make] of this.#missing) {
      this.#indexes.set(name, yield* make());
      this.#missing.delete(name);
    }
  }

  get #keys(): Index | undefined {
    return this.#indexOf("key", () => this.#firstByKey());
  }

  #indexOf(name: string, make: () => Task<Index>): Index | undefined {
    const existing = this.#indexes.get(name);
    if (existing !== undefined) return existing;
    if (this.#meter.isShared && this.rows.length > FEW_ROWS) {
      this.#missing.set(name, make);
      return undefined;
    }
    const index = runToEnd(make());
    this.#indexes.set(name, index);
    return index;
  }

  /** Of rows with the same key the first. */
  *#firstByKey(): Task<Index> {
    const byKey = new Map<unknown, Row>();
    for (const row of this.rows) {
      if (this.#meter.isPauseDue) yield;
      const key = readIfReadable(() => keyOf(row, this.#scope));
      if (key !== undefined && !byKey.has(key)) byKey.set(key, row);
    }
    return byKey;
  }
}

/** A row by its key, or rows by the hash of a column. */
type Index = ReadonlyMap<unknown, Row | readonly Row[]>;
