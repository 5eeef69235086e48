import type { FactPath } from "./fact-types.ts";
import { literal, Unsayable } from "./unsayable.ts";

/** A value in a cell of ZEN: a literal, or what a path names. */
export type ZenValue = string | number | boolean | null | { readonly path: FactPath };

/** A condition of a cell of ZEN about its input. */
export type ZenTest =
  | {
      readonly kind: "compare";
      readonly sign: "=" | "<>" | "<" | "<=" | ">" | ">=";
      readonly value: ZenValue;
    }
  | {
      readonly kind: "range";
      readonly low: ZenValue;
      readonly high: ZenValue;
      readonly open: "[" | "(";
      readonly close: "]" | ")";
    }
  | { readonly kind: "not"; readonly test: ZenTest }
  | { readonly kind: "and" | "or"; readonly tests: readonly ZenTest[] }
  | { readonly kind: "text"; readonly how: "contains" | "startsWith" | "endsWith"; readonly part: string };

const TOKEN =
  /\s*(?:(\d+(?:\.\d+)?)|"([^"\\]*)"|'([^'\\]*)'|(==|!=|<=|>=|\.\.|[<>[\](),$-])|([A-Za-z_][\w.]*))/y;

type Token =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "sign" | "word"; readonly value: string };

/**
 * Reads the part of ZEN's language for cells that can be said exactly; throws `Unsayable` for the rest:
 *
 *     cell  = or { "," or }
 *     or    = and { "or" and }        and = test { "and" test }
 *     test  = [ "$" ] sign value | [ "$" ] [ "not" ] "in" ( range | list ) | range | list | value | call "(" "$" "," text ")"
 */
export function readZenCell(cell: string): ZenTest | undefined {
  if (cell.trim() === "") return undefined;
  return new ZenReader(cell).read();
}

/** A literal, or a path, of an output's cell. */
export function readZenValue(cell: string): ZenValue {
  const reader = new ZenReader(cell);
  return reader.onlyValue();
}

class ZenReader {
  readonly #cell: string;
  readonly #tokens: Token[] = [];
  #at = 0;

  constructor(cell: string) {
    this.#cell = cell;
    TOKEN.lastIndex = 0;
    const end = cell.trimEnd().length;
    while (TOKEN.lastIndex < end) {
      const match = TOKEN.exec(cell);
      if (match === null) this.#fail();
      const [, number, double, single, sign, word] = match;
      if (number !== undefined) this.#tokens.push({ kind: "number", value: Number(number) });
      else if (sign !== undefined) this.#tokens.push({ kind: "sign", value: sign });
      else if (word !== undefined) this.#tokens.push({ kind: "word", value: word });
      else this.#tokens.push({ kind: "text", value: double ?? single ?? "" });
    }
  }

  read(): ZenTest {
    const test = this.#joined("or", ",", () =>
      this.#joined("or", "or", () => this.#joined("and", "and", () => this.#test())),
    );
    if (this.#at < this.#tokens.length) this.#fail();
    return test;
  }

  onlyValue(): ZenValue {
    const value = this.#value();
    if (this.#at < this.#tokens.length) this.#fail();
    return value;
  }

  #joined(kind: "and" | "or", word: string, read: () => ZenTest): ZenTest {
    const tests = [read()];
    while (this.#take(word)) tests.push(read());
    const [only] = tests;
    return tests.length === 1 && only !== undefined ? only : { kind, tests };
  }

  #test(): ZenTest {
    const isCall = this.#next(1) === "(" && TEXT_CALLS.has(this.#next(0) ?? "");
    if (isCall) return this.#textCall();
    const hasSubject = this.#take("$");
    const sign = SIGNS[this.#next(0) ?? ""];
    if (sign !== undefined) {
      this.#at += 1;
      return { kind: "compare", sign, value: this.#value() };
    }
    if (this.#take("not")) {
      if (!this.#take("in")) this.#fail();
      return outside(this.#among());
    }
    if (this.#take("in")) return this.#among();
    if (hasSubject) this.#fail();
    const next = this.#next(0);
    if (next === "[" || next === "(") return this.#among();
    return { kind: "compare", sign: "=", value: this.#value() };
  }

  #textCall(): ZenTest {
    const how = this.#next(0) as "contains" | "startsWith" | "endsWith";
    this.#at += 2;
    if (!this.#take("$") || !this.#take(",")) this.#fail();
    const part = this.#value();
    if (typeof part !== "string" || part === "" || !this.#take(")")) this.#fail();
    return { kind: "text", how, part };
  }

  /** A range, or a list of values. */
  #among(): ZenTest {
    const open = this.#next(0);
    if (open !== "[" && open !== "(") this.#fail();
    this.#at += 1;
    const first = this.#value();
    if (this.#take("..")) {
      const high = this.#value();
      const close = this.#next(0);
      if (close !== "]" && close !== ")") this.#fail();
      this.#at += 1;
      return { kind: "range", low: first, high, open, close };
    }
    const values = [first];
    while (this.#take(",")) values.push(this.#value());
    if (open !== "[" || !this.#take("]")) this.#fail();
    const tests = values.map((value): ZenTest => ({ kind: "compare", sign: "=", value }));
    const [only] = tests;
    return tests.length === 1 && only !== undefined ? only : { kind: "or", tests };
  }

  #value(): ZenValue {
    const isNegative = this.#take("-");
    const token = this.#tokens[this.#at];
    this.#at += 1;
    if (token?.kind === "number") return isNegative ? -token.value : token.value;
    if (isNegative) this.#fail();
    if (token?.kind === "text") return token.value;
    if (token?.kind !== "word" || this.#next(0) === "(") this.#fail();
    if (token.value === "true" || token.value === "false") return token.value === "true";
    if (token.value === "null") return null;
    if (WORDS.has(token.value) || token.value.split(".").includes("")) this.#fail();
    return { path: token.value.split(".") };
  }

  #next(ahead: number): string | undefined {
    const token = this.#tokens[this.#at + ahead];
    return token?.kind === "sign" || token?.kind === "word" ? token.value : undefined;
  }

  #take(word: string): boolean {
    if (this.#next(0) !== word) return false;
    this.#at += 1;
    return true;
  }

  #fail(): never {
    throw new Unsayable(`the cell ${literal(this.#cell)} is not one that can be said exactly`);
  }
}

/** A value that is missing is not in a list, and neither within a range nor outside of it. */
function outside(test: ZenTest): ZenTest {
  if (test.kind !== "range") return { kind: "not", test };
  const { low, high, open, close } = test;
  return {
    kind: "or",
    tests: [
      { kind: "compare", sign: open === "[" ? "<" : "<=", value: low },
      { kind: "compare", sign: close === "]" ? ">" : ">=", value: high },
    ],
  };
}

const TEXT_CALLS: ReadonlySet<string> = new Set(["contains", "startsWith", "endsWith"]);
const WORDS: ReadonlySet<string> = new Set(["and", "or", "not", "in"]);
const SIGNS: Readonly<Record<string, "=" | "<>" | "<" | "<=" | ">" | ">=">> = {
  "==": "=",
  "!=": "<>",
  "<": "<",
  "<=": "<=",
  ">": ">",
  ">=": ">=",
};
