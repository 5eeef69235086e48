import { evaluateAsTask, type Task } from "../../expression/parts.ts";
import { type UpdateMode, type Updates, updateModesOf } from "../../schema/index.ts";
import type { Call } from "../calls/call.ts";

/** The changes that a table or slice takes: a fixed set, or what its expression says for this caller. */
export function* allowedUpdates(
  { updates, updatesExpression }: Updates,
  { request, observations }: Call,
): Task<ReadonlySet<UpdateMode>> {
  if (updatesExpression === undefined) return updates;
  const word = yield* evaluateAsTask(updatesExpression, [], request);
  observations?.evaluates(updatesExpression, word);
  return updateModesOf(String(word ?? "")) ?? new Set();
}
