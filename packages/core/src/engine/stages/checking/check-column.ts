import { type Diagnostic, diagnose, type Location, type Outcome } from "../../../diagnostics/index.ts";
import type { CheckedExpression, Task } from "../../../expression/parts.ts";
import type { StoredColumnDefinition } from "../../../schema/index.ts";
import type { Value } from "../../../values/index.ts";
import { isNameable } from "../../access/is-nameable.ts";
import type { Call } from "../../calls/call.ts";
import { evaluateAtOnce, evaluateCell, outcomeOf } from "../../cells/evaluate-cell.ts";
import { isAllowed } from "../../cells/is-allowed.ts";
import type { ComputedRow } from "../rows.ts";

/** The errors of a value; `validity` is what Valid_If gave, where it was tried. */
export function* checkColumn(
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
  const errors = column.columnType.check(value, { locale: call.request.locale, options: column.options });
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
  if (call.request.rowsOf(type.table).find(value) !== undefined) return [];
  return [
    diagnose(
      "cell/no-such-row",
      { value: String(value), table: isNameable(call, type.table) ? type.table : undefined },
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
  const writing = { locale: call.request.locale, options: column.options };
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
    outcomeOf(evaluateAtOnce(call, rule, values, before, column.name, row.position)) ??
    (yield* evaluateCell(call, rule, values, before, location));
  if (!Array.isArray(output)) return [output === true, [...diagnostics]];
  const value = row.values[column.index] ?? null;
  return [isAllowed(value, output, column.type), [...diagnostics]];
}

/** Blank, also for a list without items. */
export function isBlank(value: Value): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

export function locationOf({ name }: StoredColumnDefinition, { position }: ComputedRow): Location {
  return { row: position, column: name };
}
