import { keyOf } from "../../expression/parts.ts";
import type { StoredColumnDefinition, TableDefinition } from "../../schema/index.ts";
import type { FindPlan, Key, Row, RowBatches, RowReader } from "../../storage/index.ts";
import type { Value } from "../../values/index.ts";
import type { Call } from "../calls/call.ts";
import { checkOnRow } from "../engine-tables/check-on-row.ts";
import { concealedColumns } from "../journal/row-image.ts";
import { compareKeys } from "../keys/compare-keys.ts";
import { recordedKey } from "../keys/key-from.ts";
import type { PastRow } from "./read-past.ts";

/**
 * The rows of one table as they were, of those that it has now and what was changed since. They are in the order of those now,
 * and rows that were deleted since come after the others, or where their keys say in a table of another program.
 */
export class PastRows {
  readonly #table: TableDefinition;
  readonly #changes: ReadonlyMap<string, PastRow>;
  readonly #stored: RowReader;
  readonly #context: FindPlan["context"];
  readonly #concealed: readonly StoredColumnDefinition[];
  #present: Promise<ReadonlyMap<string, Row>> | undefined;

  constructor(
    { request }: Pick<Call, "request">,
    stored: RowReader,
    table: TableDefinition,
    changes: ReadonlyMap<string, PastRow>,
  ) {
    this.#table = table;
    this.#changes = changes;
    this.#stored = stored;
    this.#context = request;
    this.#concealed = concealedColumns(table);
  }

  /** The rows of a plan, of which nothing else is done. */
  async *find({ table, inList }: FindPlan): RowBatches {
    const plan = { table, conditions: [], order: [], context: this.#context, ...(inList && { inList }) };
    const { batches } = await this.#stored.find(plan);
    const changed = await this.#changedRows();
    let next = 0;
    for await (const batch of batches) {
      const rows: Row[] = [];
      for (const row of batch) {
        if (this.#changes.has(this.keyOf(row))) continue;
        for (; next < changed.length && this.#isBefore(changed[next] as Row, row); next++)
          rows.push(changed[next] as Row);
        rows.push(row);
      }
      yield rows;
    }
    yield changed.slice(next);
  }

  async getByKeys(keys: readonly Key[]): Promise<readonly (Row | undefined)[]> {
    const rows = await this.#stored.getByKeys(this.#table.name, keys);
    const names = keys.map((key) => recordedKey(this.#table, key));
    if (!names.some((name) => this.#changes.has(name))) return rows;
    const changed = new Map((await this.#changedRows()).map((row) => [this.keyOf(row), row]));
    return names.map((name, at) => (this.#changes.has(name) ? changed.get(name) : rows[at]));
  }

  /** As people read it. */
  keyOf(row: Row): string {
    return String(keyOf(row, this.#table.scope) ?? "");
  }

  /** The row as it is now, or as it last was; given a row as it was. */
  async presentOf(row: Row): Promise<Row | undefined> {
    const key = this.keyOf(row);
    const change = this.#changes.get(key);
    if (change === undefined) return row;
    return (await this.#presentRows()).get(key) ?? change.last;
  }

  /** Columns whose values of a row as it was are not recorded: blank. */
  unknownOf(row: Row): readonly string[] {
    return [...(this.#changes.get(this.keyOf(row))?.unknown ?? [])];
  }

  get hasUnknown(): boolean {
    return [...this.#changes.values()].some(({ unknown }) => unknown.size > 0);
  }

  /** Changed rows that are there, by their keys. */
  #presentRows(): Promise<ReadonlyMap<string, Row>> {
    this.#present ??= this.#readPresent();
    return this.#present;
  }

  async #readPresent(): Promise<ReadonlyMap<string, Row>> {
    const keys = [...this.#changes.values()].map(({ key }) => key);
    const rows = keys.length === 0 ? [] : await this.#stored.getByKeys(this.#table.name, keys);
    return new Map(rows.filter((row) => row !== undefined).map((row) => [this.keyOf(row), row]));
  }

  /** Changed rows as they were, in order. */
  async #changedRows(): Promise<readonly Row[]> {
    const present = await this.#presentRows();
    const { rowNumberIndex } = this.#table.scope;
    const rows: Row[] = [];
    const deleted: Row[] = [];
    for (const [key, { was, unknown }] of this.#changes) {
      if (was === undefined) continue;
      const now = present.get(key);
      const row = was as Value[]; // made of its image for this call; a copy would lose its digits and what cannot be read
      for (const { name, index } of this.#concealed)
        if (now !== undefined && !unknown.has(name)) row[index] = now[index] ?? null;
      row[rowNumberIndex] = now?.[rowNumberIndex] ?? null;
      (now === undefined ? deleted : rows).push(row);
    }
    if (this.#table.source !== undefined)
      return [...rows, ...deleted].sort((a, b) => compareKeys(this.#table, a, b));
    rows.sort((a, b) => Number(a[rowNumberIndex]) - Number(b[rowNumberIndex]));
    const highest = deleted.length === 0 ? 0 : await this.#highestNumber();
    return [...rows, ...deleted.map((row, at) => row.with(rowNumberIndex, highest + 1 + at))];
  }

  #isBefore(one: Row, other: Row): boolean {
    if (this.#table.source !== undefined) return compareKeys(this.#table, one, other) < 0;
    const { rowNumberIndex } = this.#table.scope;
    return Number(one[rowNumberIndex]) < Number(other[rowNumberIndex]);
  }

  async #highestNumber(): Promise<number> {
    const { name: table, scope } = this.#table;
    const order = [{ expression: checkOnRow("[_RowNumber]", scope), descending: true }];
    const plan = { table, conditions: [], order, limit: 1, context: this.#context };
    let highest = 0;
    for await (const batch of (await this.#stored.find(plan)).batches)
      for (const row of batch) highest = Math.max(highest, Number(row[scope.rowNumberIndex]));
    return highest;
  }
}
