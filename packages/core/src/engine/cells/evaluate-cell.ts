import type { Location, Outcome } from "../../diagnostics/index.ts";
import {
  type CheckedExpression,
  type ComputedValues,
  EvaluationError,
  evaluateAsTask,
  evaluateRow,
  explainEvaluationError,
  isTask,
  type Task,
  type Type,
  valueFamilyOf,
} from "../../expression/parts.ts";
import type { Row } from "../../storage/index.ts";
import { equalValues, normalText, toCanonical, type Value } from "../../values/index.ts";
import type { Call } from "../calls/call.ts";

/** Says that an expression is a task, which `evaluateCell` evaluates with pauses. No value is a symbol. */
export const NEEDS_TASK = Symbol("needs a task");

/**
 * As `evaluateCell`, without a generator and, where nothing goes wrong, without an outcome. Returns `NEEDS_TASK` for an
 * expression that scans rows, in a call that shares the processor.
 */
export function evaluateAtOnce(
  call: Call,
  expression: CheckedExpression,
  row: Row,
  before: Row | undefined,
  column: string,
  position?: number,
  computed?: ComputedValues,
): Value | typeof NEEDS_TASK | FailedCell {
  const { host, meter } = call.read.context;
  if (meter.isShared && isTask(expression)) return NEEDS_TASK;
  try {
    host?.checkRow(row);
    const output = evaluateRow(expression, row, call.read.context, before, computed);
    const location = locationOf(column, position);
    call.observations?.evaluates(expression, output, { call, row, before, location });
    return output;
  } catch (thrown) {
    host?.defers(thrown, row);
    return new FailedCell(outcomeOfError(thrown, locationOf(column, position)).diagnostics);
  }
}

/** A cell whose evaluation ran into a limit. */
export class FailedCell {
  readonly diagnostics: Outcome<Value>["diagnostics"];

  constructor(diagnostics: Outcome<Value>["diagnostics"]) {
    this.diagnostics = diagnostics;
  }
}

function locationOf(column: string, position: number | undefined): Location {
  return position === undefined ? { column } : { row: position, column };
}

/** The result of `evaluateAtOnce` as an outcome; undefined for `NEEDS_TASK`. */
export function outcomeOf(value: ReturnType<typeof evaluateAtOnce>): Outcome<Value> | undefined {
  if (value === NEEDS_TASK) return undefined;
  return value instanceof FailedCell
    ? { output: undefined, diagnostics: value.diagnostics }
    : { output: value, diagnostics: NO_DIAGNOSTICS };
}

/**
 * The value of an expression on a row; a limit it runs into is an error at the row and column it is computed for. Cells
 * of one row may share what is `computed` for them. `around` are the rows around it, in a block of a template.
 */
export function* evaluateCell(
  call: Call,
  expression: CheckedExpression,
  row: Row,
  before: Row | undefined,
  location: Location,
  computed?: ComputedValues,
  around?: readonly Row[],
): Task<Outcome<Value>> {
  const {
    read: { context },
    observations,
  } = call;
  try {
    context.host?.checkRow(row);
    const output = context.meter.isShared
      ? yield* evaluateAsTask(expression, row, context, before, computed, around)
      : evaluateRow(expression, row, context, before, computed, around);
    observations?.evaluates(expression, output, { call, row, before, location });
    return { output, diagnostics: [] };
  } catch (thrown) {
    context.host?.defers(thrown, row);
    return outcomeOfError(thrown, location);
  }
}

/** A limit as an error at its place; anything else that was thrown is thrown again. */
export function outcomeOfError(thrown: unknown, location: Location): Outcome<Value> {
  if (!(thrown instanceof EvaluationError)) throw thrown;
  return { output: undefined, diagnostics: [{ ...explainEvaluationError(thrown), ...location }] };
}

const NO_DIAGNOSTICS: Outcome<Value>["diagnostics"] = [];

/** Whether a value is one of those allowed; of a list, whether every item is. */
export function isAllowed(value: Value, allowed: readonly Value[], type: Type): boolean {
  if (type.kind !== "List") return allowed.some((one) => equalValues(one, value, valueFamilyOf(type)));
  return ((value ?? []) as readonly Value[]).every((item) => isAllowed(item, allowed, type.item));
}

/** Whether a value is the same to the last bit, list items included; unlike the language's equality it sees case. */
export function isSameValue(a: Value, b: Value): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
  return a.length === b.length && a.every((item, index) => isSameValue(item, b[index] ?? null));
}

/** What a cell becomes that is sent: the stored value where it is the same in normal form, so that a row that was read can be sent back. */
export function storedOrSent(stored: Value, sent: Value): Value {
  if (typeof sent === "string" && typeof stored === "string")
    return sent !== stored && normalText(stored) === sent ? stored : sent;
  if (!Array.isArray(sent) || !Array.isArray(stored) || sent.length !== stored.length) return sent;
  const items = stored.map((item, at) => storedOrSent(item, sent[at] ?? null));
  return isSameValue(items, stored) ? stored : sent;
}

/** A computed value as it is kept: numbers brought to 15 significant digits. */
export function toStoredValue(value: Value, type: Type): Value {
  return typeof value === "number" && valueFamilyOf(type) === "number" ? toCanonical(value) : value;
}
