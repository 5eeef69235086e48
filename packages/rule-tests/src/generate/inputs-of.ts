import type { ActionDefinition, AppDefinition } from "@tablewright/core";

/** The names of the inputs that an action reads, and of those that it runs. */
export function inputsOf(
  { actions }: Pick<AppDefinition, "actions">,
  { condition, effect }: ActionDefinition,
): readonly string[] {
  const set = effect.kind === "set" || effect.kind === "addRow" ? effect.set : [];
  const sources = [condition?.source ?? "", ...set.map(({ value }) => value.source)];
  const own = sources.flatMap((source) =>
    [...source.matchAll(/\bINPUT\(\s*"([^"]+)"/gi)].map(([, name = ""]) => name),
  );
  const run = effect.kind === "run" ? effect.actions : effect.kind === "onRows" ? [effect.action] : [];
  const others = run.flatMap((name) => {
    const action = actions.get(name);
    return action === undefined ? [] : inputsOf({ actions }, action);
  });
  return [...new Set([...own, ...others])];
}
