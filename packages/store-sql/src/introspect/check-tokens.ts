/** A piece of a condition in SQL. */
export interface CheckToken {
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
export function checkTokens(check: string): readonly CheckToken[] | undefined {
  const tokens = tokensOf(check);
  return (
    tokens && withoutCasts(tokens).filter(({ text, kind }) => kind !== "sign" || !BRACKETS.includes(text))
  );
}

/** What stands between the ORs. */
export function alternativesOf(tokens: readonly CheckToken[]): readonly (readonly CheckToken[])[] {
  const parts: CheckToken[][] = [[]];
  for (const token of tokens) {
    if (token.kind === "word" && token.text === "or") parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

/** The name of a column, without its quotes; undefined for anything else. */
export function identifierOf(token: CheckToken | undefined): string | undefined {
  if (token?.kind === "word") return token.written;
  return token?.kind === "name" ? token.text : undefined;
}

/** Tokens as a pattern is matched with: every text and number is `value`. */
export function tokenWords(tokens: readonly CheckToken[]): string {
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
