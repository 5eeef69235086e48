import { findConstant } from "../evaluate/find-constant.ts";
import { rewrite } from "../rewrite/rewrite.ts";
import type { RequestContext } from "../runtime/request-context.ts";
import { anyNodeOf } from "../tree/any-node.ts";
import type { CheckedExpression } from "../tree/checked-expression.ts";
import type { CallArgument, CallNode, Node } from "../tree/node.ts";
import { isWholeNumber } from "../tree/type.ts";
import { mayOverflow } from "./may-overflow.ts";

/**
 * Whether evaluating an expression on some row can end in an `EvaluationError` other than those of the meter, whose budget of
 * steps, characters and items is counted differently by stores: a whole number too large, an unreadable input. Where it cannot, and
 * nothing is drawn by chance, no one can tell on which rows it was tried. With a context, what it binds counts.
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

function failsWithoutParameters(expression: CheckedExpression): boolean {
  const existing = answers.get(expression);
  if (existing !== undefined) return existing;
  const answer =
    anyNodeOf(rewrite(expression).root, fails) ||
    expression.references.formulas.some((formula) => mayFail(formula));
  answers.set(expression, answer);
  return answer;
}

const answers = new WeakMap<CheckedExpression, boolean>();

function fails(node: Node): boolean {
  if (node.op === "binary") return mayOverflow(node);
  return node.op === "call" && callFails(node);
}

/** Functions that only look, such as TODAY(), cannot fail. */
function callFails({ definition, arguments: given }: CallNode): boolean {
  if (!definition.isDetermined) return definition.isVolatile || given.length > 0;
  return (
    definition.makesWhole !== undefined && !given.every((one) => isWholeAlready(definition.makesWhole, one))
  );
}

/** Whether there is nothing to be made: of decimals a sum makes no whole number, and the others leave one as it is. */
function isWholeAlready(made: CallNode["definition"]["makesWhole"], given: CallArgument): boolean {
  if (given === undefined || !("op" in given)) return false;
  const { type } = given;
  if (made === "of their sum") return type.kind === "List" && !isWholeNumber(type.item);
  return isWholeNumber(type);
}
