import type { CheckedExpression } from "../expression/index.ts";
import type { DefinitionReport } from "./definition-report.ts";
import type { Path } from "./definition-source.ts";

/**
 * Formulas that become parts of the expressions that read them: virtual columns and the filters of slices. Each is
 * compiled when it is first asked for, so in the order in which they need one another; one that needs itself is reported.
 */
export class NestedFormulas {
  readonly #report: DefinitionReport;
  readonly #compiled = new Map<string, CheckedExpression | undefined>();
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
    this.#open.push({ name, path });
    const compiled = compile();
    this.#open.pop();
    this.#compiled.set(name, compiled);
    return compiled;
  }
}
