import type { FunctionDefinition } from "../check/function-definition.ts";

/**
 * A function that decides itself how its arguments are checked and when they run: IF, AND, SELECT and their kin.
 * One whose `check` answers with a call of itself that reads the request says `isPure: false`.
 */
export function defineForm<const N extends string>(
  declared: Omit<FunctionDefinition<N>, "isPure" | "isDetermined" | "isVolatile" | "skipsBlanks"> &
    Partial<Pick<FunctionDefinition, "isPure">> &
    Required<Pick<FunctionDefinition, "examples">>,
): FunctionDefinition<N> {
  const { isPure = true } = declared;
  return { ...declared, isPure, isDetermined: isPure, isVolatile: false, skipsBlanks: false };
}
