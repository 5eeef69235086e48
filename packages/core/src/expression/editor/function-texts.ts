import type { Example } from "../check/function-definition.ts";
import type { Parameter } from "../check/parameter.ts";
import { functions } from "../functions/index.ts";

/** The longer part of a function's documentation. */
export interface FunctionText {
  readonly details: string | undefined;
  readonly examples: readonly Example[];
  /** With what describes them. */
  readonly parameters: readonly Parameter[];
}

/** By name. The build writes the declared texts out here and takes them out of the declarations: see packages/tooling. */
export const functionTexts: Readonly<Record<string, FunctionText>> = Object.fromEntries(
  functions.map(({ name, details, examples = [], parameters }) => [name, { details, examples, parameters }]),
);
