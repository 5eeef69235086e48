import type { AccessKey } from "@tablewright/core";

/** Whether a key may see expressions of the definition: one that is limited in any way may not. */
export function mayReadDefinition({ tables, actions, runAs }: AccessKey): boolean {
  return tables === undefined && actions === undefined && runAs !== false;
}
