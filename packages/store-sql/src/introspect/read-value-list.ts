import { alternativesOf, type CheckToken, checkTokens, identifierOf, tokenWords } from "./check-tokens.ts";

/** A column and everything that a check lets it be. */
export interface ValueList {
  readonly column: string;
  readonly values: readonly string[];
}

/**
 * What a check such as `status in ('open', 'sent')` says, in any of the forms in which databases give it back, such as
 * PostgreSQL's `status::text = ANY (ARRAY['open'::text, …])`. Undefined for every other check. A name is as it is written:
 * without its quotes, whatever its case.
 */
export function readValueList(check: string): ValueList | undefined {
  const tokens = checkTokens(check);
  if (tokens === undefined) return undefined;
  const lists = alternativesOf(tokens).map(readAlternative);
  const [column] = lists.flatMap((list) => list?.column ?? []);
  const isOne = lists.every((list) => list !== undefined && list.column === column);
  const values = lists.flatMap((list) => list?.values ?? []);
  return column === undefined || !isOne || values.length === 0
    ? undefined
    : { column, values: [...new Set(values)] };
}

/** `x IS NULL` lets it be nothing more. */
function readAlternative([column, ...rest]: readonly CheckToken[]): ValueList | undefined {
  const name = identifierOf(column);
  if (name === undefined) return undefined;
  const words = tokenWords(rest);
  if (words === "is null") return { column: name, values: [] };
  if (
    !/^(?:in|= any array|=) value(?: , value)*$/u.test(words) ||
    (words.startsWith("= v") && rest.length > 2)
  )
    return undefined;
  return {
    column: name,
    values: rest.flatMap(({ kind, text }) => (kind === "text" || kind === "number" ? [text] : [])),
  };
}
