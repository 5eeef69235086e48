import { findHoleEnd } from "../../expression/syntax/tokenise.ts";

/**
 * Where the `>>` stands that ends the hole whose inside begins at `start`: the first one between two tokens of an
 * expression, not within a text or a name. Where there is none, the first one at all; -1 where there is none of either.
 * Reads no more than `limit` characters for tokens.
 */
export function endOfHole(
  template: string,
  start: number,
  tableNames: readonly string[],
  limit: number,
): number {
  const end = findHoleEnd(template.slice(start, start + limit), tableNames);
  return end === -1 ? template.indexOf(">>", start) : start + end;
}
