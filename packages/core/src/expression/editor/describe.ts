import type { FunctionDefinition } from "../check/function-definition.ts";
import { type Parameter, syntaxOf } from "../check/parameter.ts";
import { functionsByName } from "../functions/index.ts";

/** What a person reads of a function. */
export interface FunctionDescription {
  readonly name: string;
  readonly category: string;
  /** `LEFT(text, count)` */
  readonly syntax: string;
  readonly summary: string;
  readonly details: string | undefined;
  readonly parameters: readonly Parameter[];
  /** The type of the result. */
  readonly result: string;
  readonly examples: FunctionDefinition["examples"];
}

/** The documentation of a function of the language by its name, in any case; undefined when there is none. */
export function describe(name: string): FunctionDescription | undefined {
  const definition = functionsByName.get(name.toUpperCase());
  return definition && describeDefinition(definition);
}

export function describeDefinition(definition: FunctionDefinition): FunctionDescription {
  const { name, category, summary, details, parameters, result, examples } = definition;
  const syntax = definition.syntax ?? syntaxOf(name, parameters);
  return { name, category, syntax, summary, details, parameters, result, examples };
}
