import type { Location, Outcome } from "../../diagnostics/index.ts";
import {
  type CheckedExpression,
  type ComputedValues,
  EvaluationError,
  evaluateAsTask,
  evaluateRow,
  explainEvaluationError,
  isTask,
  partType,
  type Task,
  type Type,
  valueFamilyOf,
} from "../../expression/parts.ts";
import type { Row } from "../../storage/index.ts";
import { equalValues, normalText, toCanonical, type Value } from "../../values/index.ts";
import type { Call } from "../calls/call.ts";

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
  const { context } = call.read;
  if (context.meter.timeSlice.isOver) yield;
  const done = attemptCell(call, expression, row, before, location, computed, around);
  if (done !== undefined) return done;
  try {
    context.host?.checkRow(row);
    const output = yield* evaluateAsTask(expression, row, context, before, computed, around);
    call.observations?.evaluates(expression, output, { call, row, before, location });
    return { output, diagnostics: NO_DIAGNOSTICS };
  } catch (thrown) {
    context.host?.defers(thrown, row);
    return outcomeOfError(thrown, location);
  }
}

/**
 * As `evaluateCell`, without a generator: loops over rows and columns ask it first. Undefined for an expression that scans rows, in
 * a call that shares the processor.
 */
export function attemptCell(
  call: Call,
  expression: CheckedExpression,
  row: Row,
  before: Row | undefined,
  location: Location,
  computed?: ComputedValues,
  around?: readonly Row[],
): Outcome<Value> | undefined {
  const { context } = call.read;
  if (context.meter.isShared && isTask(expression)) return undefined;
  try {
    context.host?.checkRow(row);
    const output = evaluateRow(expression, row, context, before, computed, around);
    call.observations?.evaluates(expression, output, { call, row, before, location });
    return { output, diagnostics: NO_DIAGNOSTICS };
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
export function storedOrSent(stored: Value, sent: Value, type: Type | undefined): Value {
  if (type?.kind === "Json") return sent;
  if (typeof sent === "string" && typeof stored === "string")
    return sent !== stored && normalText(stored) === sent ? stored : sent;
  if (!Array.isArray(sent) || !Array.isArray(stored) || sent.length !== stored.length) return sent;
  const items = stored.map((item, at) => storedOrSent(item, sent[at] ?? null, type && partType(type, at)));
  return isSameValue(items, stored) ? stored : sent;
}

/** A computed value as it is kept: numbers brought to 15 significant digits. */
export function toStoredValue(value: Value, type: Type): Value {
  return typeof value === "number" && valueFamilyOf(type) === "number" ? toCanonical(value) : value;
}
