import type { LeftOut } from "../check/check-state.ts";
import type { FunctionDefinition } from "../check/function-definition.ts";

/** Functions by name, as scopes hold them. */
export interface FunctionsByName extends ReadonlyMap<string, FunctionDefinition> {
  /** Functions that only other entrances have. */
  readonly leftOut?: readonly LeftOut[];
}

/** The functions of families, each the exports of a family's index, by name and in the order of their names. */
export function functionsOf(
  families: readonly Readonly<Record<string, FunctionDefinition>>[],
): FunctionsByName {
  const functions = families.flatMap((family) => Object.values(family));
  return new Map(functions.sort((a, b) => (a.name < b.name ? -1 : 1)).map((one) => [one.name, one]));
}
