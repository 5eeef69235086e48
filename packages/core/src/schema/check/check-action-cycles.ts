import type { ActionDefinition } from "../app-definition.ts";
import { findCycles } from "../draft/find-cycles.ts";
import type { DefinitionReport } from "../text/definition-report.ts";
import { actionsRunBy } from "./actions-run-by.ts";

/** Reports actions that lead back to themselves by way of what they run. */
export function checkActionCycles(
  report: DefinitionReport,
  actions: ReadonlyMap<string, ActionDefinition>,
): void {
  const ways = findCycles(actions.keys(), (name) => actionsRunBy(actions.get(name)));
  for (const way of ways)
    report.report(["actions", way[0] ?? ""], "definition/action-cycle", { actions: way }, "name");
}
