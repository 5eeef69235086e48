import { evaluateInSteps, type RequestContext, type Steps } from "../../expression/parts.ts";
import { type UpdateMode, type Updates, updateModesOf } from "../../schema/index.ts";

/** The changes that a table or slice takes: a fixed set, or what its expression says for this caller. */
export function* allowedUpdates(
  { updates, updatesExpression }: Updates,
  request: RequestContext,
): Steps<ReadonlySet<UpdateMode>> {
  if (updatesExpression === undefined) return updates;
  const word = yield* evaluateInSteps(updatesExpression, [], request);
  return updateModesOf(String(word ?? "")) ?? new Set();
}
