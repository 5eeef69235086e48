import type { FunctionDefinition } from "./function-definition.ts";

/**
 * A function that decides itself how its arguments are checked and when they run: IF, AND, SELECT and their kin.
 * One whose `check` answers with a call of itself that reads the request says `isPure: false`.
 */
export function defineForm(
  declared: Omit<FunctionDefinition, "isPure" | "isVolatile" | "skipsBlanks"> &
    Partial<Pick<FunctionDefinition, "isPure">>,
): FunctionDefinition {
  return { isPure: true, ...declared, isVolatile: false, skipsBlanks: false };
}
