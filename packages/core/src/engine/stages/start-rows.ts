import { type Counts, DiagnosticList, EVERY_ERROR, isFull } from "../../diagnostics/index.ts";
import { memo, type Task } from "../../expression/parts.ts";
import type { StoredColumnDefinition, TableDefinition } from "../../schema/index.ts";
import type { Row, RowReader } from "../../storage/index.ts";
import type { Value } from "../../values/index.ts";
import { errorsByRights } from "../access/nameable.ts";
import { batchLoad } from "../batch-loading/batch-loaded-tables.ts";
import type { Call } from "../calls/call.ts";
import { evaluateCell, storedOrSent } from "../cells/evaluate-cell.ts";
import { keyFrom } from "../keys/key-from.ts";
import { loadRows } from "./load-rows.ts";
import type { Batch, DraftRow, KeyedRow, LoadedRow, ReadRow } from "./rows.ts";

/**
 * New rows: initial values in column order, and what the request gives in their place; or, where the application says so, what
 * the request gives, and then the initial values of the other columns, which see it.
 */
export function* startRows(
  call: Call,
  { rows, diagnostics }: Batch<ReadRow>,
  listed: Counts | undefined = call.limits.listed,
): Task<Batch<DraftRow>> {
  if (isFull(diagnostics, listed)) return { rows: [], diagnostics };
  const errors = new DiagnosticList(diagnostics, listed);
  const drafts: DraftRow[] = [];
  const { blank, initial } = rowPlanOf(call.table);
  const isAfter = call.app.initialValues === "afterRequest";
  // By index: an iterator of a generator makes an object for each row and column.
  for (let at = 0; at < rows.length; at++) {
    const { position, cells, unread } = rows[at] as ReadRow;
    const values = blank.slice();
    if (isAfter) putCells(values, cells);
    for (let next = 0; next < initial.length; next++) {
      const column = initial[next] as StoredColumnDefinition;
      const { name, index, initialValue } = column;
      if (initialValue === undefined || (isAfter && cells[index] !== undefined)) continue;
      const place = { row: position, column: name };
      const result = yield* evaluateCell(call, initialValue, values, undefined, place);
      values[index] = result.output ?? null;
      if (cells[index] !== undefined) continue;
      errors.addAll(errorsByRights(call, column, { position, sent: cells }, result.diagnostics));
    }
    if (!isAfter) putCells(values, cells);
    drafts.push({ position, before: undefined, values, unread });
  }
  return { rows: drafts, diagnostics: errors.all };
}

function putCells(values: Value[], cells: ReadRow["cells"]): void {
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index];
    if (cell !== undefined) values[index] = cell;
  }
}

/** Stored rows with what the request gives in place of the old values; a key stays as it is stored. */
export function changeRows(
  { key, storedColumns }: TableDefinition,
  { rows, diagnostics }: Batch<LoadedRow>,
): Batch<DraftRow> {
  const drafts = rows.map(({ position, cells, before, unread }) => {
    const values = before.map((value, index) => {
      const cell = cells[index];
      return cell === undefined ? value : storedOrSent(value, cell, storedColumns[index]?.type);
    });
    for (const { index } of key) values[index] = before[index] ?? null;
    return { position, before, values, unread };
  });
  return { rows: drafts, diagnostics };
}

/** What stages do with each row of a table that is added or changed, as far as only its definition says it. */
interface RowPlan {
  /** A row of blanks, its number included. */
  readonly blank: Row;
  /** The columns with an initial value. */
  readonly initial: readonly StoredColumnDefinition[];
  /** The stored columns with a formula and the change columns, each after those that it reads or watches. */
  readonly computed: readonly StoredColumnDefinition[];
}

/** The plan of a table. */
export const rowPlanOf = memo(
  ({ scope, storedColumns, formulaOrder }: TableDefinition): RowPlan => ({
    blank: Array.from({ length: scope.rowNumberIndex + 1 }, () => null),
    initial: storedColumns.filter(({ initialValue }) => initialValue !== undefined),
    computed: formulaOrder.filter((column) => !column.isVirtual),
  }),
);

/**
 * The rows of an Add that updates what is there: a row whose key exists is an edit of that row, which initial values
 * skip, and every other row is new. A key that an initial value gives counts like one that is sent. A row that is sent
 * with its version has to be there.
 */
export async function startOrChangeRows(
  call: Call,
  transaction: RowReader,
  read: Batch<ReadRow>,
): Promise<Batch<DraftRow>> {
  const { listed } = call.limits;
  if (isFull(read.diagnostics, listed)) return { rows: [], diagnostics: read.diagnostics };
  // Errors of rows that are edits are dropped below, so all are kept until then: a full list would lose those of new rows.
  const started = await batchLoad(call, transaction, () =>
    startRows(call, { rows: read.rows, diagnostics: [] }, EVERY_ERROR),
  );
  const keyed = read.rows.flatMap((row, index) => withKey(call, row, started.rows[index]));
  const sent = { rows: keyed, diagnostics: read.diagnostics };
  const loaded = await loadRows(call, transaction, sent, { adds: true });
  const changed = new Set(loaded.rows.map(({ position }) => position));
  const rows = [
    ...changeRows(call.table, { rows: loaded.rows, diagnostics: [] }).rows,
    ...started.rows.filter(({ position }) => !changed.has(position)),
  ];
  const errors = new DiagnosticList(loaded.diagnostics, listed);
  errors.addAll(started.diagnostics.filter(({ row = 0 }) => !changed.has(row)));
  return { rows: rows.sort((a, b) => a.position - b.position), diagnostics: errors.all };
}

function withKey({ table }: Call, row: ReadRow, draft: DraftRow | undefined): readonly KeyedRow[] {
  const key = row.key ?? (draft && keyFrom(table, draft.values));
  return key === undefined ? [] : [{ ...row, key }];
}
