import { type Diagnostic, diagnose, type Outcome } from "../../diagnostics/index.ts";
import { type CheckedExpression, keyOf } from "../../expression/parts.ts";
import {
  type ColumnDefinition,
  columnsRead,
  type StoredColumnDefinition,
  type TableDefinition,
} from "../../schema/index.ts";
import type { FindPlan, Key, Row, RowBatches, RowReader } from "../../storage/index.ts";
import type { Value } from "../../values/index.ts";
import { isNameable, shownColumns } from "../access/nameable.ts";
import type { Call } from "../calls/call.ts";
import type { EngineRequest } from "../calls/request.ts";
import type { PastMoment } from "../engine-tables/change-cursor.ts";
import { checkOnRow } from "../engine-tables/engine-table.ts";
import { concealedColumns } from "../journal/row-image.ts";
import { compareKeys, recordedKey } from "../keys/key-from.ts";
import { asOf } from "../properties/find-properties.ts";
import { filterOf, filterVisible, unfilteredTables } from "../visibility/filtered-plan.ts";
import { allLeft, VisibleRows } from "../visibility/visible-rows.ts";
import { type Past, type PastRow, readPast } from "./read-past.ts";

/**
 * The rows as they were, for a caller who sees them now and saw them then: the filter is tried on the row as it was, and the
 * other tables as they were, and on the row as it is or last was. Tables of which that is not known are as they are now, and a
 * Selector that reads one is an error; the caller is warned of columns that may have values of now.
 */
export async function rowsAsOf(
  call: Call,
  stored: RowReader,
  moment: PastMoment,
  selector?: CheckedExpression,
): Promise<Outcome<RowReader>> {
  const { output: past, diagnostics } = await readPast(call, stored, moment);
  if (past === undefined) return { output: undefined, diagnostics };
  const unknown = [...(selector?.references.tables ?? [])].filter((name) => !past.has(name));
  if (unknown.length > 0)
    return {
      output: undefined,
      diagnostics: unknown.map((table) => diagnose("history/selector", { table })),
    };
  const tables = pastTables(call, stored, past);
  const before = new VisibleRows(call, readerOf(call, stored, tables));
  const now = apart(call);
  const seenNow = async (name: string, rows: readonly Row[]): Promise<readonly (Row | undefined)[]> => {
    const filter = filterOf(now, name);
    const table = tables.get(name);
    if (filter === undefined || table === undefined) return rows;
    if ([...filter.references.tables].some((name) => tables.get(name)?.hasUnknown))
      return rows.map(() => undefined);
    const read = columnsRead(filter);
    const present: (Row | undefined)[] = [];
    for (const row of rows) {
      const isKnown = table.unknownOf(row).every((column) => !read.has(column));
      present.push(isKnown ? await table.presentOf(row) : undefined);
    }
    const visible = await filterVisible(now, stored, filter, present);
    return rows.map((row, at) => (visible[at] === undefined ? undefined : row));
  };
  const reader: RowReader = {
    async find(plan) {
      const { batches, ...done } = await before.find(plan);
      return { ...done, batches: visibleBatches(batches, (rows) => seenNow(plan.table, rows)) };
    },
    explain: async (plan) => allLeft(plan, "the rows are as they were, and the store has them as they are"),
    async getByKeys(table, keys) {
      const rows = await before.getByKeys(table, keys);
      const there = rows.filter((row) => row !== undefined);
      const seen = new Set(await seenNow(table, there));
      return rows.map((row) => (row !== undefined && seen.has(row) ? row : undefined));
    },
  };
  return { output: reader, diagnostics: warnOfPresent(call, past) };
}

function pastTables(call: Call, stored: RowReader, past: Past): ReadonlyMap<string, PastRows> {
  const tables = new Map<string, PastRows>();
  for (const [name, changes] of past) {
    const table = call.app.tables.get(name);
    if (table !== undefined) tables.set(name, new PastRows(call.read.context, stored, table, changes));
  }
  return tables;
}

/** Hands out rows and does nothing else of a plan: a store would do it with the rows of now. */
function readerOf(
  { read: { context } }: Call,
  stored: RowReader,
  tables: ReadonlyMap<string, PastRows>,
): RowReader {
  return {
    async find(plan) {
      const { table, conditions, inList } = plan;
      const alone = { table, conditions: [], order: [], context, ...(inList && { inList }) };
      const batches = tables.get(table)?.find(plan) ?? (await stored.find(alone)).batches;
      return { batches, residual: conditions, ordered: false, limited: false };
    },
    getByKeys: (table, keys) => tables.get(table)?.getByKeys(keys) ?? stored.getByKeys(table, keys),
  };
}

/** The same call with rows of its own for its filters: they are not those of then. */
function apart(call: Call): Call {
  const unfiltered = unfilteredTables(call.app, call.read.filtering.user);
  const filtering = Object.assign(Object.create(call.read.filtering), {
    rowsOf: (name: string) => unfiltered.rowsOf(name),
  });
  return { ...call, read: { ...call.read, unfiltered, filtering } };
}

async function* visibleBatches(
  batches: RowBatches,
  seen: (rows: readonly Row[]) => Promise<readonly (Row | undefined)[]>,
): RowBatches {
  for await (const rows of batches) yield (await seen(rows)).filter((row) => row !== undefined);
}

/** Warnings of columns that the rows of a Find have, and whose values may be another than those of then. */
function warnOfPresent(call: Call, past: Past): readonly Diagnostic[] {
  const { columns } = shownColumns(call);
  const warnings: Diagnostic[] = [];
  const concealed = new Set<ColumnDefinition>(concealedColumns(call.table));
  for (const column of columns) {
    if (concealed.has(column))
      warnings.push(diagnose("history/unrecorded", { column: column.name }, { column: column.name }));
    const tables = column.isVirtual ? (column.formula?.references.tables ?? []) : [];
    for (const table of tables) {
      if (past.has(table)) continue;
      warnings.push(
        diagnose(
          "history/as-now",
          { column: column.name, table: isNameable(call.caller, table) ? table : undefined },
          { column: column.name },
        ),
      );
    }
  }
  return warnings;
}

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
    context: FindPlan["context"],
    stored: RowReader,
    table: TableDefinition,
    changes: ReadonlyMap<string, PastRow>,
  ) {
    this.#table = table;
    this.#changes = changes;
    this.#stored = stored;
    this.#context = context;
    this.#concealed = concealedColumns(table);
  }

  /** The rows of a plan, of which nothing else is done. */
  async *find({ table, inList }: Pick<FindPlan, "table" | "inList">): RowBatches {
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

/** The call with the moment that its request names: which columns its caller may name depends on it. */
export function atItsMoment(call: Call, { properties }: Pick<EngineRequest, "properties">): Call {
  const { output: moment } = asOf.read(properties?.AsOf, call.app);
  return moment === undefined ? call : { ...call, read: { ...call.read, asOf: moment } };
}
