/** Apart from the help that reads it, as the types of an entrance name no library. */
import type { IToken } from "chevrotain";
import * as token from "../syntax/tokens.ts";
import { depthBy } from "../syntax/words.ts";

/** A call whose closing bracket is missing yet. */
export interface OpenCall {
  /** Empty for brackets that call nothing. */
  readonly name: string;
  /** Where its opening bracket is. */
  readonly start: number;
  /** Those of the call itself: the position of the argument that is being written. */
  commas: number;
}

/** The brackets that are open after the tokens, outermost first. */
export function openBrackets(tokens: readonly IToken[]): readonly OpenCall[] {
  const open: OpenCall[] = [];
  let previous = "";
  for (const { tokenType, image, startOffset: start } of tokens) {
    const innermost = open.at(-1);
    const change = depthBy(image);
    if (change > 0) open.push({ name: image === "(" ? previous : "", start, commas: 0 });
    else if (change < 0) open.pop();
    else if (tokenType === token.Comma && innermost !== undefined) innermost.commas += 1;
    previous = tokenType === token.FunctionName ? image : "";
  }
  return open;
}
