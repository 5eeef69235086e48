import type { Span } from "../../diagnostics/index.ts";
import { type ExpressionScope, tableNamesOf } from "../check/check-state.ts";
import type { Parameter } from "../check/function-definition.ts";
import { tokenise } from "../syntax/tokens.ts";
import { openBrackets } from "./open-brackets.ts";

/** The call that the cursor is in, and which of its arguments is being written. */
export interface SignatureHelp {
  readonly name: string;
  /** `LEFT(text, count)` */
  readonly syntax: string;
  readonly summary: string;
  readonly parameters: readonly ParameterHelp[];
  /** The position of the parameter being written; undefined beyond the last. */
  readonly active: number | undefined;
}

/** A parameter; the span is that of its name in the syntax of its function. */
export interface ParameterHelp extends Span {
  readonly name: string;
  /** What it takes, such as `Number`. */
  readonly type: string;
  readonly description: string | undefined;
}

/** The innermost open call before `offset` of a source that need not be finished. */
export function signatureHelpIn(
  scope: ExpressionScope,
  source: string,
  offset: number,
): SignatureHelp | undefined {
  const tokens = tokenise(source.slice(0, Math.max(0, offset)), tableNamesOf(scope));
  const open = openBrackets(tokens).findLast((one) => one.name !== "");
  const definition = scope.functions.get(open?.name.toUpperCase() ?? "");
  if (open === undefined || definition === undefined) return undefined;
  const { name, syntax, summary, parameters } = definition;
  const active = activeParameter(parameters, open.commas);
  return { name, syntax, summary, parameters: placeParameters(syntax, name, parameters), active };
}

function placeParameters(
  syntax: string,
  name: string,
  parameters: readonly Parameter[],
): readonly ParameterHelp[] {
  let at = name.length + 1;
  return parameters.map((parameter) => {
    const position = syntax.indexOf(parameter.name, at);
    const start = position === -1 ? 0 : position;
    const end = position === -1 ? 0 : position + parameter.name.length;
    at = Math.max(at, end);
    return { name: parameter.name, type: parameter.type, description: parameter.description, start, end };
  });
}

/** The position of the parameter that the argument at a position is for; parameters that repeat do so together. */
export function activeParameter(parameters: readonly Parameter[], position: number): number | undefined {
  if (position < parameters.length) return position;
  const first = parameters.findIndex(({ repeat }) => repeat === true);
  if (first === -1) return undefined;
  return first + ((position - parameters.length) % (parameters.length - first));
}
