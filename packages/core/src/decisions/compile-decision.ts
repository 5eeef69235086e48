import {
  type CheckedExpression,
  type ExpressionScope,
  everyTable,
  familyOf,
  jsonWriterOf,
  scalar,
  typeName,
} from "../expression/parts.ts";
import type { DefinitionReport } from "../yaml/definition-report.ts";
import type { Path } from "../yaml/definition-source.ts";
import type { DecisionColumn } from "./columns.ts";
import { CellCompiler } from "./compile-cells.ts";
import type { Decision, DecisionRow, Output, Placed, RowsBody } from "./decision.ts";
import { readEvent } from "./event-template.ts";
import { valuesOf } from "./fact-part.ts";
import type { DecisionRuleShape, HitPolicy } from "./rules-shape.ts";
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
  readonly #cells: CellCompiler;

  constructor({ report, scope, locale }: CompilingRules, path: Path, shape: DecisionWithRows) {
    this.#report = report;
    this.#scope = scope;
    this.#locale = locale;
    this.#path = path;
    this.#shape = shape;
    this.#cells = new CellCompiler(report, scope);
  }

  compile(
    name: string,
    drafts: readonly DecisionColumn[],
    indices: ReadonlyMap<string, number>,
  ): CompiledDecision {
    const { formula, rows, rules } = this.#shape;
    const { reads, tables } = this.#cells;
    const namesOutputs = this.#shape.outputs !== undefined;
    const hit = this.#shape.hit ?? "unique";
    const outputs = drafts.map((draft, place) =>
      this.#outputOf(draft, place, drafts.length, indices.get(draft.name) ?? 0),
    );
    if (rows === undefined && rules === undefined) {
      const path = [...this.#path, "formula"];
      const placed = this.#cells.formula(path, formula ?? "", outputs[0]?.type);
      const body = { kind: "formula", formula: placed ?? NEVER } as const;
      return { name, outputs, namesOutputs, body, reads, tables };
    }
    this.#checkPolicy(hit, drafts);
    const body = rules === undefined ? this.#tableOf(hit, outputs) : this.#rulesOf(hit, rules, outputs);
    return { name, outputs, namesOutputs, body, reads, tables };
  }

  #outputOf(draft: DecisionColumn, place: number, count: number, index: number): Output {
    const { name, type, itemType, declared, path, part } = draft;
    const { otherwise } = this.#shape;
    const own = Array.isArray(otherwise) && count > 1 ? otherwise[place] : otherwise;
    const ownPath = [...this.#path, "otherwise", ...(Array.isArray(otherwise) && count > 1 ? [place] : [])];
    const byDefault = "default" in declared ? declared.default : undefined;
    const standard = this.#cells.output([...path, "default"], byDefault ?? null, type, { part });
    return {
      name,
      declaredAt: path,
      index,
      type,
      itemType,
      write: jsonWriterOf(type),
      writeItem: jsonWriterOf(itemType),
      values: valuesOf(declared, itemType, this.#locale),
      part,
      otherwise: own === undefined ? standard : this.#cells.output(ownPath, own, type, { part }),
      default: standard,
      written: this.#cells.written(own === undefined ? [...path, "default"] : ownPath, own ?? byDefault),
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
    const { inputs: sources = [], rows = [] } = this.#shape;
    const inputs = sources.map((input, index) => this.#cells.input([...this.#path, "inputs", index], input));
    const compiled = rows.map((cells, index) => {
      const path = [...this.#path, "rows", index];
      const expected = inputs.length + outputs.length;
      if (cells.length !== expected)
        this.#report.report(path, "decision/row-width", { actual: cells.length, expected });
      const conditions = inputs.flatMap((input, column) => {
        if (input.placed === undefined) return [];
        this.#cells.show([...path, column], input);
        if (cells.length !== expected) return [];
        return this.#cells.condition([...path, column], cells[column] ?? null, input) ?? [];
      });
      const values = outputs.map((output, place) => {
        const column = inputs.length + place;
        const cell = cells.length === expected ? cells[column] : null;
        return this.#cells.output([...path, column], cell ?? null, output.itemType, output);
      });
      return {
        number: index + 1,
        name: undefined,
        conditions,
        outputs: values,
        event: undefined,
        cells: inputs.map((_, column) => this.#cells.written([...path, column], cells[column])),
        gives: outputs.map((_, place) => {
          const column = inputs.length + place;
          return this.#cells.written([...path, column], cells[column]);
        }),
        stops: false,
      };
    });
    const sound = inputs.flatMap(({ placed }) => placed?.expression ?? []);
    return { kind: "table", hit, inputs: sound, rows: compiled };
  }

  #rulesOf(hit: HitPolicy, rules: readonly DecisionRuleShape[], outputs: readonly Output[]): RowsBody {
    const names = new Set<string>();
    const rows = rules.map((rule, index): DecisionRow & { readonly priority: number } => {
      const path = [...this.#path, "rules", index];
      if (names.has(rule.name))
        this.#report.report([...path, "name"], "definition/duplicate-name", {
          name: rule.name,
          first: "a rule",
          second: "a rule",
        });
      names.add(rule.name);
      const { set = {}, event, priority = 0, stop = false } = rule;
      const whenPath = [...path, "when"];
      const when = this.#cells.formula(whenPath, rule.when, scalar("Yes/No"));
      for (const name of this.#report.source.names([...path, "set"], set)) {
        const declaredAt = outputs.find((output) => output.name === name)?.declaredAt;
        if (declaredAt !== undefined)
          this.#report.observer?.name([...path, "set", name], "name", { kind: "member", name, declaredAt });
        else
          this.#report.report(
            [...path, "set", name],
            "definition/unknown-member",
            { name, members: outputs.map((output) => output.name) },
            "name",
          );
      }
      const at = [...path, "event"];
      const note = (expression: CheckedExpression) => this.#cells.note(expression);
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
            : this.#cells.output([...path, "set", output.name], cell, output.itemType, output);
        }),
        event: template,
        cells: [this.#cells.written(whenPath, rule.when)],
        gives: outputs.map(({ name }) =>
          this.#cells.written([...path, "set", name], Object.hasOwn(set, name) ? set[name] : null),
        ),
        stops: stop,
        priority,
      };
    });
    const byPriority = rows.toSorted((left, right) => right.priority - left.priority);
    return { kind: "rules", hit, inputs: [], rows: byPriority.map(({ priority: _, ...row }) => row) };
  }
}

/** Stands for a formula with errors, which is never evaluated: there are no rules then. */
const NEVER = undefined as unknown as Placed;
