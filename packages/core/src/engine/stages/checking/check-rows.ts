import {
  type Diagnostic,
  DiagnosticList,
  diagnose,
  hasErrors,
  type Outcome,
} from "../../../diagnostics/index.ts";
import { isPauseDueAt, type Task } from "../../../expression/parts.ts";
import {
  type ColumnDefinition,
  LONGEST_KEY,
  type StoredColumnDefinition,
  type TableDefinition,
} from "../../../schema/index.ts";
import type { Value } from "../../../values/index.ts";
import { readableErrors } from "../../access/readable.ts";
import type { Call } from "../../calls/call.ts";
import { evaluateAtOnce, outcomeOf } from "../../cells/evaluate-cell.ts";
import type { Batch, CheckedRow, ComputedRow } from "../rows.ts";
import { checkColumn, isBlank } from "./check-column.ts";
import { columnsToCheck } from "./columns-to-check.ts";

/**
 * Tries every rule on every row, as long as an error would be reported. There is an output only when no row has one, reported
 * here or before.
 */
export function* checkRows(call: Call, batch: Batch<ComputedRow>): Task<Outcome<readonly CheckedRow[]>> {
  const diagnostics = yield* findErrors(call, batch);
  if (hasErrors(diagnostics)) return { output: undefined, diagnostics };
  return { output: passed(batch.rows), diagnostics };
}

/** Those of the rows that have no error, and the errors of the others. */
export function* checkEach(call: Call, batch: Batch<ComputedRow>): Task<Batch<CheckedRow>> {
  const diagnostics = yield* findErrors(call, batch);
  const refused = new Set(
    diagnostics.flatMap(({ severity, row }) => (severity === "error" ? (row ?? []) : [])),
  );
  const sound = refused.size === 0 ? batch.rows : batch.rows.filter(({ position }) => !refused.has(position));
  return { rows: passed(sound), diagnostics };
}

/** The one place that gives the permit. */
function passed(rows: readonly ComputedRow[]): readonly CheckedRow[] {
  return rows as readonly (ComputedRow & CheckedRow)[];
}

/** What is reported here and before, in the order of the rows. */
function* findErrors(call: Call, batch: Batch<ComputedRow>): Task<readonly Diagnostic[]> {
  const { meter } = call.request;
  const diagnostics = new DiagnosticList(batch.diagnostics, call.mostListed);
  const columns = checkedColumnsOf(call);
  // By index: an iterator of a generator makes an object for each row and column.
  for (let index = 0; index < batch.rows.length; index++) {
    const row = batch.rows[index] as ComputedRow;
    if (diagnostics.isFull) {
      diagnostics.stop();
      break;
    }
    diagnostics.addAll(checkKeys(call, row));
    const own = columnsToCheck(call, columns, row);
    for (let at = 0; at < own.length; at++) {
      const checked = own[at] as CheckedColumn;
      const validity = attemptColumn(call, checked, row);
      if (validity === "passed") continue;
      const errors = yield* checkColumn(call, checked.column, row, validity);
      diagnostics.addAll(readableErrors(call, checked.column, row, errors));
    }
    if (isPauseDueAt(index, meter)) yield;
  }
  const { all } = diagnostics;
  return all.length < 2 ? all : all.toSorted((a, b) => (a.row ?? LAST) - (b.row ?? LAST));
}

/** What belongs to no row, such as that there is more. */
const LAST = Number.POSITIVE_INFINITY;

/** The same for every call of a table, so they are made once, and again where another Locale is asked for than the time before. */
function checkedColumnsOf({ table, request: { locale } }: Call): readonly CheckedColumn[] {
  const existing = columnsOf.get(table);
  if (existing?.locale === locale) return existing.columns;
  const columns = table.storedColumns.map((column) => withSoundness(column, locale));
  columnsOf.set(table, { locale, columns });
  return columns;
}

interface KnownColumns {
  readonly locale: string;
  readonly columns: readonly CheckedColumn[];
}

const columnsOf = new WeakMap<TableDefinition, KnownColumns>();

interface CheckedColumn {
  readonly column: StoredColumnDefinition;
  /** Whether a value is known to have no error but what Valid_If says, which holds of most of them. */
  readonly isSound: (value: Value) => boolean;
}

function withSoundness(column: StoredColumnDefinition, locale: string): CheckedColumn {
  const { columnType, options, required, requiredIf } = column;
  if (options.enforce) return { column, isSound: () => false };
  const mayBeBlank = !required && requiredIf === undefined;
  const writing = { locale, options };
  return {
    column,
    isSound: (value) => (isBlank(value) ? mayBeBlank : columnType.check(value, writing).length === 0),
  };
}

/** Tries at a stretch what nearly every value passes, so that steps are made for few; else what Valid_If gave, if it was tried. */
function attemptColumn(
  call: Call,
  { column, isSound }: CheckedColumn,
  row: ComputedRow,
): Outcome<Value> | "passed" | undefined {
  const value = row.values[column.index] ?? null;
  if (!isSound(value)) return undefined;
  const { validIf } = column;
  if (validIf === undefined || isBlank(value)) return "passed";
  const validity = evaluateAtOnce(call, validIf, row.values, row.before, column.name, row.position);
  return validity === true ? "passed" : outcomeOf(validity);
}

/** The key of a new row: every part there, and none too long. */
function checkKeys(
  { table }: Call,
  { position, before, values, unread }: ComputedRow,
): readonly Diagnostic[] {
  if (before !== undefined) return NO_ERRORS;
  let errors: Diagnostic[] | undefined;
  for (const part of table.key) {
    if (unread.has(part.index)) continue;
    if (table.source !== undefined && (values[part.index] ?? null) === null) continue; // the database may give it
    const error = checkPart(part, values[part.index] ?? null, position);
    if (error !== undefined) errors = [...(errors ?? []), error];
  }
  return errors ?? NO_ERRORS;
}

const NO_ERRORS: readonly Diagnostic[] = [];

function checkPart({ name }: ColumnDefinition, value: Value, row: number): Diagnostic | undefined {
  if (typeof value !== "string" && value !== null) return undefined;
  const place = { row, column: name };
  if (value === null) return diagnose("key/missing", { name }, place);
  if (value.length > LONGEST_KEY) return diagnose("limit/key-length", { limit: LONGEST_KEY }, place);
  return undefined;
}
