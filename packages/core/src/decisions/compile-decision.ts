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
  jsonWriterOf,
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
  showCell,
} from "./cell-source.ts";
import type { DecisionColumn } from "./columns.ts";
import type { Decision, DecisionRow, FactPart, Output, OutputRules, Placed, RowsBody } from "./decision.ts";
import { readEvent } from "./event-template.ts";
import { valueInWords, valuesOf } from "./fact-part.ts";
import { isNestedCell, partsOfCell, placeParts } from "./object-cell.ts";
import type { CellShape, DecisionRuleShape, HitPolicy } from "./rules-shape.ts";
import type { DecisionWithRows } from "./table-file.ts";

/** What expressions of decisions are checked against, and where their errors go. */
export interface CompilingRules {
  readonly report: DefinitionReport;
  readonly scope: ExpressionScope;
  readonly locale: string;
}

/** A decision with the names of the columns that it reads, of facts and of outputs, and of tables. */
export type CompiledDecision = Omit<Decision, "needs"> & {
  readonly reads: ReadonlySet<string>;
  readonly tables: ReadonlySet<string>;
};

/** Checks the expressions of a decision and reports what is wrong with them. */
export function compileDecision(
  compiling: CompilingRules,
  name: string,
  path: Path,
  shape: DecisionWithRows,
  drafts: readonly DecisionColumn[],
  indices: ReadonlyMap<string, number>,
): CompiledDecision {
  return new DecisionCompiler(compiling, path, shape).compile(name, drafts, indices);
}

class DecisionCompiler {
  readonly #report: DefinitionReport;
  readonly #scope: ExpressionScope;
  readonly #locale: string;
  readonly #path: Path;
  readonly #shape: DecisionWithRows;
  readonly #reads = new Set<string>();
  readonly #tables = new Set<string>();

  constructor({ report, scope, locale }: CompilingRules, path: Path, shape: DecisionWithRows) {
    this.#report = report;
    this.#scope = scope;
    this.#locale = locale;
    this.#path = path;
    this.#shape = shape;
  }

  compile(
    name: string,
    drafts: readonly DecisionColumn[],
    indices: ReadonlyMap<string, number>,
  ): CompiledDecision {
    const { formula, rows, rules } = this.#shape;
    const namesOutputs = this.#shape.outputs !== undefined;
    const hit = this.#shape.hit ?? "unique";
    const outputs = drafts.map((draft, place) =>
      this.#outputOf(draft, place, drafts.length, indices.get(draft.name) ?? 0),
    );
    if (rows === undefined && rules === undefined) {
      const path = [...this.#path, "formula"];
      const placed = this.#check(path, this.#textAt(path, formula ?? ""), outputs[0]?.type);
      const body = { kind: "formula", formula: placed ?? NEVER } as const;
      return { name, outputs, namesOutputs, body, reads: this.#reads, tables: this.#tables };
    }
    this.#checkPolicy(hit, drafts);
    const body = rules === undefined ? this.#tableOf(hit, outputs) : this.#rulesOf(hit, rules, outputs);
    return { name, outputs, namesOutputs, body, reads: this.#reads, tables: this.#tables };
  }

  #outputOf(draft: DecisionColumn, place: number, count: number, index: number): Output {
    const { name, type, itemType, declared, path, part } = draft;
    const { otherwise } = this.#shape;
    const own = Array.isArray(otherwise) && count > 1 ? otherwise[place] : otherwise;
    const ownPath = [...this.#path, "otherwise", ...(Array.isArray(otherwise) && count > 1 ? [place] : [])];
    const byDefault = "default" in declared ? declared.default : undefined;
    const standard = this.#output([...path, "default"], byDefault ?? null, type, { part });
    return {
      name,
      index,
      type,
      itemType,
      write: jsonWriterOf(type),
      writeItem: jsonWriterOf(itemType),
      values: valuesOf(declared, itemType, this.#locale),
      part,
      otherwise: own === undefined ? standard : this.#output(ownPath, own, type, { part }),
      default: standard,
    };
  }

  /** Some policies go by the order of the values of outputs, others need numbers. */
  #checkPolicy(hit: HitPolicy, drafts: readonly DecisionColumn[]): void {
    const path = [...this.#path, "hit"];
    const byValues = hit === "output order" || (hit === "priority" && this.#shape.rules === undefined);
    const [first] = drafts;
    if (byValues && first !== undefined && drafts.every(({ declared }) => declared.values === undefined))
      this.#report.report(path, "decision/no-values", { output: first.name, hit });
    for (const { name, itemType } of drafts) {
      const family = familyOf(itemType);
      const adds = hit === "collect sum" && family !== "number" && family !== "duration";
      const orders = (hit === "collect min" || hit === "collect max") && family === "list";
      if ((adds || orders) && family !== "unknown")
        this.#report.report(path, "decision/not-a-number", {
          output: name,
          hit,
          type: typeName(itemType, everyTable),
        });
    }
  }

  #tableOf(hit: HitPolicy, outputs: readonly Output[]): RowsBody {
    const { inputs = [], rows = [] } = this.#shape;
    const checked = inputs.map((input, index) => {
      const path = [...this.#path, "inputs", index];
      return this.#input(path, this.#textAt(path, input));
    });
    const cellInputs: readonly TableInput[] = checked.map(({ placed, said }, index) => ({
      source: String(inputs[index]),
      family: placed === undefined ? "unknown" : familyOf(placed.expression.type),
      isSound: placed !== undefined,
      said,
    }));
    const compiled = rows.map((cells, index) => {
      const path = [...this.#path, "rows", index];
      const expected = inputs.length + outputs.length;
      if (cells.length !== expected)
        this.#report.report(path, "decision/row-width", { actual: cells.length, expected });
      const conditions = cellInputs.flatMap((input, column) => {
        if (input.isSound) showCell(this.#report, this.#scope, [...path, column], input);
        if (!input.isSound || cells.length !== expected) return [];
        return this.#cell([...path, column], cells[column] ?? null, input) ?? [];
      });
      const values = outputs.map((output, place) => {
        const column = inputs.length + place;
        const cell = cells.length === expected ? cells[column] : null;
        return this.#output([...path, column], cell ?? null, output.itemType, output);
      });
      return {
        number: index + 1,
        name: undefined,
        conditions,
        outputs: values,
        event: undefined,
        cells: inputs.map((_, column) => this.#written([...path, column], cells[column])),
        gives: outputs.map((_, place) => {
          const column = inputs.length + place;
          return this.#written([...path, column], cells[column]);
        }),
        stops: false,
      };
    });
    const sound = checked.flatMap(({ placed }) => placed?.expression ?? []);
    return { kind: "table", hit, inputs: sound, rows: compiled };
  }

  /** What an input reads. Words without quotes are a misspelt name here: a text would be the same for all facts. */
  #input(
    path: Path,
    text: string,
  ): { readonly placed: Placed | undefined; readonly said: ReadonlySet<string> } {
    this.#report.observer?.expression(path, text, this.#scope, 0);
    const { output, diagnostics } = check(text, this.#scope);
    const names = (this.#scope.row?.columns ?? []).map((column) => column.name);
    const told = diagnostics.map((diagnostic) => asMisspelt(diagnostic, text, names));
    const placed = this.#placed(path, output, told, (diagnostic) => diagnostic);
    return { placed, said: new Set(told.map(saidBy)) };
  }

  #rulesOf(hit: HitPolicy, rules: readonly DecisionRuleShape[], outputs: readonly Output[]): RowsBody {
    const names = new Map<string, number>();
    const rows = rules.map((rule, index): DecisionRow & { readonly priority: number } => {
      const path = [...this.#path, "rules", index];
      if (names.has(rule.name))
        this.#report.report([...path, "name"], "definition/duplicate-name", {
          name: rule.name,
          first: "a rule",
          second: "a rule",
        });
      names.set(rule.name, index);
      const { set = {}, event, priority = 0, stop = false } = rule;
      const whenPath = [...path, "when"];
      const when = this.#check(whenPath, this.#textAt(whenPath, rule.when), scalar("Yes/No"));
      for (const name of this.#report.source.names([...path, "set"], set))
        if (outputs.some((output) => output.name === name))
          this.#report.observer?.name([...path, "set", name], "name", { kind: "column", name, table: "" });
        else
          this.#report.report(
            [...path, "set", name],
            "definition/unknown-member",
            { name, members: outputs.map((output) => output.name) },
            "name",
          );
      const at = [...path, "event"];
      const note = (expression: CheckedExpression) => this.#note(expression);
      const template =
        event === undefined ? undefined : readEvent(this.#report, this.#scope, at, event, note);
      return {
        number: index + 1,
        name: rule.name,
        conditions: when === undefined ? [] : [when],
        outputs: outputs.map((output) => {
          const cell = Object.hasOwn(set, output.name) ? set[output.name] : undefined;
          return cell === undefined
            ? undefined
            : this.#output([...path, "set", output.name], cell, output.itemType, output);
        }),
        event: template,
        cells: [this.#textAt(whenPath, rule.when)],
        gives: outputs.map(({ name }) =>
          this.#written([...path, "set", name], Object.hasOwn(set, name) ? set[name] : null),
        ),
        stops: stop,
        priority,
      };
    });
    const byPriority = rows.toSorted((left, right) => right.priority - left.priority);
    return { kind: "rules", hit, inputs: [], rows: byPriority.map(({ priority: _, ...row }) => row) };
  }

  /** The condition of a cell; undefined where it asks for nothing, and where it has errors. */
  #cell(path: Path, cell: CellShape, input: TableInput): Placed | undefined {
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
  #output(path: Path, cell: CellShape, type: Type, { values, part }: OutputRules = {}): Placed | undefined {
    if (cell === null || cell === "") return undefined;
    const parts = partsOfCell(cell, type);
    if (parts !== undefined) {
      const give = (at: Path, one: CellShape, oneType: Type, own?: FactPart) =>
        this.#output(at, one, oneType, { values: own?.values, part: own });
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
    if (start !== undefined) this.#report.observer?.expression(path, text.slice(start), this.#scope, start);
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
    return placed;
  }

  /** A fact or an output that a text without "=" names in brackets. */
  #referenceIn(text: string): string | undefined {
    const columns = this.#scope.row?.columns ?? [];
    const named = [...text.matchAll(/\[([^\]]+)\]/g)].find(
      ([, name = ""]) => findName(columns, name).match !== undefined,
    );
    return named?.[0];
  }

  #check(path: Path, text: string, expected?: Type): Placed | undefined {
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
    this.#note(output);
    return { expression: output, member: path.join("."), locate };
  }

  #note(expression: CheckedExpression): void {
    const { root, references } = expression;
    this.#report.callsAsync ||= asyncFunctionOf(expression) !== undefined;
    for (const name of inputsOf(root).keys()) this.#report.inputs.add(name);
    for (const column of references.columns) this.#reads.add(column);
    for (const table of references.tables) this.#tables.add(table);
  }

  #written(path: Path, cell: CellShape | undefined): string {
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
interface TableInput extends CellInput {
  readonly isSound: boolean;
  readonly said: ReadonlySet<string>;
}

function saidBy({ code, message }: Diagnostic): string {
  return `${code} ${message}`;
}

/** Stands for a formula with errors, which is never evaluated: there are no rules then. */
const NEVER = undefined as unknown as Placed;
