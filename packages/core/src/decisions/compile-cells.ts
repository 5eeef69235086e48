import { type Diagnostic, hasErrors } from "../diagnostics/index.ts";
import {
  type CheckedExpression,
  check,
  defaultLimits,
  type ExpressionScope,
  everyTable,
  familyOf,
  findName,
  inputsOf,
  scalar,
  type Type,
  typeName,
} from "../expression/parts.ts";
import { rewrite } from "../expression/rewrite/rewrite.ts";
import { asyncFunctionOf } from "../expression/tree/facts.ts";
import { equalValues, type Value } from "../values/index.ts";
import type { DefinitionReport } from "../yaml/definition-report.ts";
import type { Path } from "../yaml/definition-source.ts";
import {
  asMisspelt,
  type CellInput,
  type CellSource,
  listSource,
  literalSource,
  readCell,
  readOutputCell,
} from "./cell-source.ts";
import type { FactPart, OutputRules, Placed } from "./decision.ts";
import { problemsOf, valueInWords } from "./fact-part.ts";
import { isNestedCell, partsOfCell, placeParts } from "./object-cell.ts";
import type { CellShape } from "./rules-shape.ts";

/** Checks the expressions and cells of one decision, reports what is wrong with them, and notes what they read. */
export class CellCompiler {
  /** The names of the columns that they read, of facts and of outputs, and of tables. */
  readonly reads = new Set<string>();
  readonly tables = new Set<string>();
  readonly #report: DefinitionReport;
  readonly #scope: ExpressionScope;

  constructor(report: DefinitionReport, scope: ExpressionScope) {
    this.#report = report;
    this.#scope = scope;
  }

  /** What an input reads. Words without quotes are a misspelt name here: a text would be the same for all facts. */
  input(path: Path, input: string | number | boolean): TableInput {
    const text = this.#textAt(path, input);
    this.#report.observer?.expression(path, text, this.#scope, 0);
    const { output, diagnostics } = check(text, this.#scope);
    const { row } = this.#scope;
    const told = diagnostics.map((one) => (row === undefined ? one : asMisspelt(one, text, row)));
    const placed = this.#placed(path, output, told, (diagnostic) => diagnostic);
    return {
      source: String(input),
      family: placed === undefined ? "unknown" : familyOf(placed.expression.type),
      isName: (name) => findName(row?.columns ?? [], name).match !== undefined,
      placed,
      said: new Set(told.map(saidBy)),
    };
  }

  /** Shows editors the cell at a path as the condition that it is; a column that is being written, as its beginning. */
  show(path: Path, input: TableInput): void {
    const { observer, source } = this.#report;
    const text = observer && source.written(path);
    if (text === undefined || text.length > defaultLimits.expressionLength) return;
    const [open] = /^\s*=/.test(text) ? [] : (/\[(?![^\]]*\.\.)[^\]]*$/.exec(text) ?? []);
    const reading = readCell(text, input);
    if (open !== undefined) observer?.expression(path, open, this.#scope, text.length - open.length);
    else if (reading.kind === "condition")
      observer?.expression(path, reading.condition.source, this.#scope, 0, reading.condition.pieces);
  }

  /** The condition of a cell; undefined where it asks for nothing, and where it has errors. */
  condition(path: Path, cell: CellShape, input: TableInput): Placed | undefined {
    if (Array.isArray(cell)) {
      const range = cell.length === 1 && /\.\./.test(String(cell[0])) ? `[${cell[0]}]` : undefined;
      const reason =
        range === undefined ? "it is a list" : `a range needs quotes in YAML, or it is a list: "${range}"`;
      this.#report.report(path, "decision/cell", { reason });
      return undefined;
    }
    const text = this.#textAt(path, cell);
    if (text.length > defaultLimits.expressionLength) {
      this.#report.report(path, "decision/cell", {
        reason: `it has more than ${defaultLimits.expressionLength} characters`,
      });
      return undefined;
    }
    const reading = readCell(text, input);
    if (reading.kind === "anything") return undefined;
    if (reading.kind === "unreadable") {
      const { reason, start, end } = reading;
      this.#report.reportWithin(path, "decision/cell", { reason }, { start, end });
      return undefined;
    }
    return this.#checkSource(path, reading.condition, scalar("Yes/No"), input.said);
  }

  /** What a cell gives an output; undefined where it gives none. */
  output(path: Path, cell: CellShape, type: Type, { values, part }: OutputRules = {}): Placed | undefined {
    if (cell === null || cell === "") return undefined;
    const parts = partsOfCell(cell, type);
    if (parts !== undefined) {
      const give = (at: Path, one: CellShape, oneType: Type, own?: FactPart) =>
        this.output(at, one, oneType, { values: own?.values, part: own });
      return placeParts(this.#report, path, parts, type, { row: this.#scope.row, rules: part, give });
    }
    if (isNestedCell(cell)) {
      const expected = `a value of the type ${typeName(type, everyTable)}`;
      this.#report.report(path, "definition/wrong-value", { actual: JSON.stringify(cell), expected });
      return undefined;
    }
    const item = type.kind === "List" ? type.item : type;
    const text = this.#textAt(path, cell);
    if (Array.isArray(cell) && type.kind !== "List") {
      const hint = `A text in brackets needs quotes in YAML, or it is a list: "=[${cell.join(", ")}]".`;
      const details = { actual: "A list", expected: valueInWords(type), hint };
      this.#report.report(path, "decision/output-cell", details);
      return undefined;
    }
    const start = Array.isArray(cell) ? undefined : /^\s*=/.exec(text)?.[0].length;
    for (const [at, one] of Array.isArray(cell) ? cell.entries() : [["", text]])
      this.#showFormula(at === "" ? path : [...path, at], String(one));
    const isLiteral = !Array.isArray(cell) && start === undefined;
    const reference = isLiteral ? this.#referenceIn(text) : undefined;
    const source = Array.isArray(cell)
      ? listSource(cell, familyOf(item))
      : isLiteral
        ? literalSource(text, type, reference)
        : readOutputCell(text, familyOf(type));
    const placed = this.#checkSource(path, source, type);
    if (reference !== undefined && placed !== undefined)
      this.#report.report(path, "decision/text-of-column", { text: text.trim(), reference });
    const root = placed && rewrite(placed.expression).root;
    const given = root?.op === "constant" ? [root.value].flat() : [];
    const isOne = (value: Value) => values?.some((one) => equalValues(one, value, "text")) ?? true;
    if (!given.every((value) => value === null || isOne(value as Value)))
      this.#report.report(path, "definition/wrong-value", {
        actual: JSON.stringify(cell),
        expected: `one of ${values?.map((one) => JSON.stringify(one)).join(", ")}`,
      });
    if (part !== undefined && root?.op === "constant")
      for (const { expected } of problemsOf({ ...part, values: undefined }, root.value as Value))
        if (expected === undefined)
          this.#report.report(path, "definition/missing-member", { name: part.name });
        else this.#report.report(path, "definition/wrong-value", { actual: JSON.stringify(cell), expected });
    return placed;
  }

  /** Shows editors the formula of a cell of an output. */
  #showFormula(path: Path, text: string): void {
    const start = /^\s*=/.exec(text)?.[0].length;
    if (start !== undefined) this.#report.observer?.expression(path, text.slice(start), this.#scope, start);
  }

  /** A fact or an output that a text without "=" names in brackets. */
  #referenceIn(text: string): string | undefined {
    const columns = this.#scope.row?.columns ?? [];
    const named = [...text.matchAll(/\[([^\]]+)\]/g)].find(
      ([, name = ""]) => findName(columns, name).match !== undefined,
    );
    return named?.[0];
  }

  /** An expression as it is written. */
  formula(path: Path, value: string | number | boolean, expected?: Type): Placed | undefined {
    const text = this.#textAt(path, value);
    this.#report.observer?.expression(path, text, this.#scope, 0);
    return this.#checkSource(path, { source: text, locate: (diagnostic) => diagnostic }, expected);
  }

  /** `said` is what was said of the input already: a cell has its source in the place of "?". */
  #checkSource(
    path: Path,
    { source, locate }: CellSource,
    expected?: Type,
    said?: ReadonlySet<string>,
  ): Placed | undefined {
    const type = expected?.kind === "Unknown" ? undefined : expected;
    const { output, diagnostics } = check(source, this.#scope, type);
    const own = diagnostics.filter((diagnostic) => said?.has(saidBy(diagnostic)) !== true);
    return this.#placed(path, output, own, locate);
  }

  #placed(
    path: Path,
    output: CheckedExpression | undefined,
    diagnostics: readonly Diagnostic[],
    locate: CellSource["locate"],
  ): Placed | undefined {
    this.#report.reportExpression(path, diagnostics.map(locate));
    if (output === undefined || hasErrors(diagnostics)) return undefined;
    this.note(output);
    return { expression: output, member: path.join("."), locate };
  }

  /** Notes what an expression of the decision reads. */
  note(expression: CheckedExpression): void {
    const { root, references } = expression;
    this.#report.callsAsync ||= asyncFunctionOf(expression) !== undefined;
    for (const name of inputsOf(root).keys()) this.#report.inputs.add(name);
    for (const column of references.columns) this.reads.add(column);
    for (const table of references.tables) this.tables.add(table);
  }

  /** A cell as it is written, for traces and pages. */
  written(path: Path, cell: CellShape | undefined): string {
    if (cell === undefined) return "";
    return typeof cell === "object" && cell !== null ? JSON.stringify(cell) : this.#textAt(path, cell);
  }

  /** A single value as it is written, so that 0.10 keeps its digits. */
  #textAt(path: Path, value: unknown): string {
    if (typeof value === "string") return value;
    if (value === null) return "";
    return this.#report.source.written(path) ?? String(value);
  }
}

/** An input of a table, and what was said of it. */
export interface TableInput extends CellInput {
  /** Undefined where it has errors. */
  readonly placed: Placed | undefined;
  readonly said: ReadonlySet<string>;
}

function saidBy({ code, message }: Diagnostic): string {
  return `${code} ${message}`;
}
