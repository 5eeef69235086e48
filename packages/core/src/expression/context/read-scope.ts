import type { ExpressionScope } from "../check/check-state.ts";
import { functionsByName } from "../extract/all-functions.ts";
import type { Scope } from "./public-scope.ts";
import { readScopeWith } from "./read-scope-with.ts";

/** A scope with all functions of the language, in the form the checker works with. Throws as `readScopeWith` does. */
export function readScope(scope: Scope): ExpressionScope {
  return readScopeWith(functionsByName, scope);
}
