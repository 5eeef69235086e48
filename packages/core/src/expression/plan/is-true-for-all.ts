import { findConstant } from "../evaluate/find-constant.ts";
import { rewrite } from "../rewrite/rewrite.ts";
import type { RequestContext } from "../runtime/request-context.ts";
import type { CheckedExpression } from "../tree/checked-expression.ts";

/**
 * Whether a Yes/No expression is TRUE on every row for this caller, because it is, or begins with, something that no row has
 * a say in: `OR(USERROLE() = "Admin", …)` for an Admin. OR tries nothing behind what is TRUE, so that cannot fail either.
 */
export function isTrueForAll(expression: CheckedExpression, context: RequestContext): boolean {
  const { root } = rewrite(expression);
  for (const part of root.op === "or" ? root.conditions : [root]) {
    const constant = findConstant(part, context);
    if (typeof constant === "string") return false;
    if (constant.value === true) return true;
  }
  return false;
}
