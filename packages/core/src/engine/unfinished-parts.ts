import type { AppDefinition } from "../schema/index.ts";

/**
 * What a definition asks for and this engine does not carry out yet. A definition with any of it is refused, because a
 * filter that does not filter, or a rule that does not run, is worse than none.
 */
export function unfinishedParts({ actions, rules }: AppDefinition): readonly string[] {
  return [
    ...[...actions.keys()].map((name) => `the action "${name}"`),
    ...[...rules.keys()].map((name) => `the rule "${name}"`),
  ];
}
