import { type AccessKey, type FindExplanation, hasRight } from "@tablewright/core";

/**
 * What a key may know of how a Find is carried out. Statements and conditions may hold filters of the definition, and
 * the count hidden rows, so a key with any limit reads neither the statement, nor the count, nor a slice's conditions.
 */
export function explanationForKey(explanation: FindExplanation, key: AccessKey): FindExplanation {
  if (hasRight(key, "trace")) return explanation;
  const { estimatedRows: _, store, conditions, ...rest } = explanation;
  return {
    ...rest,
    conditions: rest.slice === undefined ? conditions : [],
    store: { name: store.name },
  };
}
