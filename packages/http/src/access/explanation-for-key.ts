import { type AccessKey, type FindExplanation, mayReadDefinition } from "@tablewright/core";

/**
 * What a key may know of how a Find is carried out. Statements and conditions may hold filters of the definition, and
 * the count hidden rows, so a key with any limit reads neither the statement, nor the count, nor a slice's conditions.
 */
export function explanationForKey(explanation: FindExplanation, key: AccessKey): FindExplanation {
  if (mayReadDefinition(key)) return explanation;
  const { estimatedRows: _, store, conditions, ...rest } = explanation;
  return {
    ...rest,
    conditions: rest.slice === undefined ? conditions : [],
    store: { name: store.name },
  };
}
