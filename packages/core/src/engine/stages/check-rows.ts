import {
  type Diagnostic,
  DiagnosticList,
  diagnose,
  type Location,
  type Outcome,
} from "../../diagnostics/index.ts";
import { type CheckedExpression, evaluateAsTask, type Task, withoutErrors } from "../../expression/parts.ts";
import {
  type ColumnDefinition,
  LONGEST_KEY,
  type StoredColumnDefinition,
  type TableDefinition,
} from "../../schema/index.ts";
import type { Row } from "../../storage/index.ts";
import type { Value } from "../../values/index.ts";
import { columnRightsOf } from "../access/column-rights.ts";
import { isNameable, readableErrors } from "../access/nameable.ts";
import type { Call } from "../calls/call.ts";
import { attemptCell, evaluateCell, isAllowed, isSameValue } from "../cells/evaluate-cell.ts";
import type { Batch, CheckedRow, ComputedRow, DraftRow, ReadRow } from "./rows.ts";

/**
 * Tries every rule on every row, as long as an error would be reported: the rows that have no error, and all errors, those reported
 * before included.
 */
export function* checkRows(call: Call, batch: Batch<ComputedRow>): Task<Batch<CheckedRow>> {
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
  const { meter } = call.read.context;
  const diagnostics = new DiagnosticList(batch.diagnostics, call.limits.listed);
  const columns = checkedColumnsOf(call);
  // By index: an iterator of a generator makes an object for each row and column.
  for (let index = 0; index < batch.rows.length; index++) {
    const row = batch.rows[index] as ComputedRow;
    if (diagnostics.isFull) {
      diagnostics.stop();
      break;
    }
    diagnostics.addAll(checkKeys(call, row));
    if (row.sent !== undefined) diagnostics.addAll(yield* checkWrites(call, row));
    const own = columnsToCheck(call, columns, row);
    for (let at = 0; at < own.length; at++) {
      const checked = own[at] as CheckedColumn;
      const validity = attemptColumn(call, checked, row);
      if (validity === "passed") continue;
      const errors = yield* checkColumn(call, checked.column, row, validity);
      diagnostics.addAll(readableErrors(call, checked.column, row, errors));
    }
    if (meter.isPauseDue) yield;
  }
  const { all } = diagnostics;
  return all.length < 2 ? all : all.toSorted((a, b) => (a.row ?? LAST) - (b.row ?? LAST));
}

/** What belongs to no row, such as that there is more. */
const LAST = Number.POSITIVE_INFINITY;

/** The same for every call of a table, so they are made once, and again where another Locale is asked for than the time before. */
function checkedColumnsOf({
  table,
  read: {
    context: { locale },
  },
}: Call): readonly CheckedColumn[] {
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

/** Tries at once what nearly every value passes, so that steps are made for few; else what Valid_If gave, if it was tried. */
function attemptColumn(
  call: Call,
  { column, isSound }: CheckedColumn,
  row: ComputedRow,
): Outcome<Value> | "passed" | undefined {
  const value = row.values[column.index] ?? null;
  if (!isSound(value)) return undefined;
  const { validIf } = column;
  if (validIf === undefined || isBlank(value)) return "passed";
  const validity = attemptCell(call, validIf, row.values, row.before, locationOf(column, row));
  return validity?.output === true ? "passed" : validity;
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

/** The errors of a value; `validity` is what Valid_If gave, where it was tried. */
function* checkColumn(
  call: Call,
  column: StoredColumnDefinition,
  row: ComputedRow,
  validity?: Outcome<Value>,
): Task<Diagnostic[]> {
  const value = row.values[column.index] ?? null;
  const location = locationOf(column, row);
  if (isBlank(value)) {
    const [isRequired, errors] = yield* holds(call, column.requiredIf, column, row);
    if (!column.required && !isRequired) return errors;
    return [...errors, diagnose("rule/required", { column: column.name }, location)];
  }
  const errors = column.columnType.check(value, {
    locale: call.read.context.locale,
    options: column.options,
  });
  const bounds = errors.map(({ code, details }) => diagnose(code, details as never, location));
  const ruled = yield* checkValidIf(call, column, row, validity);
  return [...bounds, ...checkTarget(call, column, value, location), ...ruled];
}

/** A Ref says whether its row must be there; without that a missing one is blank when it is followed. */
function checkTarget(
  call: Call,
  { options, type }: StoredColumnDefinition,
  value: Value,
  location: Location,
): Diagnostic[] {
  if (!options.enforce || type.kind !== "Ref") return [];
  if (call.read.context.rowsOf(type.table).find(value) !== undefined) return [];
  return [
    diagnose(
      "cell/no-such-row",
      { value: String(value), table: isNameable(call.caller, type.table) ? type.table : undefined },
      location,
    ),
  ];
}

function* checkValidIf(
  call: Call,
  column: StoredColumnDefinition,
  row: ComputedRow,
  validity: Outcome<Value> | undefined,
): Task<Diagnostic[]> {
  if (column.validIf === undefined) return [];
  const [isValid, errors] = yield* holds(call, column.validIf, column, row, validity);
  if (isValid || errors.length > 0) return errors;
  const location = locationOf(column, row);
  const value = row.values[column.index] ?? null;
  const writing = { locale: call.read.context.locale, options: column.options };
  const written = column.columnType.write(value, writing);
  const shown = typeof written === "object" ? column.columnType.writeText(value, writing) : String(written);
  const message =
    column.invalidMessage &&
    (yield* evaluateCell(call, column.invalidMessage, row.values, row.before, location));
  const own = typeof message?.output === "string" ? message.output : undefined;
  return [diagnose("rule/valid-if", { column: column.name, value: shown, message: own }, location)];
}

/** Whether a rule is TRUE on the row; a list of values means that the column's own value is one of them. */
function* holds(
  call: Call,
  rule: CheckedExpression | undefined,
  column: StoredColumnDefinition,
  row: ComputedRow,
  known?: Outcome<Value>,
): Task<readonly [boolean, Diagnostic[]]> {
  if (rule === undefined) return [false, []];
  const { values, before } = row;
  const location = locationOf(column, row);
  const { output, diagnostics } =
    known ??
    attemptCell(call, rule, values, before, location) ??
    (yield* evaluateCell(call, rule, values, before, location));
  if (!Array.isArray(output)) return [output === true, [...diagnostics]];
  const value = row.values[column.index] ?? null;
  return [isAllowed(value, output, column.type), [...diagnostics]];
}

/** Blank, also for a list without items. */
function isBlank(value: Value): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

function locationOf({ name }: StoredColumnDefinition, { position }: ComputedRow): Location {
  return { row: position, column: name };
}

/**
 * A row whose other columns were wrong already stays editable: on an edit a column is checked when it changed, or when
 * one of its rules reads a column that changed.
 */
function columnsToCheck<C extends { readonly column: StoredColumnDefinition }>(
  call: Call,
  stored: readonly C[],
  row: ComputedRow,
): readonly C[] {
  const readable =
    row.unread.size === 0 ? stored : stored.filter(({ column }) => !row.unread.has(column.index));
  if (row.before === undefined) return readable;
  const changed = changedColumns(call.table, row.before, row.values);
  return readable.filter(
    ({ column: { name, validIf, requiredIf } }) =>
      changed.has(name) ||
      [validIf, requiredIf].some((rule) => rule !== undefined && readsAny(rule, changed)),
  );
}

/** The columns whose value is another one now, and the computed ones that read them. */
function changedColumns(
  { storedColumns, formulaOrder }: TableDefinition,
  before: Row,
  values: Row,
): ReadonlySet<string> {
  const stored = storedColumns.filter(
    ({ index }) => !isSameValue(before[index] ?? null, values[index] ?? null),
  );
  const changed = new Set(stored.map(({ name }) => name));
  for (const { name, isVirtual, formula } of formulaOrder) {
    if (isVirtual && formula !== undefined && readsAny(formula, changed)) changed.add(name);
  }
  return changed;
}

function readsAny({ references }: CheckedExpression, columns: ReadonlySet<string>): boolean {
  return [...columns].some((name) => references.columns.has(name));
}

/** The same drafts, each with what the caller gives its row, where the caller may not write every cell of the table. */
export function withSent(call: Call, drafts: Batch<DraftRow>, read: Batch<ReadRow>): Batch<DraftRow> {
  if (!call.table.storedColumns.some((column) => isRestricted(call, column))) return drafts;
  const cells = new Map(read.rows.map((row) => [row.position, row.cells]));
  const rows = drafts.rows.map((row) => ({ ...row, sent: cells.get(row.position) }));
  return { rows, diagnostics: drafts.diagnostics };
}

function isRestricted(call: Call, column: StoredColumnDefinition): boolean {
  return column.writeIf.length > 0 || columnRightsOf(call)?.conditionOf(column) !== undefined;
}

/**
 * An error for each cell that the caller gives the row and may not write. Conditions are tried on a stored row as it was before, and
 * on a new one as it will be. A stored value may be sent back, as it was read; of a cell that is not read none may be sent, or
 * it could be guessed.
 */
export function* checkWrites(call: Call, row: DraftRow): Task<readonly Diagnostic[]> {
  const { sent, before, values, position } = row;
  if (sent === undefined) return NO_ERRORS;
  const errors: Diagnostic[] = [];
  for (const column of call.table.storedColumns) {
    const { name, index, writeIf } = column;
    const cell = sent[index];
    const isHidden = columnRightsOf(call)?.stateOf(column) === "hidden";
    if (cell === undefined || !(isHidden || isRestricted(call, column))) continue;
    if (before !== undefined && call.table.key.includes(column)) continue;
    const readIf = before === undefined ? undefined : columnRightsOf(call)?.conditionOf(column);
    const conditions = readIf === undefined ? [] : [readIf];
    const isRead = !isHidden && (yield* allHold(call, conditions, before ?? values, before));
    const isLeft =
      before === undefined ? cell === null : isSameValue(values[index] ?? null, before[index] ?? null);
    if (isRead && (isLeft || (yield* allHold(call, writeIf, before ?? values, before)))) continue;
    errors.push(diagnose("rule/write-if", { column: name, isRead }, { row: position, column: name }));
  }
  return errors;
}

/** Whether conditions are TRUE; one that ends in an error is not. */
function* allHold(
  { read: { context }, observations }: Call,
  conditions: readonly CheckedExpression[],
  row: Row,
  before: Row | undefined,
): Task<boolean> {
  for (const condition of conditions) {
    const holds = (yield* evaluateAsTask(withoutErrors(condition), row, context, before)) === true;
    observations?.evaluates(condition, holds);
    if (!holds) return false;
  }
  return true;
}
