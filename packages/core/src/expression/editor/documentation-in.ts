import type { FunctionDefinition } from "../check/function-definition.ts";
import { describeDefinition, type FunctionDescription } from "./describe-definition.ts";
import { type FunctionText, functionTexts } from "./function-texts.ts";

/** All that there is to read about a function. */
export interface FunctionReading extends Omit<FunctionDescription, "parameters">, FunctionText {}

/** The texts of a function of the language, or those that a function of one's own was defined with. */
export function documentationIn(definition: FunctionDefinition): FunctionReading {
  const { details, examples = [], parameters } = definition;
  const text = functionTexts[definition.name] ?? { details, examples, parameters };
  return { ...describeDefinition(definition), ...text };
}
