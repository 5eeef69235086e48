import { inputsOf, type Type } from "../../expression/parts.ts";
import type { ActionDefinition, AppDefinition } from "../../schema/index.ts";

/** The inputs that an action and the actions it runs read, with their types; of one name the first type. */
export function inputsOfAction(app: AppDefinition, action: ActionDefinition): ReadonlyMap<string, Type> {
  const inputs = new Map<string, Type>();
  const waiting = [action];
  for (const { condition, effect } of waiting) {
    const values = "set" in effect ? effect.set.map(({ value }) => value) : [];
    const rows = effect.kind === "onRows" ? [effect.rows] : [];
    for (const expression of [condition, ...values, ...rows])
      for (const [name, type] of expression === undefined ? [] : inputsOf(expression.root))
        if (!inputs.has(name)) inputs.set(name, type);
    for (const name of membersOf(effect)) {
      const member = app.actions.get(name);
      if (member !== undefined && !waiting.includes(member)) waiting.push(member);
    }
  }
  return inputs;
}

function membersOf(effect: ActionDefinition["effect"]): readonly string[] {
  if (effect.kind === "run") return effect.actions;
  return effect.kind === "onRows" ? [effect.action] : [];
}

/** The action that a definition names, which loading has seen to be there. */
export function actionNamed({ actions }: AppDefinition, name: string): ActionDefinition {
  const action = actions.get(name);
  if (action === undefined) throw new Error(`The definition names the action "${name}", which is not there.`);
  return action;
}
