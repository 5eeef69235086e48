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
  const tokens = tokensOf(check);
  if (tokens === undefined) return undefined;
  const plain = withoutCasts(tokens).filter(({ text, kind }) => kind !== "sign" || !BRACKETS.includes(text));
  const lists = alternativesOf(plain).map(readAlternative);
  const [column] = lists.flatMap((list) => list?.column ?? []);
  const isOne = lists.every((list) => list !== undefined && list.column === column);
  const values = lists.flatMap((list) => list?.values ?? []);
  return column === undefined || !isOne || values.length === 0
    ? undefined
    : { column, values: [...new Set(values)] };
}

interface Token {
  readonly kind: "name" | "word" | "text" | "number" | "sign";
  /** A name or text without its quotes; a word in lower case. */
  readonly text: string;
  /** A word as it is written. */
  readonly written: string;
}

const BRACKETS = ["(", ")", "[", "]"];

const TOKEN =
  /\s*(?:(?<text>'(?:[^']|'')*')|(?<name>"(?:[^"]|"")+"|`(?:[^`]|``)+`|\[[^\]'\d,]+\])|(?<word>[\p{L}_][\p{L}\p{N}_$]*)|(?<number>-?\d+(?:\.\d+)?)|(?<sign>::|[=(),.[\]]))/uy;

/** Undefined where there is something that no list of values has. */
function tokensOf(check: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  const source = check.trim();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const found = TOKEN.exec(source)?.groups;
    if (found === undefined) return undefined;
    const [kind, written = ""] = Object.entries(found).find(([, one]) => one !== undefined) ?? [];
    tokens.push({ kind: kind as Token["kind"], text: readToken(kind, written), written });
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
function withoutCasts(tokens: readonly Token[]): readonly Token[] {
  const rest: Token[] = [];
  for (let position = 0; position < tokens.length; position++) {
    const { text, kind } = tokens[position] as Token;
    if (kind === "word" && text.startsWith("_") && tokens[position + 1]?.kind === "text") continue;
    if (text !== "::" || kind !== "sign") {
      rest.push(tokens[position] as Token);
      continue;
    }
    const isType = (token: Token | undefined) =>
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

/** What stands between the ORs. */
function alternativesOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (token.kind === "word" && token.text === "or") parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

/** `x IS NULL` lets it be nothing more. */
function readAlternative([column, ...rest]: readonly Token[]): ValueList | undefined {
  if (column?.kind !== "name" && column?.kind !== "word") return undefined;
  const name = column.kind === "word" ? column.written : column.text;
  const words = rest
    .map(({ kind, text }) => (kind === "text" || kind === "number" ? "value" : text))
    .join(" ");
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
