import type { ActionDefinition } from "../app-definition.ts";

/** The names of the actions that an action runs itself. */
export function actionsRunBy(action: ActionDefinition | undefined): readonly string[] {
  if (action?.effect.kind === "run") return action.effect.actions;
  return action?.effect.kind === "onRows" ? [action.effect.action] : [];
}
