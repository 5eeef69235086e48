import { hashOf, type Value } from "../../../values/index.ts";
import { isIn } from "../../functions/list/is-in.ts";
import { EvaluationError } from "../../runtime/evaluation-error.ts";
import type { Task } from "../../runtime/time-slice.ts";
import { invariantOf, NO_SLOT } from "../../tree/facts.ts";
import { type CallArgument, type CallNode, isRepeated, type Node, type RowSlot } from "../../tree/node.ts";
import { type Type, valueFamilyOf } from "../../tree/type.ts";
import { type Compile, type Evaluator, type Frame, listed, type Part } from "../frame.ts";

type Values = readonly unknown[];

/**
 * A call: its arguments are evaluated from the left, then the function runs. Where the function skips blanks, a blank
 * argument ends the call. `isOneOfMany`: the call is one of many on texts or lists, and a task pauses after each.
 */
export function compileCall(node: CallNode, compile: Compile, pauses: boolean, isOneOfMany: boolean): Part {
  const skips = node.definition.skipsBlanks;
  const given = node.arguments.map((argument) => compileArgument(argument, compile));
  const invoke = invocationOf(node);
  const { task } = node.evaluator;
  const isLong = (pauses && task !== undefined) || (isOneOfMany && isLongCall(node));
  if (!isLong && given.every((argument) => argument.sync)) return { sync: runToEnd(given, skips, invoke) };
  return {
    *task(row, frame) {
      const values: unknown[] = [];
      for (const { sync, task } of given) {
        const value = sync ? sync(row, frame) : yield* task(row, frame);
        if (skips && value === null) return null;
        values.push(value);
      }
      const result = task ? yield* paused(node, task, values, frame) : invoke(values, frame);
      if (frame.context.meter.timeSlice.isOver) yield;
      return result;
    },
  };
}

/** A call whose arguments are all closures. */
function runToEnd(given: readonly Part<unknown>[], skips: boolean, invoke: Invocation): Evaluator {
  const closures = given.map(({ sync }) => sync as Evaluator<unknown>);
  return (row, frame) => {
    const values: unknown[] = [];
    for (let at = 0; at < closures.length; at++) {
      const value = (closures[at] as Evaluator<unknown>)(row, frame);
      if (skips && value === null) return null;
      values.push(value);
    }
    return invoke(values, frame);
  };
}

/** Runs the function on the values of its arguments. Errors are located at the call. */
type Invocation = (values: Values, frame: Frame) => Value;

function invocationOf(node: CallNode): Invocation {
  const { evaluator, definition } = node;
  const { isPure } = definition;
  const charges = isPure && isLongCall(node);
  return (values, frame) => {
    try {
      if (charges) for (const value of values) chargeSize(value, frame);
      return isPure ? evaluator(...values) : evaluator(...values, frame.context);
    } catch (error) {
      throw EvaluationError.withSpan(error, node);
    }
  };
}

type TaskOf = NonNullable<CallNode["evaluator"]["task"]>;

function* paused(node: CallNode, task: TaskOf, values: Values, frame: Frame): Task<Value> {
  try {
    if (node.definition.isPure) for (const value of values) chargeSize(value, frame);
    return yield* task(...values, frame.context);
  } catch (error) {
    throw EvaluationError.withSpan(error, node);
  }
}

/** A repeated parameter takes a list of values, whose blanks the function sees. */
function compileArgument(argument: CallArgument, compile: Compile): Part<unknown> {
  if (argument === undefined) return { sync: () => undefined };
  if (!isRepeated(argument)) return compile(argument);
  return listed(argument.map((item) => compile(item)));
}

/** Whether a function works through texts or lists that it is given. */
export function isLongCall({ arguments: given }: CallNode): boolean {
  return given.some((one) =>
    typesOf(one).some((type) => type.kind === "List" || valueFamilyOf(type) === "text"),
  );
}

function typesOf(argument: CallArgument): readonly Type[] {
  if (argument === undefined) return [];
  return isRepeated(argument) ? argument.map(({ type }) => type) : [argument.type];
}

/**
 * Takes the work of a function that spends nothing itself off the budget, where it is given a long text or list. A call
 * on a short one costs nothing.
 */
export function chargeSize(value: unknown, frame: Frame): void {
  if (isLarge(value)) chargeLength(value.length, frame);
}

/** As `chargeSize`, by the length of what the function is given. */
export function chargeLength(length: number, { context }: Frame): void {
  if (length > LONGEST_FREE) context.meter.spend(Math.ceil(length / PARTS_A_STEP));
}

export function isLarge(value: unknown): value is string | readonly unknown[] {
  return (typeof value === "string" || Array.isArray(value)) && value.length > LONGEST_FREE;
}

const LONGEST_FREE = 1_024;
const PARTS_A_STEP = 64;

/**
 * `IN([Customer], SELECT(Customers[Id], [Rank] > 3))`: a list that is the same for all rows becomes a set, once in a
 * request. Undefined for any other call.
 */
export function compileInInvariant(call: CallNode, innermost: RowSlot, compile: Compile): Part | undefined {
  if (call.definition !== isIn) return undefined;
  const [valueNode, listNode] = call.arguments as readonly [Node, Node];
  const invariant = invariantOf(listNode, innermost);
  if (invariant === undefined) return undefined;
  const family = valueFamilyOf(valueNode.type);
  const value = compile(valueNode);
  const list = compile(listNode, NO_SLOT);
  const withoutCache = compileCall(call, compile, true, false);
  return {
    *task(row, frame) {
      const { context } = frame;
      const { kept, meter } = context;
      if (kept === undefined)
        return withoutCache.sync ? withoutCache.sync(row, frame) : yield* withoutCache.task(row, frame);
      const one = value.sync ? value.sync(row, frame) : yield* value.task(row, frame);
      chargeSize(one, frame);
      const existing = kept.find(invariant, context) as ReadonlySet<unknown> | undefined;
      if (existing !== undefined) return existing.has(hashOf(one, family));
      const items = (list.sync ? list.sync(row, frame) : yield* list.task(row, frame)) as readonly Value[];
      const hashes = new Set<unknown>();
      for (const item of items) {
        meter.spend(1);
        if (meter.isPauseDue) yield;
        hashes.add(hashOf(item, family));
      }
      kept.keep(invariant, context, hashes);
      return hashes.has(hashOf(one, family));
    },
  };
}
