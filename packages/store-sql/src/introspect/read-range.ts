import { alternativesOf, type CheckToken, checkTokens, identifierOf, tokenWords } from "./check-tokens.ts";

/** A column of numbers and the bounds that a check gives it. */
export interface Range {
  readonly column: string;
  readonly bounds: readonly RangeBound[];
}

export interface RangeBound {
  readonly sign: ">" | ">=" | "<" | "<=";
  readonly value: number;
}

/** What a check such as `price >= 0`, `stars between 1 and 5` or `5 > x and x > 0` says. Undefined for every other check. */
export function readRange(check: string): Range | undefined {
  if (AS_TEXT.test(check)) return undefined;
  const [range, ...others] = alternativesOf(checkTokens(check) ?? []).toSorted(
    (a, b) => Number(isNull(a)) - Number(isNull(b)),
  );
  if (range === undefined || !others.every(isNull)) return undefined;
  const parts = partsOf(range).map(readPart);
  const column = parts[0]?.column;
  const names = [...parts.map((part) => part?.column), ...others.map(([name]) => identifierOf(name))];
  if (column === undefined || !names.every((name) => name === column)) return undefined;
  return { column, bounds: parts.flatMap((part) => part?.bounds ?? []) };
}

/** As texts, 10 comes before 5. */
const AS_TEXT = /::\s*"?(?:text|character|varchar|bpchar|name)/iu;

function isNull([name, ...rest]: readonly CheckToken[]): boolean {
  return identifierOf(name) !== undefined && tokenWords(rest) === "is null";
}

/** What stands between the ANDs, but for that of BETWEEN. */
function partsOf(tokens: readonly CheckToken[]): readonly (readonly CheckToken[])[] {
  const parts: CheckToken[][] = [[]];
  for (const token of tokens) {
    const isBetween = parts.at(-1)?.[1]?.text === "between" && parts.at(-1)?.length === 3;
    if (token.kind === "word" && token.text === "and" && !isBetween) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

function readPart(tokens: readonly CheckToken[]): Range | undefined {
  const [first, second, third, , fifth] = tokens;
  const words = tokenWords(tokens.slice(1));
  const name = identifierOf(first);
  if (name !== undefined && words === "between value and value")
    return rangeOf(name, [
      [">=", third],
      ["<=", fifth],
    ]);
  if (name !== undefined && /^[<>]=? value$/u.test(words)) return rangeOf(name, [[second?.text, third]]);
  const last = identifierOf(third);
  const isTurned = last !== undefined && tokens.length === 3 && /^value [<>]=? /u.test(tokenWords(tokens));
  return isTurned ? rangeOf(last, [[TURNED[second?.text ?? ""], first]]) : undefined;
}

const TURNED: Readonly<Record<string, RangeBound["sign"]>> = { ">": "<", ">=": "<=", "<": ">", "<=": ">=" };

function rangeOf(
  column: string,
  bounds: readonly (readonly [sign: string | undefined, value: CheckToken | undefined])[],
): Range | undefined {
  const read = bounds.map(([sign, value]) => ({ sign: sign as RangeBound["sign"], value: numberOf(value) }));
  return read.every(({ value }) => Number.isFinite(value)) ? { column, bounds: read } : undefined;
}

/** PostgreSQL writes a negative number as a text with a cast. */
function numberOf(token: CheckToken | undefined): number {
  return /^-?\d+(?:\.\d+)?$/u.test(token?.text ?? "") ? Number(token?.text) : Number.NaN;
}
