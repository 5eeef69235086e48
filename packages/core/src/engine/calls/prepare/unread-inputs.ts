import { type Diagnostic, DiagnosticList, diagnose } from "../../../diagnostics/index.ts";
import { inputsOf } from "../../../expression/parts.ts";
import type { ActionDefinition, AppDefinition } from "../../../schema/index.ts";
import type { Value } from "../../../values/index.ts";
import type { Properties } from "../request.ts";

/**
 * A warning for each input that no expression of the definition reads: its default counts where another name was meant. A
 * Selector may read inputs of its own. The nearest name is looked for among those of the action that is called.
 */
export function unreadInputs(
  { inputs: read, actions }: AppDefinition,
  action: string,
  inputs: ReadonlyMap<string, Value>,
  properties: Properties,
): readonly Diagnostic[] {
  if (inputs.size === 0 || properties.Selector !== undefined) return [];
  const warnings = new DiagnosticList();
  for (const name of inputs.keys()) {
    if (read.has(name)) continue;
    warnings.warn(() => {
      const suggestion = warnings.suggest(name, ownInputs(actions.get(action)));
      return diagnose("request/unknown-member", { name, where: '"Inputs"', suggestion });
    });
  }
  return warnings.all;
}

function ownInputs(action: ActionDefinition | undefined): ReadonlySet<string> {
  if (action === undefined) return new Set();
  const { condition, effect } = action;
  const values = "set" in effect ? effect.set.map(({ value }) => value) : [];
  const rows = effect.kind === "onRows" ? [effect.rows] : [];
  const expressions = condition === undefined ? [...values, ...rows] : [condition, ...values, ...rows];
  return new Set(expressions.flatMap(({ root }) => [...inputsOf(root)]));
}
