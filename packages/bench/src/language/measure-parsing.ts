import { check, evaluatorOf } from "@tablewright/core/compiler";
import { readScope } from "../../../core/conformance/read-context.ts";
import { compareSpeed } from "../compare-speed.ts";
import type { Measure } from "../figure.ts";
import { peopleColumns } from "./people.ts";

const SOURCE = `AND(
  [Age] >= 18, [Price] * [Quantity] > 500, [Discount] < 0.3, CONTAINS([Name], "ann"), [Status] <> "closed",
  [Joined] >= "2011-01-26", LEN([Name]) > 5, [City] = "Oslo", ([Price] + 1.5) * 2 <= 90, [Team] - 1 > [Quantity] / 2
)`;

/** Ten clauses from text to a closure that is ready to run, against a parser by hand; then the same text again. */
export const measureParsing: Measure = ({ duration }) => {
  const scope = readScope({ columns: peopleColumns });
  let last = 1_000_000;
  const times = compareSpeed(
    {
      byHand: () => parseByHand(SOURCE),
      // Another text each time, so that nothing is found ready.
      prepared: () =>
        plan(`${SOURCE}${" ".repeat(++last % 64)}`.replace("500", String(1_000_000 + last)), scope),
      again: () => plan(SOURCE, scope),
    },
    WARM_UP * duration,
  );
  return [
    { name: "prepared", ratio: times.prepared / times.byHand, milliseconds: [times.prepared, times.byHand] },
    { name: "prepared again", ratio: times.again / times.byHand, milliseconds: [times.again, times.byHand] },
  ];
};

/** So much code is optimised later than a loop over rows. */
const WARM_UP = 4;

function plan(source: string, scope: ReturnType<typeof readScope>): unknown {
  const { output, diagnostics } = check(source, scope);
  if (output === undefined) throw new Error(diagnostics[0]?.message);
  return evaluatorOf(output);
}

/**
 * A small parser of the operators, columns, literals and calls of the language, by hand: what parsing must cost. Every
 * node has its place in the source, which reporting an error in it needs.
 */
type Tree = { readonly start: number; readonly end: number } & (
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "column"; readonly name: string }
  | { readonly kind: "call"; readonly name: string; readonly arguments: readonly Tree[] }
  | { readonly kind: "operation"; readonly operator: string; readonly left: Tree; readonly right: Tree }
);

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Throws an Error for what it does not know. */
export function parseByHand(source: string): Tree {
  const tokens = tokensOf(source);
  let at = 0;
  const tree = parse(0);
  if (at < tokens.length - 1) throw new Error(`"${tokens[at]?.text}" was not expected.`);
  return tree;

  function parse(least: number): Tree {
    let left = parseValue();
    for (;;) {
      const operator = (tokens[at] as Token).text;
      const strength = STRENGTHS.get(operator) ?? 0;
      if (strength <= least) return left;
      at += 1;
      const right = parse(strength);
      left = { kind: "operation", operator, left, right, start: left.start, end: right.end };
    }
  }

  function parseValue(): Tree {
    const { text, start, end } = tokens[at++] as Token;
    const first = text.charAt(0);
    if (first === "[") return { kind: "column", name: text.slice(1, -1), start, end };
    if (first === '"') return { kind: "text", value: text.slice(1, -1), start, end };
    if (first >= "0" && first <= "9") return { kind: "number", value: Number(text), start, end };
    if (first !== "(") return parseWord(text, start, end);
    const inner = parse(0);
    take(")");
    return inner;
  }

  function parseWord(text: string, start: number, end: number): Tree {
    if ((tokens[at] as Token).text === "(") return parseCall(text, start);
    if (text !== "TRUE" && text !== "FALSE") throw new Error(`"${text}" is not known.`);
    return { kind: "boolean", value: text === "TRUE", start, end };
  }

  function parseCall(name: string, start: number): Tree {
    take("(");
    const values: Tree[] = [];
    while ((tokens[at] as Token).text !== ")") {
      values.push(parse(0));
      if ((tokens[at] as Token).text === ",") at += 1;
    }
    const { end } = take(")");
    return { kind: "call", name, arguments: values, start, end };
  }

  function take(text: string): Token {
    const token = tokens[at++] as Token;
    if (token.text !== text) throw new Error(`"${text}" is missing at ${token.start}.`);
    return token;
  }
}

/** The tokens of a source, and an empty one after them. */
function tokensOf(source: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < source.length) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(source);
    if (token === null) throw new Error(`Nothing can begin at ${at}.`);
    const text = token[1] ?? "";
    at = TOKEN.lastIndex;
    tokens.push({ text, start: at - text.length, end: at });
  }
  tokens.push({ text: "", start: at, end: at });
  return tokens;
}

const TOKEN = /\s*(\[[^\]]*\]|"[^"]*"|\d+(?:\.\d+)?|[A-Za-z]+|<>|<=|>=|[-+*/&=<>(),]|$)/y;

const STRENGTHS: ReadonlyMap<string, number> = new Map([
  ["=", 1],
  ["<>", 1],
  ["<", 1],
  ["<=", 1],
  [">", 1],
  [">=", 1],
  ["&", 2],
  ["+", 3],
  ["-", 3],
  ["*", 4],
  ["/", 4],
]);
