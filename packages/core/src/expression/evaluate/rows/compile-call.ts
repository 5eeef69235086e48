import type { Value } from "../../../values/index.ts";
import { isGroup } from "../../check/check-strict-call.ts";
import { EvaluationError } from "../../runtime/evaluation-error.ts";
import type { CallArgument, CallNode, RowSlot } from "../../tree/node.ts";
import { isLongCall } from "../steps/is-long.ts";
import { chargeParts, hasManyParts } from "./charge-parts.ts";
import { compileRow } from "./compile-row.ts";
import type { Evaluator, Frame } from "./frame.ts";

type Argument = (row: readonly Value[], frame: Frame) => unknown;

/** A call with its arguments evaluated first; one blank among them ends it where the function skips blanks. */
export function compileCall(node: CallNode, innermost: RowSlot): Evaluator {
  const operands = node.arguments.map((argument) => compileArgument(argument, innermost));
  const values = node.evaluator.inSteps === undefined ? operands : operands.map(interrupting);
  if (!node.definition.isPure) return inRequest(node, values);
  const takesParts = isLongCall(node);
  const call = takesParts ? charged(node, values) : pure(node, values);
  return takesParts || node.type.kind === "Number" ? placing(node, call) : call;
}

/** A long text or list for a function that can pause ends an attempt, because in steps it does. */
function interrupting(argument: Argument): Argument {
  return (row, frame) => {
    const value = argument(row, frame);
    if (hasManyParts(value)) frame.context.meter.interruptAttempt();
    return value;
  };
}

/** As `pure`, for a function of texts or lists. */
function charged({ evaluator, definition }: CallNode, values: readonly Argument[]): Evaluator {
  const skips = definition.skipsBlanks;
  const [first, second] = values as [Argument, Argument];
  if (values.length === 1) {
    return (row, frame) => {
      const a = first(row, frame);
      if (skips && a === null) return null;
      chargeParts(a, frame);
      return evaluator(a);
    };
  }
  if (values.length === 2) {
    return (row, frame) => {
      const a = first(row, frame);
      if (skips && a === null) return null;
      const b = second(row, frame);
      if (skips && b === null) return null;
      chargeParts(a, frame);
      chargeParts(b, frame);
      return evaluator(a, b);
    };
  }
  return (row, frame) => {
    const all = valuesOf(values, skips, row, frame);
    if (all === undefined) return null;
    for (const value of all) chargeParts(value, frame);
    return evaluator(...all);
  };
}

function pure({ evaluator, definition }: CallNode, values: readonly Argument[]): Evaluator {
  const skips = definition.skipsBlanks;
  const [first, second, third] = values as [Argument, Argument, Argument];
  switch (values.length) {
    case 1:
      return (row, frame) => {
        const a = first(row, frame);
        return skips && a === null ? null : evaluator(a);
      };
    case 2:
      return (row, frame) => {
        const a = first(row, frame);
        if (skips && a === null) return null;
        const b = second(row, frame);
        return skips && b === null ? null : evaluator(a, b);
      };
    case 3:
      return (row, frame) => {
        const a = first(row, frame);
        if (skips && a === null) return null;
        const b = second(row, frame);
        if (skips && b === null) return null;
        const c = third(row, frame);
        return skips && c === null ? null : evaluator(a, b, c);
      };
  }
  return (row, frame) => {
    const all = valuesOf(values, skips, row, frame);
    return all === undefined ? null : evaluator(...all);
  };
}

/** The values of all arguments, from the left; undefined at a blank where the function skips blanks. */
function valuesOf(
  values: readonly Argument[],
  skips: boolean,
  row: readonly Value[],
  frame: Frame,
): unknown[] | undefined {
  const all: unknown[] = [];
  for (const value of values) {
    const one = value(row, frame);
    if (skips && one === null) return undefined;
    all.push(one);
  }
  return all;
}

/** A whole result can be too large to be kept. */
function placing(node: CallNode, evaluate: Evaluator): Evaluator {
  return (row, frame) => {
    try {
      return evaluate(row, frame);
    } catch (error) {
      throw EvaluationError.placed(error, node);
    }
  };
}

/** A function that reads the request or spends its budget: its errors are placed at the call. */
function inRequest(node: CallNode, values: readonly Argument[]): Evaluator {
  const { evaluator } = node;
  const skips = node.definition.skipsBlanks;
  const [only, second] = values;
  if (only !== undefined && second === undefined) {
    return (row, frame) => {
      const value = only(row, frame);
      if (skips && value === null) return null;
      try {
        return evaluator(value, frame.context);
      } catch (error) {
        throw EvaluationError.placed(error, node);
      }
    };
  }
  return (row, frame) => {
    const all = valuesOf(values, skips, row, frame);
    if (all === undefined) return null;
    try {
      return evaluator(...all, frame.context);
    } catch (error) {
      throw EvaluationError.placed(error, node);
    }
  };
}

function compileArgument(argument: CallArgument, innermost: RowSlot): Argument {
  if (argument === undefined) return () => undefined;
  if (!isGroup(argument)) return compileRow(argument, innermost);
  const items = argument.map((item) => compileRow(item, innermost));
  const { length } = items;
  return (row, frame) => {
    const values = new Array<Value>(length);
    for (let at = 0; at < length; at++) values[at] = (items[at] as Evaluator)(row, frame);
    return values;
  };
}
