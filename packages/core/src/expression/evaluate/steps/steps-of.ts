/** Mutual recursion: a node runs in steps through the steps of the nodes below it, whatever kind they are. */
import { rewrite } from "../../rewrite/rewrite.ts";
import { anyNodeOf } from "../../tree/any-node.ts";
import type { CheckedExpression } from "../../tree/checked-expression.ts";
import { keptPartOf, NO_SLOT } from "../../tree/kept-part.ts";
import type { FormulaNode, Node, RowSlot } from "../../tree/node.ts";
import { compileRow, rowAt } from "../rows/compile-row.ts";
import { ComputedValues } from "../rows/computed-values.ts";
import { makeFrame, NO_ROW } from "../rows/frame.ts";
import { keptItemsOf } from "../rows/kept-items.ts";
import { isLong } from "./is-long.ts";
import { stepCall } from "./step-call.ts";
import { countedOf, stepCount } from "./step-count.ts";
import { stepDereference } from "./step-dereference.ts";
import { stepExtremeRow } from "./step-extreme-row.ts";
import { stepInKept } from "./step-in-kept.ts";
import { stepKept } from "./step-kept.ts";
import { stepListDereference } from "./step-list-dereference.ts";
import { stepConditional, stepLet, stepLogic } from "./step-logic.ts";
import { stepOrderBy } from "./step-order-by.ts";
import type { StepPart, Stepwise } from "./step-part.ts";
import { stepSelect } from "./step-select.ts";
import { stepBinary, stepList, stepOperand } from "./step-strict.ts";

/** An expression evaluated in steps, made at the first use and kept with it. */
export function stepsOf(expression: CheckedExpression): Stepwise {
  const existing = stepwise.get(expression);
  if (existing !== undefined) return existing;
  const { root } = rewrite(expression);
  const part = stepPart(root, { innermost: 0, free: firstFree(root) });
  const steps = sharing(expression, part.steps ?? inOneStep(part.now));
  stepwise.set(expression, steps);
  return steps;
}

/** What several parts of the expression read of computed columns is computed once for each evaluation. */
function sharing(expression: CheckedExpression, steps: Stepwise): Stepwise {
  if (ComputedValues.for(expression) === undefined) return steps;
  return (row, frame) =>
    steps(row, frame.computed === undefined ? { ...frame, computed: ComputedValues.for(expression) } : frame);
}

const stepwise = new WeakMap<CheckedExpression, Stepwise>();

/** Where a node stands that is evaluated in steps. */
export interface StepPlace {
  /** The slot of the row that is handed on. */
  readonly innermost: RowSlot;
  /** From this number on no `let` of the expression has its local: operands are handed to their operator there. */
  readonly free: number;
}

/** A node as steps, or as the closure it always is where nothing in it takes long. */
export function stepPart(node: Node, place: StepPlace): StepPart {
  if (!isLong(node)) return { now: compileRow(node, place.innermost) };
  const shared = keptPartOf(node, place.innermost);
  if (shared === undefined) return longPart(node, place);
  return { steps: stepKept(shared, longPart(node, { ...place, innermost: NO_SLOT })) };
}

function longPart(node: Node, place: StepPlace): StepPart {
  switch (node.op) {
    case "formula":
      return { steps: stepFormula(node, place) };
    case "dereference":
      return { steps: stepDereference(node, place) };
    case "list-dereference":
      return { steps: stepListDereference(node, place) };
    case "binary":
      return { steps: stepBinary(node, place) };
    case "negate":
    case "convert":
      return { steps: stepOperand(node, place) };
    case "and":
    case "or":
      return { steps: stepLogic(node, place) };
    case "conditional":
      return { steps: stepConditional(node, place) };
    case "let":
      return { steps: stepLet(node, place) };
    case "list":
      return { steps: stepList(node, place) };
    case "call": {
      const counted = countedOf(node, place.innermost);
      if (counted !== undefined) return { steps: stepCount(node, counted, place) };
      const items = keptItemsOf(node, place.innermost);
      const steps = stepCall(node, place);
      return { steps: items === undefined ? steps : stepInKept(items, place, steps) };
    }
    case "select":
      return { steps: stepSelect(node, place) };
    case "extreme-row":
      return { steps: stepExtremeRow(node, place) };
    case "order-by":
      return { steps: stepOrderBy(node, place) };
    default:
      return { now: compileRow(node, place.innermost) };
  }
}

function inOneStep(evaluate: NonNullable<StepPart["now"]>): Stepwise {
  // biome-ignore lint/correctness/useYield: what takes no time has nowhere to pause.
  return function* (row, frame) {
    return evaluate(row, frame);
  };
}

function stepFormula({ slot, formula }: FormulaNode, { innermost }: StepPlace): Stepwise {
  return function* (row, frame) {
    const own = slot === innermost ? row : rowAt(slot, frame);
    const { context, computed } = frame;
    const existing = computed?.find(formula, own);
    if (existing !== undefined) return existing;
    context.meter.spend(1);
    const value = yield* stepsOf(formula)(own, makeFrame(own, context, NO_ROW, computed));
    computed?.keep(formula, own, value);
    return value;
  };
}

function firstFree(root: Node): number {
  let free = 0;
  anyNodeOf(root, (node) => {
    if (node.op === "let") free = Math.max(free, node.local + 1);
    return false;
  });
  return free;
}
