/** What there is to read about the functions: `@tablewright/core/expression/documentation`. Evaluating needs none of it. */
import type { FunctionDescription } from "../editor/describe-definition.ts";
import { type FunctionText, functionTexts } from "../editor/function-texts.ts";
import { describe } from "../index.ts";

/** What `describe` says of a function, its details and examples, and what its parameters are for. */
export interface FunctionDocumentation extends Omit<FunctionDescription, "parameters">, FunctionText {}

/** The documentation of a function of the language by its name, in any case; undefined when there is none. */
export function documentationOf(name: string): FunctionDocumentation | undefined {
  const description = describe(name);
  const text = functionTexts[description?.name ?? ""];
  return description && text && { ...description, ...text };
}
