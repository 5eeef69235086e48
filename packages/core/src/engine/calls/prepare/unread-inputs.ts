import { type Diagnostic, DiagnosticList, diagnose } from "../../../diagnostics/index.ts";
import type { AppDefinition } from "../../../schema/index.ts";
import type { Value } from "../../../values/index.ts";
import { inputsOfAction } from "../../actions/inputs-of-action.ts";
import type { Properties } from "../request.ts";

/**
 * A warning for each input that no expression of the definition reads: its default counts where another name was meant. A
 * Selector may read inputs of its own. The nearest name is looked for among those of the action that is called.
 */
export function unreadInputs(
  app: AppDefinition,
  action: string,
  inputs: ReadonlyMap<string, Value>,
  properties: Properties,
): readonly Diagnostic[] {
  if (action === "Find" && properties.Selector !== undefined) return [];
  const warnings = new DiagnosticList();
  for (const name of inputs.keys()) {
    if (app.inputs.has(name)) continue;
    warnings.warn(() => {
      const called = app.actions.get(action);
      const near = called === undefined ? [] : inputsOfAction(app, called).keys();
      const suggestion = warnings.suggest(name, near);
      return diagnose("request/unknown-member", { name, where: '"Inputs"', suggestion });
    });
  }
  return warnings.all;
}
