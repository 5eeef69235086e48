import type { CheckedExpression } from "../tree/checked-expression.ts";

/** A formula by the name that messages have for it, and the members of the definition that lead to it. */
export interface NestedFormula {
  readonly name: string;
  readonly path: readonly (string | number)[];
}

/** Receives formulas that cannot be compiled, which then have no expression. */
export interface NestingProblems {
  /** Formulas of which each reads the next, and the last the first. */
  cycle(way: readonly NestedFormula[]): void;
  /** A formula on top of `limit` others. */
  tooDeep(formula: NestedFormula, limit: number): void;
}

/**
 * Formulas that become parts of the expressions that read them: virtual columns, the filters of slices and the bodies of
 * functions. Each is compiled when it is first asked for, so in the order in which they need one another. Those that need
 * themselves, or are within one another too deeply, are reported.
 */
export class NestedFormulas {
  readonly #problems: NestingProblems;
  readonly #compiled = new Map<string, CheckedExpression | undefined>();
  readonly #levels = new Map<CheckedExpression, number>();
  readonly #open: NestedFormula[] = [];

  constructor(problems: NestingProblems) {
    this.#problems = problems;
  }

  /** The expression of a formula; undefined where it has errors. No two formulas have the same name. */
  get(
    name: string,
    path: NestedFormula["path"],
    compile: () => CheckedExpression | undefined,
  ): CheckedExpression | undefined {
    if (this.#compiled.has(name)) return this.#compiled.get(name);
    const formula = { name, path };
    const from = this.#open.findIndex((one) => one.name === name);
    if (from >= 0) {
      this.#problems.cycle(this.#open.slice(from));
      return undefined;
    }
    const output = this.#open.length < DEEPEST ? this.#compile(formula, compile) : this.#refuse(formula);
    this.#compiled.set(name, output);
    return output;
  }

  #compile(
    formula: NestedFormula,
    compile: () => CheckedExpression | undefined,
  ): CheckedExpression | undefined {
    this.#open.push(formula);
    const output = compile();
    this.#open.pop();
    if (output === undefined) return undefined;
    const below = output.references.formulas.map((one) => this.#levels.get(one) ?? 0);
    const level = 1 + below.reduce((most, one) => Math.max(most, one), 0);
    if (level > DEEPEST) return this.#refuse(formula);
    this.#levels.set(output, level);
    return output;
  }

  #refuse(formula: NestedFormula): undefined {
    this.#problems.tooDeep(formula, DEEPEST);
  }
}

/** How many formulas may read one another in a row. */
const DEEPEST = 128;
