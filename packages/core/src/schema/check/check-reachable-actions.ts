import type { ActionDefinition, ApiDefinition, RuleDefinition } from "../app-definition.ts";
import type { DefinitionReport } from "../text/definition-report.ts";
import { actionsRunBy } from "./actions-run-by.ts";
import { unfitActions } from "./unfit-actions.ts";

/** Warns of actions that no call may name and that nothing runs. */
export function checkReachableActions(
  report: DefinitionReport,
  api: ApiDefinition,
  actions: ReadonlyMap<string, ActionDefinition>,
  rules: ReadonlyMap<string, RuleDefinition>,
): void {
  const unfit = unfitActions(api, actions);
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
