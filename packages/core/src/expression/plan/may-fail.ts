import { memo } from "../../values/index.ts";
import { findConstant } from "../evaluate/compile.ts";
import { rewrite } from "../rewrite/rewrite.ts";
import type { RequestContext } from "../runtime/request-context.ts";
import type { CheckedExpression } from "../tree/checked-expression.ts";
import type { BinaryNode, CallArgument, CallNode, Node } from "../tree/node.ts";
import { isWholeNumber } from "../tree/type.ts";
import { anyNodeOf, useCounts } from "../tree/walk.ts";

/**
 * Whether evaluating an expression on some row can end in an `EvaluationError` other than those of the meter, whose budget of
 * steps, characters and items is counted differently by stores: a whole number too large, an unreadable input. Where it cannot, and
 * nothing is drawn by chance, it does not matter on which rows it was tried. With a context, what it binds counts.
 */
export function mayFail(expression: CheckedExpression, context?: RequestContext): boolean {
  return failsWithoutParameters(expression) || readsParameter(expression, context);
}

/**
 * Whether a parameter of the call may not read in the type expected of it. In a context it does or does not on every row.
 */
function readsParameter(expression: CheckedExpression, context: RequestContext | undefined): boolean {
  return anyNodeOf(rewrite(expression).root, (node) => {
    if (node.op !== "convert" && node.op !== "parameter") return false;
    if (!anyNodeOf(node, (part) => part.op === "parameter" && part.from === "parameters")) return false;
    return context === undefined || findConstant(node, context) === "fails";
  });
}

const failsWithoutParameters = memo(
  (expression: CheckedExpression): boolean =>
    anyNodeOf(rewrite(expression).root, fails) ||
    expression.references.formulas.some((formula) => mayFail(formula)),
);

function fails(node: Node): boolean {
  if (node.op === "binary") return mayOverflow(node);
  return node.op === "call" && callFails(node);
}

/** Functions that only look, such as TODAY(), cannot fail. */
function callFails({ definition, arguments: given }: CallNode): boolean {
  if (!definition.isDetermined) return definition.isVolatile || given.length > 0;
  if (definition.failsOn?.some((at) => !isConstant(given[at]))) return true;
  return definition.makesWhole !== undefined && !isWholeAlready(definition.makesWhole, given);
}

function isConstant(given: CallArgument): boolean {
  return given !== undefined && "op" in given && given.op === "constant";
}

/** Whether there is nothing to be made: of decimals a sum makes no whole number, and without digits the others leave one as it is. */
function isWholeAlready(
  made: CallNode["definition"]["makesWhole"],
  [given, ...others]: readonly CallArgument[],
): boolean {
  if (given === undefined || !("op" in given) || others.some((other) => other !== undefined)) return false;
  const { type } = given;
  if (made === "of their sum") return type.kind === "List" && !isWholeNumber(type.item);
  return isWholeNumber(type);
}

/** Whether a sum, difference or product of whole numbers may lie beyond ±(2^53−1). */
function mayOverflow({ rule, left, right }: BinaryNode): boolean {
  if (rule.result !== "Number") return false;
  return largestOf(rule.operator, largest(left, DEEPEST), largest(right, DEEPEST)) > Number.MAX_SAFE_INTEGER;
}

/** The largest absolute value of a whole number, by the bounds of its operands. */
function largest(node: Node, depth: number): number {
  if (depth === 0) return Number.MAX_SAFE_INTEGER;
  switch (node.op) {
    case "constant":
      return Math.abs(Number(node.value ?? 0));
    case "negate":
      return largest(node.operand, depth - 1);
    case "conditional":
      return [node.otherwise, ...node.branches.map(({ value }) => value)]
        .map((one) => largest(one, depth - 1))
        .reduce((most, one) => Math.max(most, one));
    case "binary": {
      if (node.rule.result !== "Number") break;
      const bound = largestOf(
        node.rule.operator,
        largest(node.left, depth - 1),
        largest(node.right, depth - 1),
      );
      return Math.min(bound, Number.MAX_SAFE_INTEGER);
    }
    case "call":
      return node.definition.largest ?? Number.MAX_SAFE_INTEGER;
  }
  return Number.MAX_SAFE_INTEGER;
}

function largestOf(operator: BinaryNode["rule"]["operator"], left: number, right: number): number {
  switch (operator) {
    case "+":
    case "-":
      return left + right;
    case "*":
      return left * right;
    default:
      return left;
  }
}

/** Operators that are followed; a chain may have thousands. */
const DEEPEST = 6;

/** Whether evaluating an expression builds texts, which may become longer than a request allows. */
export const mayGrowTexts = memo((expression: CheckedExpression): boolean => {
  const read = [expression, ...useCounts([expression]).keys()];
  return read.some((one) => anyNodeOf(rewrite(one).root, grows));
});

function grows(node: Node): boolean {
  if (node.op === "binary") return node.rule.operator === "&";
  return node.op === "call" && node.definition.growsText === true;
}
