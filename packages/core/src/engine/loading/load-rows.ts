import { type Diagnostic, DiagnosticList, diagnose } from "../../diagnostics/index.ts";
import { holdsObjects, type Task } from "../../expression/parts.ts";
import type { TableDefinition } from "../../schema/index.ts";
import { ConstraintViolation, type WriteTransaction } from "../../storage/index.ts";
import { diagnoseProblems, type JsonValue, type Value } from "../../values/index.ts";
import { refusedRow } from "../access/explained.ts";
import { batchLoad, forgetBatchLoaded } from "../batch-loading/batch-loaded-tables.ts";
import type { Call } from "../calls/call.ts";
import type { ChangeLog } from "../calls/change-log.ts";
import type { SentExactly } from "../cells/sent-exactly.ts";
import { keyFrom, keyOfRow, writeKey } from "../keys/key-from.ts";
import { ColumnReading } from "../stages/named-columns.ts";
import { readSentCell, withoutBlankKeys } from "../stages/read-cells.ts";
import type { Batch, CheckedRow, ReadRow } from "../stages/rows.ts";
import { checkDrafts } from "../stages/save-drafts.ts";
import { startOrChangeRows, startRows } from "../stages/start-rows.ts";
import type { LoadOptions, LoadRow } from "./load-request.ts";
import type { LoadPlan } from "./plan-load.ts";

/** What became of some rows, by their positions. */
export interface LoadedRows {
  added: number;
  updated: number;
  skipped: number;
  readonly refused: Map<number, Diagnostic[]>;
}

/**
 * Takes rows through the stages of an Add, or of an Edit where a key exists and rows are to be updated, and writes those
 * that have no error.
 */
export async function writeLoadedRows(
  call: Call,
  transaction: WriteTransaction,
  read: Batch<ReadRow>,
  onDuplicate: LoadOptions["onDuplicate"],
  changes: ChangeLog,
): Promise<LoadedRows> {
  const loaded: LoadedRows = { added: 0, updated: 0, skipped: 0, refused: new Map() };
  const updates = onDuplicate === "update";
  for (let open = read; open.rows.length > 0 || open.diagnostics.length > 0; ) {
    const [now, later] = updates ? withoutRepeats(call.table, open.rows) : [open.rows, []];
    const sent = { rows: now, diagnostics: open.diagnostics };
    const drafts = updates
      ? await startOrChangeRows(call, transaction, sent)
      : await batchLoad(call, transaction, () => startRows(call, sent));
    const { rows, diagnostics } = await checkDrafts(call, transaction, transaction, drafts, true);
    refuse(loaded, diagnostics);
    const written = await writeRows(call, transaction, rows, onDuplicate, loaded, changes);
    forgetBatchLoaded(call);
    const again =
      written === 0
        ? []
        : now.filter(({ position }) => mayReferToNewRow(call.table, loaded.refused.get(position)));
    for (const { position } of again) loaded.refused.delete(position);
    open = { rows: [...again, ...later], diagnostics: [] };
  }
  return loaded;
}

/** The rows whose keys come first, and those that name one of them once more: the later row is to win. */
function withoutRepeats(
  table: TableDefinition,
  rows: readonly ReadRow[],
): readonly [readonly ReadRow[], readonly ReadRow[]] {
  const seen = new Set<string>();
  const later = new Set<ReadRow>();
  for (const row of rows) {
    if (row.key === undefined) continue;
    const key = writeKey(table, row.key);
    if (seen.has(key)) later.add(row);
    seen.add(key);
  }
  return later.size === 0 ? [rows, []] : [rows.filter((row) => !later.has(row)), [...later]];
}

function refuse({ refused }: LoadedRows, diagnostics: readonly Diagnostic[]): void {
  for (const diagnostic of diagnostics) {
    const { row = 0, severity } = diagnostic;
    if (severity !== "error") continue;
    const errors = refused.get(row);
    if (errors === undefined) refused.set(row, [diagnostic]);
    else errors.push(diagnostic);
  }
}

/** Answers how many rows were written. */
async function writeRows(
  { table, change: { instants } }: Call,
  transaction: WriteTransaction,
  rows: readonly CheckedRow[],
  onDuplicate: LoadOptions["onDuplicate"],
  loaded: LoadedRows,
  changes: ChangeLog,
): Promise<number> {
  const changed = rows.filter(({ before }) => before !== undefined);
  const added = changed.length === 0 ? rows : rows.filter(({ before }) => before === undefined);
  const duplicates = await insertNew(table, transaction, added, instants);
  if (changed.length > 0)
    await locatingRefusals(table.name, changed, () =>
      transaction.update(table.name, instants.rowsOf(table, changed)),
    );
  if (changes.isKept) noteWritten(table, changes, rows, duplicates);
  loaded.added += added.length - duplicates.length;
  loaded.updated += changed.length;
  if (onDuplicate === "skip") loaded.skipped += duplicates.length;
  else
    refuse(
      loaded,
      duplicates.map(({ position, values }) => {
        const key = writeKey(table, keyOfRow(table, values));
        return diagnose("key/duplicate", { key }, { row: position, key });
      }),
    );
  return rows.length - duplicates.length;
}

function noteWritten(
  table: TableDefinition,
  changes: ChangeLog,
  rows: readonly CheckedRow[],
  duplicates: readonly CheckedRow[],
): void {
  const unwritten = new Set(duplicates);
  for (const row of rows) {
    const { before, values: after, position } = row;
    if (!unwritten.has(row)) changes.note({ table, before, after, position });
  }
}

/** Inserts the rows whose keys are new and answers the others. */
async function insertNew(
  table: TableDefinition,
  transaction: WriteTransaction,
  rows: readonly CheckedRow[],
  instants: SentExactly,
): Promise<readonly CheckedRow[]> {
  if (rows.length === 0) return [];
  const insert = (some: readonly CheckedRow[]) =>
    locatingRefusals(table.name, some, () => transaction.insert(table.name, instants.rowsOf(table, some)));
  const { duplicates } = await insert(rows);
  if (duplicates.length === 0) return [];
  const positions = new Set(duplicates);
  const others = rows.filter((_, at) => !positions.has(at));
  if (others.length > 0) await insert(others);
  return rows.filter((_, at) => positions.has(at));
}

/** Whether all that is wrong with a row is that it names rows of its own table, which may have been written meanwhile. */
function mayReferToNewRow(table: TableDefinition, errors: readonly Diagnostic[] | undefined): boolean {
  if (errors === undefined) return false;
  return errors.every(({ code, column }) => {
    if (code !== "cell/no-such-row") return false;
    const { type } = table.columns.find(({ name }) => name === column) ?? {};
    return type?.kind === "Ref" && type.table === table.name;
  });
}

/** Reads every cell by its column's type. `first` is the place of the first row in its source. */
export function* readLoadRows(
  call: Call,
  { targets, source: { cells: form = "typed" } }: Pick<LoadPlan<LoadRow>, "targets" | "source">,
  rows: readonly LoadRow[],
  first: number,
): Task<Batch<ReadRow>> {
  const { timeSlice } = call.read.context.meter;
  const diagnostics = new DiagnosticList([], call.limits.listed);
  const { context } = call.read;
  const isJson = form === "typed";
  const cellReaders = targets.map(
    (column) =>
      column && {
        column,
        reading: new ColumnReading(context, column.options, { isJson }),
        asWritten: new ColumnReading(context, column.options),
        takesObjects: holdsObjects(column.type),
      },
  );
  const read: ReadRow[] = [];
  const none: ReadonlySet<number> = new Set();
  const names = targets.map((column) => column?.name);
  for (const [at, { cells: input, digits, problems = [] }] of rows.entries()) {
    const position = first + at;
    const refusals = diagnoseProblems(problems, names, position);
    if (refusals.length > 0) {
      for (const refusal of refusals) diagnostics.add(refusal);
      continue;
    }
    if (input.length !== targets.length) {
      const counts = { actual: input.length, expected: targets.length };
      diagnostics.add(diagnose("row/cell-count", counts, { row: position }));
      continue;
    }
    const cells: (Value | undefined)[] = [];
    let unread: Set<number> | undefined;
    for (let cell = 0; cell < input.length; cell++) {
      const reader = cellReaders[cell];
      const sent = input[cell];
      if (reader === undefined || sent === undefined) continue;
      const { column, takesObjects } = reader;
      const reading = digits?.includes(cell) ? reader.asWritten : reader.reading;
      const result = readSentCell(call, position, column, reading, takesObjects ? sent : flatCell(sent));
      if ("value" in result) {
        cells[column.index] = result.value;
        continue;
      }
      unread ??= new Set();
      unread.add(column.index);
      for (const error of result.errors) diagnostics.add(error);
    }
    read.push({
      position,
      cells: withoutBlankKeys(call.table, cells),
      key: keyFrom(call.table, cells),
      unread: unread ?? none,
    });
    if (timeSlice.isOver) yield;
  }
  return { rows: read, diagnostics: diagnostics.all };
}

/** What a column without objects can take: lists of single values and links as they are, and what else is nested as its JSON. */
function flatCell(cell: JsonValue): JsonValue {
  const isNested = (one: JsonValue) => typeof one === "object" && one !== null;
  if (!isNested(cell)) return cell;
  const isPlain = Array.isArray(cell) ? !cell.some(isNested) : Object.hasOwn(cell as object, "Url");
  return isPlain ? cell : JSON.stringify(cell);
}

/** A row that a database refuses because of a constraint of its own; the transaction that tried it is lost. */
export class RefusedByStore extends Error {
  /** Place of the row in its source. */
  readonly position: number;
  readonly diagnostic: Diagnostic;

  constructor(position: number, diagnostic: Diagnostic) {
    super(diagnostic.message);
    this.position = position;
    this.diagnostic = diagnostic;
  }
}

/** Writes rows, and says in words of the definition which of them the database refuses. */
async function locatingRefusals<T>(
  table: string,
  rows: readonly { readonly position: number }[],
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (thrown) {
    if (!(thrown instanceof ConstraintViolation) || thrown.table !== table) throw thrown;
    const { position = thrown.position + 1 } = rows[thrown.position] ?? {};
    throw new RefusedByStore(position, refusedRow(thrown, { row: position }));
  }
}
