import { findCycles } from "../../expression/tree/find-cycles.ts";
import type { DefinitionReport } from "../../yaml/definition-report.ts";
import { actionsNotCallable, actionsRunBy } from "../app/actions-not-callable.ts";
import type { ActionDefinition, ApiDefinition, RuleDefinition } from "../app/app-definition.ts";

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
