import type { ColumnDescription, TableDescription } from "./database-description.ts";

/** The table with the checks that list the values of a column, or bound its numbers, said by that column instead. */
export function takeSimpleChecks(table: TableDescription): TableDescription {
  return table.checks.reduce(takeCheck, { ...table, checks: [] });
}

function takeCheck(table: TableDescription, check: string): TableDescription {
  const column = withList(table, check) ?? withRange(table, check);
  if (column === undefined) return { ...table, checks: [...table.checks, check] };
  return { ...table, columns: table.columns.map((one) => (one.name === column.name ? column : one)) };
}

function withList({ columns }: TableDescription, check: string): ColumnDescription | undefined {
  const list = readValueList(check);
  const column = list && columnNamed(columns, list.column);
  if (column === undefined || !(column.kind === "text" || column.kind === "integer")) return undefined;
  if (column.kind === "integer" && !list?.values.every((value) => /^-?\d+$/u.test(value))) return undefined;
  return { ...column, values: list?.values.filter((value) => column.values?.includes(value) ?? true) };
}

function withRange({ columns }: TableDescription, check: string): ColumnDescription | undefined {
  const range = readRange(check);
  const column = range && columnNamed(columns, range.column);
  if (column === undefined || !["integer", "decimal", "float"].includes(column.kind)) return undefined;
  const bounds = range?.bounds.map((bound) => inclusive(bound, column.kind === "integer")) ?? [];
  let { min, max } = column;
  for (const bound of bounds) {
    if (bound?.min !== undefined) min = Math.max(min ?? bound.min, bound.min);
    if (bound?.max !== undefined) max = Math.min(max ?? bound.max, bound.max);
  }
  const isEmpty = min !== undefined && max !== undefined && min > max;
  return bounds.includes(undefined) || isEmpty ? undefined : { ...column, min, max };
}

interface Inclusive {
  readonly min?: number;
  readonly max?: number;
}

/** Undefined for a bound that is not a value itself: `> 0` is at least 1 only of whole numbers. */
function inclusive({ sign, value }: RangeBound, isWhole: boolean): Inclusive | undefined {
  if (sign === ">=") return { min: value };
  if (sign === "<=") return { max: value };
  if (!isWhole || !Number.isSafeInteger(value)) return undefined;
  return sign === ">" ? { min: value + 1 } : { max: value - 1 };
}

/** Exactly, else the only one that differs only in case, as SQL has names without quotes. */
function columnNamed(columns: readonly ColumnDescription[], name: string): ColumnDescription | undefined {
  const alike = columns.filter((column) => column.name.toLowerCase() === name.toLowerCase());
  return columns.find((column) => column.name === name) ?? (alike.length === 1 ? alike[0] : undefined);
}

/** A column of numbers and the bounds that a check gives it. */
interface Range {
  readonly column: string;
  readonly bounds: readonly RangeBound[];
}

interface RangeBound {
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

/** A column and everything that a check lets it be. */
interface ValueList {
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

/** A piece of a condition in SQL. */
interface CheckToken {
  readonly kind: "name" | "word" | "text" | "number" | "sign";
  /** A name or text without its quotes; a word in lower case. */
  readonly text: string;
  /** A word as it is written. */
  readonly written: string;
}

const BRACKETS = ["(", ")", "[", "]"];

const TOKEN =
  /\s*(?:(?<text>'(?:[^']|'')*')|(?<name>"(?:[^"]|"")+"|`(?:[^`]|``)+`|\[[^\]'\d,]+\])|(?<word>[\p{L}_][\p{L}\p{N}_$]*)|(?<number>-?\d+(?:\.\d+)?)|(?<sign>::|[<>]=?|[=(),.[\]]))/uy;

/**
 * The pieces of a condition without parentheses, brackets and casts, which databases put where they like. Undefined for one
 * that computes something: then it matters where they are.
 */
function checkTokens(check: string): readonly CheckToken[] | undefined {
  const tokens = tokensOf(check);
  return (
    tokens && withoutCasts(tokens).filter(({ text, kind }) => kind !== "sign" || !BRACKETS.includes(text))
  );
}

/** What stands between the ORs. */
function alternativesOf(tokens: readonly CheckToken[]): readonly (readonly CheckToken[])[] {
  const parts: CheckToken[][] = [[]];
  for (const token of tokens) {
    if (token.kind === "word" && token.text === "or") parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

/** The name of a column, without its quotes; undefined for anything else. */
function identifierOf(token: CheckToken | undefined): string | undefined {
  if (token?.kind === "word") return token.written;
  return token?.kind === "name" ? token.text : undefined;
}

/** Tokens as a pattern is matched with: every text and number is `value`. */
function tokenWords(tokens: readonly CheckToken[]): string {
  return tokens.map(({ kind, text }) => (kind === "text" || kind === "number" ? "value" : text)).join(" ");
}

function tokensOf(check: string): readonly CheckToken[] | undefined {
  const tokens: CheckToken[] = [];
  const source = check.trim();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const token = TOKEN.exec(source)?.groups;
    if (token === undefined) return undefined;
    const [kind, written = ""] = Object.entries(token).find(([, one]) => one !== undefined) ?? [];
    tokens.push({ kind: kind as CheckToken["kind"], text: readToken(kind, written), written });
  }
  return tokens;
}

function readToken(kind: string | undefined, written: string): string {
  if (kind === "word") return written.toLowerCase();
  if (kind !== "text" && kind !== "name") return written;
  const end = written.at(-1) ?? "";
  return written.slice(1, -1).replaceAll(end + end, end);
}

/** Without `::character varying(20)[]` and the like, and without the `_utf8mb4` before a text of MySQL. */
function withoutCasts(tokens: readonly CheckToken[]): readonly CheckToken[] {
  const rest: CheckToken[] = [];
  for (let position = 0; position < tokens.length; position++) {
    const { text, kind } = tokens[position] as CheckToken;
    if (kind === "word" && text.startsWith("_") && tokens[position + 1]?.kind === "text") continue;
    if (text !== "::" || kind !== "sign") {
      rest.push(tokens[position] as CheckToken);
      continue;
    }
    const isType = (token: CheckToken | undefined) =>
      token?.kind === "name" ||
      token?.text === "." ||
      (token?.kind === "word" && !CONNECTIVES.includes(token.text));
    while (isType(tokens[position + 1])) position++;
    for (const [open, close] of [
      ["(", ")"],
      ["[", "]"],
    ]) {
      if (tokens[position + 1]?.text !== open) continue;
      const end = tokens.findIndex(({ text: sign }, index) => index > position && sign === close);
      if (end > position) position = end;
    }
  }
  return rest;
}

const CONNECTIVES = ["or", "and", "is", "in", "not", "any"];
