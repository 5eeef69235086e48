import { type Diagnostic, diagnoseExpression } from "../../diagnostics/index.ts";
import type { Limits } from "../runtime/limits.ts";

interface OpenBracket {
  readonly character: "(" | "{";
  readonly at: number;
  commas: number;
  /** Signs and powers in a row: each is one level deeper for a walk of the tree. */
  depth: number;
}

/** The brackets open at a place in a source: what closes them, how deep they are, how many arguments they hold. */
export class Brackets {
  readonly #limits: Limits;
  readonly #open: OpenBracket[] = [];
  readonly #outside: OpenBracket = { character: "(", at: 0, commas: 0, depth: 0 };
  /** The levels of all open brackets together. */
  #depth = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  isOpen(): boolean {
    return this.#open.length > 0;
  }

  open(character: "(" | "{", at: number): Diagnostic | undefined {
    this.#open.push({ character, at, commas: 0, depth: 0 });
    this.#depth += 1;
    return this.#tooDeep(at);
  }

  close(character: ")" | "}", at: number): Diagnostic | undefined {
    const innermost = this.#open.pop();
    const expected = innermost && CLOSING[innermost.character];
    if (expected !== character) {
      return diagnoseExpression(
        "syntax/unexpected-bracket",
        { actual: character, expected },
        { start: at, end: at + 1 },
      );
    }
    this.#depth -= 1 + (innermost?.depth ?? 0);
    return undefined;
  }

  comma(at: number): Diagnostic | undefined {
    const innermost = this.#innermost();
    this.level();
    innermost.commas += 1;
    if (!this.isOpen())
      return diagnoseExpression("syntax/operator-wanted", { actual: "," }, { start: at, end: at + 1 });
    if (innermost.commas < this.#limits.arguments) return undefined;
    return diagnoseExpression(
      "limit/arguments",
      { limit: this.#limits.arguments },
      { start: innermost.at, end: at },
    );
  }

  /** A sign or a power: what follows is one level deeper until an operator or a comma comes. */
  deepen(at: number): Diagnostic | undefined {
    this.#innermost().depth += 1;
    this.#depth += 1;
    return this.#tooDeep(at);
  }

  /** An operator that ends the run of signs and powers before it. */
  level(): undefined {
    const innermost = this.#innermost();
    this.#depth -= innermost.depth;
    innermost.depth = 0;
  }

  unclosed(): Diagnostic | undefined {
    const innermost = this.#open.at(-1);
    if (innermost === undefined) return undefined;
    const { character, at } = innermost;
    return diagnoseExpression(
      "syntax/missing-bracket",
      { open: character, close: CLOSING[character] },
      { start: at, end: at + 1 },
    );
  }

  #innermost(): OpenBracket {
    return this.#open.at(-1) ?? this.#outside;
  }

  #tooDeep(at: number): Diagnostic | undefined {
    if (this.#depth <= this.#limits.nesting) return undefined;
    return diagnoseExpression("limit/nesting", { limit: this.#limits.nesting }, { start: at, end: at + 1 });
  }
}

const CLOSING = { "(": ")", "{": "}" } as const;
