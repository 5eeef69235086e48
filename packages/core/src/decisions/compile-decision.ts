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
  { report, scope, locale }: CompilingRules,
  name: string,
  at: Path,
  shape: DecisionWithRows,
  drafts: readonly DecisionColumn[],
  indices: ReadonlyMap<string, number>,
): CompiledDecision {
  const compiler = new CellCompiler(report, scope);
  const { formula, rows, rules } = shape;
  const { reads, tables } = compiler;
  const namesOutputs = shape.outputs !== undefined;
  const hit = shape.hit ?? "unique";
  const outputs = drafts.map((draft, place) =>
    outputOf(draft, place, drafts.length, indices.get(draft.name) ?? 0),
  );
  if (rows === undefined && rules === undefined) {
    const path = [...at, "formula"];
    const placed = formula === undefined ? undefined : compiler.formula(path, formula, outputs[0]?.type);
    const body = { kind: "formula", formula: placed ?? NEVER } as const;
    return { name, outputs, namesOutputs, body, reads, tables };
  }
  checkPolicy(hit, drafts);
  const body = rules === undefined ? tableOf(hit, outputs) : rulesOf(hit, rules, outputs);
  return { name, outputs, namesOutputs, body, reads, tables };

  function outputOf(draft: DecisionColumn, place: number, count: number, index: number): Output {
    const { name, type, itemType, declared, path, part } = draft;
    const { otherwise } = shape;
    const own = Array.isArray(otherwise) && count > 1 ? otherwise[place] : otherwise;
    const ownPath = [...at, "otherwise", ...(Array.isArray(otherwise) && count > 1 ? [place] : [])];
    const byDefault = "default" in declared ? declared.default : undefined;
    const standard = compiler.output([...path, "default"], byDefault ?? null, type, { part });
    return {
      name,
      declaredAt: path,
      index,
      type,
      itemType,
      write: jsonWriterOf(type),
      writeItem: jsonWriterOf(itemType),
      values: valuesOf(declared, itemType, locale),
      part,
      otherwise: own === undefined ? standard : compiler.output(ownPath, own, type, { part }),
      default: standard,
      written: compiler.written(own === undefined ? [...path, "default"] : ownPath, own ?? byDefault),
    };
  }

  /** Some policies go by the order of the values of outputs, others need numbers. */
  function checkPolicy(hit: HitPolicy, drafts: readonly DecisionColumn[]): void {
    const path = [...at, "hit"];
    const byValues = hit === "output order" || (hit === "priority" && shape.rules === undefined);
    const [first] = drafts;
    if (byValues && first !== undefined && drafts.every(({ declared }) => declared.values === undefined))
      report.report(path, "decision/no-values", { output: first.name, hit });
    for (const { name, itemType } of drafts) {
      const family = familyOf(itemType);
      const adds = hit === "collect sum" && family !== "number" && family !== "duration";
      const orders = (hit === "collect min" || hit === "collect max") && family === "list";
      if ((adds || orders) && family !== "unknown")
        report.report(path, "decision/not-a-number", {
          output: name,
          hit,
          type: typeName(itemType, everyTable),
        });
    }
  }

  function tableOf(hit: HitPolicy, outputs: readonly Output[]): RowsBody {
    const { inputs: sources = [], rows = [] } = shape;
    const inputs = sources.map((input, index) => compiler.input([...at, "inputs", index], input));
    const compiled = rows.map((cells, index) => {
      const path = [...at, "rows", index];
      const expected = inputs.length + outputs.length;
      if (cells.length !== expected)
        report.report(path, "decision/row-width", { actual: cells.length, expected });
      const conditions = inputs.flatMap((input, column) => {
        if (input.placed === undefined) return [];
        compiler.show([...path, column], input);
        if (cells.length !== expected) return [];
        return compiler.condition([...path, column], cells[column] ?? null, input) ?? [];
      });
      const values = outputs.map((output, place) => {
        const column = inputs.length + place;
        const cell = cells.length === expected ? cells[column] : null;
        return compiler.output([...path, column], cell ?? null, output.itemType, output);
      });
      return {
        number: index + 1,
        name: undefined,
        conditions,
        outputs: values,
        event: undefined,
        cells: inputs.map((_, column) => compiler.written([...path, column], cells[column])),
        gives: outputs.map((_, place) => {
          const column = inputs.length + place;
          return compiler.written([...path, column], cells[column]);
        }),
        stops: false,
      };
    });
    const sound = inputs.flatMap(({ placed }) => placed?.expression ?? []);
    return { kind: "table", hit, inputs: sound, rows: compiled };
  }

  function rulesOf(
    hit: HitPolicy,
    rules: readonly DecisionRuleShape[],
    outputs: readonly Output[],
  ): RowsBody {
    const names = new Set<string>();
    const rows = rules.map((rule, index): DecisionRow & { readonly priority: number } => {
      const path = [...at, "rules", index];
      if (names.has(rule.name))
        report.report([...path, "name"], "definition/duplicate-name", {
          name: rule.name,
          first: "a rule",
          second: "a rule",
        });
      names.add(rule.name);
      const { set = {}, event, priority = 0, stop = false } = rule;
      const whenPath = [...path, "when"];
      const when = compiler.formula(whenPath, rule.when, scalar("Yes/No"));
      for (const name of report.source.names([...path, "set"], set)) {
        const declaredAt = outputs.find((output) => output.name === name)?.declaredAt;
        if (declaredAt !== undefined)
          report.observer?.name([...path, "set", name], "name", { kind: "member", name, declaredAt });
        else
          report.report(
            [...path, "set", name],
            "definition/unknown-member",
            { name, members: outputs.map((output) => output.name) },
            "name",
          );
      }
      const eventPath = [...path, "event"];
      const note = (expression: CheckedExpression) => compiler.note(expression);
      const template = event === undefined ? undefined : readEvent(report, scope, eventPath, event, note);
      return {
        number: index + 1,
        name: rule.name,
        conditions: when === undefined ? [] : [when],
        outputs: outputs.map((output) => {
          const cell = Object.hasOwn(set, output.name) ? set[output.name] : undefined;
          return cell === undefined
            ? undefined
            : compiler.output([...path, "set", output.name], cell, output.itemType, output);
        }),
        event: template,
        cells: [compiler.written(whenPath, rule.when)],
        gives: outputs.map(({ name }) =>
          compiler.written([...path, "set", name], Object.hasOwn(set, name) ? set[name] : null),
        ),
        stops: stop,
        priority,
      };
    });
    const byPriority = rows.toSorted((left, right) => right.priority - left.priority);
    return { kind: "rules", hit, inputs: [], rows: byPriority.map(({ priority: _, ...row }) => row) };
  }
}

/** In the place of a formula with errors, which is never evaluated: there are no rules then. */
const NEVER = undefined as unknown as Placed;
