import { findCycles } from "../../expression/tree/find-cycles.ts";
import type { DefinitionReport } from "../../yaml/definition-report.ts";
import type { ActionDefinition, ApiDefinition, RuleDefinition } from "./app-definition.ts";

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

/** Warns of actions that no call may name and that nothing runs. */
export function checkReachableActions(
  report: DefinitionReport,
  api: ApiDefinition,
  actions: ReadonlyMap<string, ActionDefinition>,
  rules: ReadonlyMap<string, RuleDefinition>,
): void {
  const unfit = actionsNotCallable(api, actions);
  const waiting = [...actions.keys()].filter((name) => !unfit.has(name));
  for (const { steps } of rules.values())
    for (const step of steps) if (step.kind === "action") waiting.push(step.action);
  const reached = new Set<string>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    for (const run of actionsRunBy(actions.get(name))) waiting.push(run);
  }
  for (const name of actions.keys()) {
    if (!reached.has(name))
      report.report(["actions", name], "definition/unreachable-action", { name }, "name");
  }
}

/** Reports actions that lead back to themselves by way of what they run. */
export function checkActionCycles(
  report: DefinitionReport,
  actions: ReadonlyMap<string, ActionDefinition>,
): void {
  const ways = findCycles(actions.keys(), (name) => actionsRunBy(actions.get(name)));
  for (const way of ways)
    report.report(["actions", way[0] ?? ""], "definition/action-cycle", { actions: way }, "name");
}
