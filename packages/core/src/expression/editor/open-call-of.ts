import type { IToken } from "chevrotain";
import type { Parameter } from "../check/parameter.ts";
import * as token from "../syntax/tokens.ts";

/** A call whose closing bracket is missing yet. */
export interface OpenCall {
  /** Empty for brackets that call nothing. */
  readonly name: string;
  /** Where its opening bracket is. */
  readonly start: number;
  /** Those of the call itself: the position of the argument that is being written. */
  commas: number;
}

/** The innermost call that is open after the tokens. */
export function openCallOf(tokens: readonly IToken[]): OpenCall | undefined {
  const open: OpenCall[] = [];
  let previous = "";
  for (const { tokenType, image, startOffset: start } of tokens) {
    const innermost = open.at(-1);
    if (tokenType === token.LeftParenthesis || tokenType === token.LeftBrace)
      open.push({ name: tokenType === token.LeftParenthesis ? previous : "", start, commas: 0 });
    else if (tokenType === token.RightParenthesis || tokenType === token.RightBrace) open.pop();
    else if (tokenType === token.Comma && innermost !== undefined) innermost.commas += 1;
    previous = tokenType === token.FunctionName ? image : "";
  }
  return open.findLast(({ name }) => name !== "");
}

/** The position of the parameter that the argument at a position is for; parameters that repeat do so together. */
export function activeParameter(parameters: readonly Parameter[], position: number): number | undefined {
  if (position < parameters.length) return position;
  const first = parameters.findIndex(({ repeat }) => repeat === true);
  if (first === -1) return undefined;
  return first + ((position - parameters.length) % (parameters.length - first));
}
