import type { ActionDefinition, AppDefinition } from "../../schema/index.ts";

/** The action that a definition names, which loading has seen to be there. */
export function actionNamed({ actions }: AppDefinition, name: string): ActionDefinition {
  const action = actions.get(name);
  if (action === undefined) throw new Error(`The definition names the action "${name}", which is not there.`);
  return action;
}
