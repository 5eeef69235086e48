import type { CheckedExpression } from "../../expression/parts.ts";
import type { DefinitionReport } from "../text/definition-report.ts";
import type { Path } from "../text/definition-source.ts";

/**
 * Formulas that become parts of the expressions that read them: virtual columns and the filters of slices. Each is
 * compiled when it is first asked for, so in the order in which they need one another; one that needs itself is reported,
 * and so is one that stands on top of too many others.
 */
export class NestedFormulas {
  readonly #report: DefinitionReport;
  readonly #compiled = new Map<string, CheckedExpression | undefined>();
  readonly #levels = new Map<CheckedExpression, number>();
  readonly #open: { readonly name: string; readonly path: Path }[] = [];

  constructor(report: DefinitionReport) {
    this.#report = report;
  }

  /** `name` is how a message calls the formula; no two have the same. */
  get(name: string, path: Path, compile: () => CheckedExpression | undefined): CheckedExpression | undefined {
    if (this.#compiled.has(name)) return this.#compiled.get(name);
    const from = this.#open.findIndex((one) => one.name === name);
    if (from >= 0) {
      const cycle = this.#open.slice(from);
      const columns = [...cycle.map((one) => one.name), name];
      this.#report.report(cycle[0]?.path ?? path, "definition/formula-cycle", { columns });
      return undefined;
    }
    if (this.#open.length >= DEEPEST) {
      this.#compiled.set(name, undefined);
      return this.#refuse(path);
    }
    this.#open.push({ name, path });
    const compiled = compile();
    this.#open.pop();
    const isTooDeep = compiled !== undefined && this.#levelOf(compiled) > DEEPEST;
    const formula = isTooDeep ? this.#refuse(path) : compiled;
    this.#compiled.set(name, formula);
    return formula;
  }

  /** How many formulas stand within one another, this one included. */
  #levelOf(formula: CheckedExpression): number {
    const below = formula.references.formulas.map((one) => this.#levels.get(one) ?? 0);
    const level = 1 + below.reduce((most, one) => Math.max(most, one), 0);
    this.#levels.set(formula, level);
    return level;
  }

  #refuse(path: Path): undefined {
    this.#report.report(path, "limit/formulas", { limit: DEEPEST });
  }
}

/** How many computed columns and filters may read one another in a row. */
const DEEPEST = 128;
