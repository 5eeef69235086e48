import {
  type Diagnostic,
  DiagnosticList,
  diagnose,
  hasErrors,
  type Outcome,
  type Place,
} from "../../../diagnostics/index.ts";
import type { CheckedExpression, Steps } from "../../../expression/parts.ts";
import type { StoredColumnDefinition, TableDefinition } from "../../../schema/index.ts";
import type { Row } from "../../../storage/index.ts";
import type { Value } from "../../../values/index.ts";
import { isNameable } from "../../access/is-nameable.ts";
import type { Call } from "../../calls/call.ts";
import { attemptCell, evaluateCell } from "../evaluate-cell.ts";
import { isSameValue } from "../is-same-value.ts";
import type { Batch, CheckedRow, ComputedRow } from "../rows.ts";
import { checkKeys } from "./check-keys.ts";
import { isAllowed } from "./is-allowed.ts";

/**
 * Tries every rule on every row, as long as an error would be told. There is an output only when no row has one, told
 * here or before.
 */
export function* checkRows(call: Call, batch: Batch<ComputedRow>): Steps<Outcome<readonly CheckedRow[]>> {
  const diagnostics = yield* findErrors(call, batch);
  if (hasErrors(diagnostics)) return { output: undefined, diagnostics };
  return { output: batch.rows, diagnostics };
}

/** Those of the rows that have no error, and the errors of the others. */
export function* checkEach(call: Call, batch: Batch<ComputedRow>): Steps<Batch<CheckedRow>> {
  const diagnostics = yield* findErrors(call, batch);
  const refused = new Set(
    diagnostics.flatMap(({ severity, row }) => (severity === "error" ? (row ?? []) : [])),
  );
  const sound = refused.size === 0 ? batch.rows : batch.rows.filter(({ position }) => !refused.has(position));
  return { rows: sound, diagnostics };
}

/** What is reported here and before, in the order of the rows. */
function* findErrors(call: Call, batch: Batch<ComputedRow>): Steps<readonly Diagnostic[]> {
  const { turn } = call.request.meter;
  const found = new DiagnosticList(batch.diagnostics, call.mostListed);
  const columns = call.table.storedColumns.map((column) => withSoundness(column, call.request.locale));
  for (const row of batch.rows) {
    if (found.isFull) {
      found.stop();
      break;
    }
    found.addAll(checkKeys(call, row));
    for (const { column, validity } of doubtsAbout(call, columnsToCheck(call, columns, row), row))
      found.addAll(yield* checkColumn(call, column, row, validity));
    if (turn.isOver) yield;
  }
  return [...found.all].sort((a, b) => (a.row ?? LAST) - (b.row ?? LAST));
}

/** What belongs to no row, such as that there is more. */
const LAST = Number.POSITIVE_INFINITY;

/**
 * A row whose other columns were wrong already stays editable: on an edit a column is checked when it changed, or when
 * one of its rules reads a column that changed.
 */
function columnsToCheck(
  call: Call,
  stored: readonly CheckedColumn[],
  row: ComputedRow,
): readonly CheckedColumn[] {
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

function isBlank(value: Value): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

/** A column whose value may have an error, and what its Valid_If gave, where it was tried. */
interface Doubt {
  readonly column: StoredColumnDefinition;
  readonly validity: Outcome<Value> | undefined;
}

/** Tries at a stretch what nearly every value passes, so that steps are made for few. */
function doubtsAbout(call: Call, columns: readonly CheckedColumn[], row: ComputedRow): readonly Doubt[] {
  let doubts: Doubt[] | undefined;
  for (const { column, isSound } of columns) {
    const value = row.values[column.index] ?? null;
    const { validIf } = column;
    const isKnownSound = isSound(value);
    if (isKnownSound && (validIf === undefined || isBlank(value))) continue;
    const validity =
      isKnownSound && validIf !== undefined
        ? attemptCell(call, validIf, row.values, row.before, placeOf(column, row))
        : undefined;
    if (validity?.output === true) continue;
    doubts ??= [];
    doubts.push({ column, validity });
  }
  return doubts ?? NO_DOUBTS;
}

const NO_DOUBTS: readonly Doubt[] = [];

function placeOf({ name }: StoredColumnDefinition, { position }: ComputedRow): Place {
  return { row: position, column: name };
}

/** The errors of a value; `validity` is what Valid_If gave, where it was tried. */
function* checkColumn(
  call: Call,
  column: StoredColumnDefinition,
  row: ComputedRow,
  validity?: Outcome<Value>,
): Steps<Diagnostic[]> {
  const value = row.values[column.index] ?? null;
  const place = placeOf(column, row);
  if (isBlank(value)) {
    const [isRequired, errors] = yield* holds(call, column.requiredIf, column, row);
    if (!column.required && !isRequired) return errors;
    return [...errors, diagnose("rule/required", { column: column.name }, place)];
  }
  const errors = column.columnType.check(value, { locale: call.request.locale, options: column.options });
  const bounds = errors.map(({ code, details }) => diagnose(code, details as never, place));
  const ruled = yield* checkValidIf(call, column, row, validity);
  return [...bounds, ...checkTarget(call, column, value, place), ...ruled];
}

/** A Ref says whether its row must be there; without that a missing one is blank when it is followed. */
function checkTarget(
  call: Call,
  { options, type }: StoredColumnDefinition,
  value: Value,
  place: Place,
): Diagnostic[] {
  if (!options.enforce || type.kind !== "Ref") return [];
  if (call.request.rowsOf(type.table).find(value) !== undefined) return [];
  return [
    diagnose(
      "cell/no-such-row",
      { value: String(value), table: isNameable(call, type.table) ? type.table : undefined },
      place,
    ),
  ];
}

function* checkValidIf(
  call: Call,
  column: StoredColumnDefinition,
  row: ComputedRow,
  validity: Outcome<Value> | undefined,
): Steps<Diagnostic[]> {
  if (column.validIf === undefined) return [];
  const [isValid, errors] = yield* holds(call, column.validIf, column, row, validity);
  if (isValid || errors.length > 0) return errors;
  const place = placeOf(column, row);
  const value = row.values[column.index] ?? null;
  const shown = String(
    column.columnType.write(value, { locale: call.request.locale, options: column.options }),
  );
  const message =
    column.invalidMessage &&
    (yield* evaluateCell(call, column.invalidMessage, row.values, row.before, place));
  const own = typeof message?.output === "string" ? message.output : undefined;
  return [diagnose("rule/valid-if", { column: column.name, value: shown, message: own }, place)];
}

/** Whether a rule is TRUE on the row; a list of values means that the column's own value is one of them. */
function* holds(
  call: Call,
  rule: CheckedExpression | undefined,
  column: StoredColumnDefinition,
  row: ComputedRow,
  known?: Outcome<Value>,
): Steps<readonly [boolean, Diagnostic[]]> {
  if (rule === undefined) return [false, []];
  const { values, before } = row;
  const place = placeOf(column, row);
  const { output, diagnostics } =
    known ??
    attemptCell(call, rule, values, before, place) ??
    (yield* evaluateCell(call, rule, values, before, place));
  if (!Array.isArray(output)) return [output === true, [...diagnostics]];
  const value = row.values[column.index] ?? null;
  return [isAllowed(value, output, column.type), [...diagnostics]];
}
