import { type Diagnostic, diagnose, type Outcome } from "../../diagnostics/index.ts";
import type { CheckedExpression } from "../../expression/parts.ts";
import { type ColumnDefinition, columnsRead } from "../../schema/index.ts";
import type { Row, RowBatches, RowReader } from "../../storage/index.ts";
import { isNameable } from "../access/is-nameable.ts";
import { shownColumns } from "../answers/shown-columns.ts";
import type { Call } from "../calls/call.ts";
import { concealedColumns } from "../journal/row-image.ts";
import type { PastMoment } from "../moments/past-moment.ts";
import { filterOf, unfilteredTables } from "../visibility/askable-part.ts";
import { allLeft } from "../visibility/explain-visible.ts";
import { filterRows } from "../visibility/filter-rows.ts";
import { VisibleRows } from "../visibility/visible-rows.ts";
import { PastRows } from "./past-rows.ts";
import { type Past, readPast } from "./read-past.ts";

/**
 * The rows as they were, for a caller who sees them now and saw them then: the filter is tried on the row as it was, beside the
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
    if (readsUnknown(filter, tables)) return rows.map(() => undefined);
    const read = columnsRead(filter);
    const present: (Row | undefined)[] = [];
    for (const row of rows) {
      const isKnown = table.unknownOf(row).every((column) => !read.has(column));
      present.push(isKnown ? await table.presentOf(row) : undefined);
    }
    const visible = await filterRows(now, stored, filter, present);
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
    if (table !== undefined) tables.set(name, new PastRows(call, stored, table, changes));
  }
  return tables;
}

/** Hands out rows and does nothing else of a plan: a store would do it with the rows of now. */
function readerOf({ request }: Call, stored: RowReader, tables: ReadonlyMap<string, PastRows>): RowReader {
  return {
    async find(plan) {
      const { table, conditions, inList } = plan;
      const alone = { table, conditions: [], order: [], context: request, ...(inList && { inList }) };
      const batches = tables.get(table)?.find(plan) ?? (await stored.find(alone)).batches;
      return { batches, residual: conditions, ordered: false, limited: false };
    },
    getByKeys: (table, keys) => tables.get(table)?.getByKeys(keys) ?? stored.getByKeys(table, keys),
  };
}

/** The same call with rows of its own for its filters: they are not those of then. */
function apart(call: Call): Call {
  const unfiltered = unfilteredTables(call.app, call.filtering.user);
  const filtering = Object.assign(Object.create(call.filtering), {
    rowsOf: (name: string) => unfiltered.rowsOf(name),
  });
  return { ...call, unfiltered, filtering };
}

/** Whether a filter reads other tables in which something is not recorded. */
function readsUnknown({ references }: CheckedExpression, tables: ReadonlyMap<string, PastRows>): boolean {
  return [...references.tables].some((name) => tables.get(name)?.hasUnknown ?? false);
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
          { column: column.name, table: isNameable(call, table) ? table : undefined },
          { column: column.name },
        ),
      );
    }
  }
  return warnings;
}
