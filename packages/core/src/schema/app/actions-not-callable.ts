import type { ActionDefinition, ApiDefinition } from "./app-definition.ts";

/**
 * The actions that no call may name, each with the action that makes it so: with `invocable: spec` every one that is neither
 * `set` nor `run`, and every group that runs one, however deep.
 */
export function actionsNotCallable(
  { invocable }: ApiDefinition,
  actions: ReadonlyMap<string, ActionDefinition>,
): ReadonlyMap<string, ActionDefinition> {
  const unfit = new Map<string, ActionDefinition>();
  if (invocable === "dataChange") return unfit;
  const groupsOf = Map.groupBy(
    [...actions.values()].flatMap((group) => actionsRunBy(group).map((member) => ({ group, member }))),
    ({ member }) => member,
  );
  const waiting = [...actions.values()].filter(isUnfit).map((action) => ({ action, cause: action }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { action, cause } = next;
    if (unfit.has(action.name)) continue;
    unfit.set(action.name, cause);
    for (const { group } of groupsOf.get(action.name) ?? [])
      waiting.push({ action: group, cause: isUnfit(group) ? group : cause });
  }
  return unfit;
}

function isUnfit({ effect }: ActionDefinition): boolean {
  return effect.kind !== "set" && effect.kind !== "run";
}

/** The names of the actions that an action runs itself. */
export function actionsRunBy(action: ActionDefinition | undefined): readonly string[] {
  if (action?.effect.kind === "run") return action.effect.actions;
  return action?.effect.kind === "onRows" ? [action.effect.action] : [];
}
