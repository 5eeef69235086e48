import type { FunctionDefinition } from "../check/function-definition.ts";
import { type Parameter, syntaxOf } from "../check/parameter.ts";

/** What a person reads of a function; `documentationOf` says more. */
export interface FunctionDescription {
  readonly name: string;
  readonly category: string;
  /** `LEFT(text, count)` */
  readonly syntax: string;
  readonly summary: string;
  readonly parameters: readonly Omit<Parameter, "description">[];
  /** The type of the result. */
  readonly result: string;
}

export function describeDefinition(definition: FunctionDefinition): FunctionDescription {
  const { name, category, summary, result } = definition;
  const syntax = definition.syntax ?? syntaxOf(name, definition.parameters);
  const parameters = definition.parameters.map(({ description, ...parameter }) => parameter);
  return { name, category, syntax, summary, parameters, result };
}
