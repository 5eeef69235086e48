import {
  type Example,
  type FunctionDefinition,
  type Parameter,
  syntaxOf,
} from "../check/function-definition.ts";

/** What a person reads of a function. */
export interface FunctionDescription {
  readonly name: string;
  readonly category: string;
  /** `LEFT(text, count)` */
  readonly syntax: string;
  readonly summary: string;
  /** What else a user should know; undefined for nothing. */
  readonly details: string | undefined;
  readonly parameters: readonly Parameter[];
  /** The type of the result. */
  readonly result: string;
  readonly examples: readonly Example[];
}

export function describeDefinition(definition: FunctionDefinition): FunctionDescription {
  const { name, category, summary, details, parameters, result, examples = [] } = definition;
  const syntax = definition.syntax ?? syntaxOf(name, parameters);
  return { name, category, syntax, summary, details, parameters, result, examples };
}
