import { type Diagnostic, hasErrors, present } from "../diagnostics/index.ts";
import { anyNodeOf, check, isNondeterministic, type Node } from "../expression/parts.ts";
import type { DefinitionReport } from "../yaml/definition-report.ts";
import type { Path } from "../yaml/definition-source.ts";
import { conjunctionOf, diagnoseConditions } from "./analysis/diagnose-conditions.ts";
import { type AnalysisSetting, type CounterExample, findUnmetBlank } from "./analysis/facts.ts";
import {
  type Branch,
  type ConditionFinding,
  findingsOf,
  type Policy,
  verdictOf,
} from "./analysis/findings.ts";
import { plainTree, type StandsFor } from "./analysis/plain-tree.ts";
import type { Domain, DomainOf } from "./analysis/variables.ts";
import { reversedRange } from "./cell-source.ts";
import {
  type Decision,
  type DecisionRow,
  type Fact,
  type FactPart,
  nameOfRow,
  type Output,
  type Placed,
  type RowsBody,
  type RuleSet,
} from "./decision.ts";
import { conditionalOf, inOrderOfDeciding } from "./hit-policy.ts";
import { readFacts } from "./read-facts.ts";
import { Rules } from "./rules.ts";

/** Warns of rows and rules that never match or are never reached, of those that match together and must not, and of gaps. */
export function checkDecisions(report: DefinitionReport, set: RuleSet): void {
  const { facts, decisions, scope } = set;
  const setting = analysisSettingOf(set);
  const meanings = new OutputMeanings(set);
  for (const decision of decisions) {
    const { body } = decision;
    for (const placed of expressionsOf(decision)) {
      const found = diagnoseConditions(placed.expression, setting);
      report.reportExpression(placed.member.split("."), found.map(placed.locate));
    }
    if (body.kind === "formula") continue;
    const rows = inOrderOfDeciding(decision.outputs, body);
    if (rows === undefined) continue;
    const hasOtherwise = !needsEveryCase(decision, body);
    const readings: readonly (StandsFor | undefined)[] = meanings.areReadBy(decision)
      ? [undefined, meanings.standsFor]
      : [undefined];
    // A misspelt choice, or a part of its condition, says why its row never matches.
    const reasons = report.diagnostics.filter(({ code }) => REASONS.has(code));
    const told = new Set<string>();
    for (const standsFor of readings) {
      const plain = (placed: Placed) => plainTree(placed.expression, standsFor);
      const branches = rows.map((row) => branchOf(row, decision.outputs, plain));
      const findings = [
        ...findingsOf(branches, policyOf(body), setting, { hasOtherwise }),
        ...(hasOtherwise ? [] : blankGaps(body, branches, setting, standsFor)),
      ];
      for (const finding of findings) {
        const key = finding.kind === "gap" ? "gap" : JSON.stringify({ ...finding, example: undefined });
        if (
          told.has(key) ||
          !isTaken(finding, facts, scope.locale) ||
          !meanings.areDecided(decision, exampleOf(finding))
        )
          continue;
        told.add(key);
        reportFinding(report, decision, body, rows, finding, reasons);
      }
    }
    if (body.kind === "table") reportOpenCells(report, decision, body, set, setting);
    if (body.kind === "table" && policyOf(body) === "every")
      for (const [index, example] of unmetBlanks(body, setting, meanings.standsFor))
        reportBlank(report, decision, body, index, example);
  }
}

/** What an analysis knows of facts: the values that they can have, and which are always given. */
export function analysisSettingOf({ facts, scope }: RuleSet): AnalysisSetting & {
  readonly always: readonly Node[];
} {
  const domainOf: DomainOf = (node) => {
    const placed = partAt(node, facts);
    // What another decision gives is no fact: it cannot be given any value.
    if (placed === undefined) return node.op === "column" ? { isGiven: false } : undefined;
    return domainOfPart(placed);
  };
  const always = requiredPaths(facts).flatMap((path): readonly Node[] => {
    const { output } = check(path.map((name) => `[${name}]`).join("."), scope);
    return output === undefined ? [] : [plainTree(output)];
  });
  return { domainOf, locale: scope.locale, always };
}

interface PlacedPart {
  readonly part: FactPart;
  /** Whether it and all objects around it are. */
  readonly isRequired: boolean;
}

/** The fact, or the field of one, that a node reads; undefined for anything else. */
function partAt(node: Node, facts: readonly Fact[]): PlacedPart | undefined {
  if (node.op === "column") {
    const part = facts[node.index];
    return part && { part, isRequired: part.isRequired };
  }
  if (node.op !== "dereference" || node.field.op !== "column") return undefined;
  const around = partAt(node.ref, facts);
  const { name } = node.field;
  const part = around?.part.parts.find((one) => one.name === name);
  return part && { part, isRequired: around?.isRequired === true && part.isRequired };
}

function domainOfPart({ part: { type, values, min, max }, isRequired }: PlacedPart): Domain {
  return {
    blank: !isRequired,
    ...(values === undefined || type.kind === "List" ? {} : { values }),
    ...present({ min, max }),
  };
}

/** The paths of the values that facts must have, down to those that are no objects. */
function requiredPaths(parts: readonly FactPart[]): readonly (readonly string[])[] {
  return parts.flatMap((part) => {
    if (!part.isRequired) return [];
    if (part.type.kind !== "Object") return [[part.name]];
    return requiredPaths(part.parts).map((path) => [part.name, ...path]);
  });
}

function branchOf(
  { conditions, outputs, stops }: DecisionRow,
  declared: readonly Output[],
  plain: (placed: Placed) => Node,
): Branch {
  const given = outputs.flatMap((placed, index) =>
    placed === undefined ? [] : [[declared[index]?.name ?? "", plain(placed)] as const],
  );
  return { condition: conjunctionOf(conditions.map(plain)), outputs: new Map(given), stops };
}

/** Facts that no row is for, because an input is blank for them though none of them is: what divides is 0, say. */
function blankGaps(
  { inputs }: RowsBody,
  branches: readonly Branch[],
  setting: AnalysisSetting,
  standsFor: StandsFor | undefined,
): readonly ConditionFinding[] {
  const conditions = branches.map(({ condition }) => condition);
  for (const input of inputs) {
    const example = findUnmetBlank(plainTree(input, standsFor), conditions, setting);
    if (example !== undefined) return [{ kind: "gap", example }];
  }
  return [];
}

/** The inputs of a table that collects which may be blank so while none of their cells holds for blank, with an example each. */
function unmetBlanks(
  { inputs, rows }: RowsBody,
  setting: AnalysisSetting,
  standsFor: StandsFor,
): readonly (readonly [input: number, example: CounterExample])[] {
  return inputs.flatMap((input, index) => {
    const cells = rows.flatMap(({ conditions }) =>
      conditions.filter(({ member }) => member.endsWith(`.${index}`)),
    );
    const conditions = cells.map(({ expression }) => plainTree(expression, standsFor));
    const example =
      cells.length === 0 ? undefined : findUnmetBlank(plainTree(input, standsFor), conditions, setting);
    return example === undefined ? [] : [[index, example] as const];
  });
}

/** The formulas of a decision; errors in the conditions of its rows are reported with these. */
function expressionsOf({ body }: Decision): readonly Placed[] {
  if (body.kind === "formula") return [body.formula];
  return body.rows.flatMap(({ conditions, outputs }) => [
    ...(body.kind === "rules" ? conditions : []),
    ...outputs.filter((placed) => placed !== undefined),
  ]);
}

/** Rules that share no output may fire together, and all that match fire; of a table with priorities only the first row does. */
function policyOf({ hit, kind }: RowsBody): Policy {
  if (hit === "unique") return kind === "table" ? "unique" : "unique output";
  if (hit === "any" || hit === "first") return hit;
  return hit === "priority" && kind === "table" ? "first" : "every";
}

/** Whether a table has to have a row for everything: no rule list does, nor one that collects. */
function needsEveryCase({ outputs }: Decision, { kind, hit }: RowsBody): boolean {
  return (
    kind === "table" &&
    (hit === "unique" || hit === "any" || hit === "first" || hit === "priority") &&
    outputs.some(({ otherwise }) => otherwise === undefined)
  );
}

function exampleOf(finding: ConditionFinding): CounterExample | undefined {
  return finding.kind === "never" ? undefined : finding.example;
}

/** Whether the facts of a finding, if it has some, are such as a decision takes. */
function isTaken(finding: ConditionFinding, facts: readonly Fact[], locale: string): boolean {
  const example = exampleOf(finding);
  if (example === undefined) return true;
  const problems: Diagnostic[] = [];
  readFacts(example, facts, [], { locale, timeZone: "UTC" }, problems);
  return problems.length === 0;
}

const REASONS: ReadonlySet<string> = new Set(["logic/never-true", "type/not-a-choice"]);

function reportFinding(
  report: DefinitionReport,
  { name }: Decision,
  { kind }: RowsBody,
  rows: readonly DecisionRow[],
  finding: ConditionFinding,
  reasons: readonly Diagnostic[],
): void {
  const path: Path = ["decisions", name];
  const members = kind === "table" ? "rows" : "rules";
  const rowAt = (branch: number) => rows[branch] as DecisionRow;
  const pathOf = (branch: number) => [...path, members, rowAt(branch).number - 1];
  const whatOf = (branch: number) => subjectOf(rowAt(branch));
  if (finding.kind === "never") {
    const row = `${pathOf(finding.branch).join(".")}.`;
    if (reasons.some(({ member = "" }) => member.startsWith(row))) return;
    const reversed = rowAt(finding.branch).cells.flatMap((cell) => reversedRange(cell) ?? [])[0];
    const hint = reversed && `The bounds of a range are the wrong way round: write "${reversed}".`;
    report.report(pathOf(finding.branch), "logic/never-true", { what: whatOf(finding.branch), hint });
  } else if (finding.kind === "unreachable") {
    const { branch, decidedBy, example } = finding;
    const earlier = decidedBy === undefined ? "others" : nameOfRow(rowAt(decidedBy));
    const details = { what: whatOf(branch), earlier, example: example && inWords(example) };
    report.report(pathOf(branch), "logic/unreachable", details, "value", example);
  } else if (finding.kind === "gap") {
    const details = { what: `The decision "${name}"`, example: inWords(finding.example) };
    report.report(path, "logic/gap", details, "name", finding.example);
  } else {
    const { branches, output, example } = finding;
    const [first = 0, last = 0] = branches.toSorted((one, other) => rowAt(one).number - rowAt(other).number);
    const details = { what: whatOf(last), other: nameOfRow(rowAt(first)), output, example: inWords(example) };
    report.report(pathOf(last), "logic/overlap", details, "value", example);
  }
}

function reportBlank(
  report: DefinitionReport,
  { name }: Decision,
  { inputs }: RowsBody,
  index: number,
  example: CounterExample,
): void {
  const details = { input: inputs[index]?.source ?? "", example: inWords(example) };
  report.report(["decisions", name, "inputs", index], "logic/blank-input", details, "value", example);
}

/** Cells of comparisons that hold for every value which is not blank: who writes "> 5, < 9" means both. */
function reportOpenCells(
  report: DefinitionReport,
  { name }: Decision,
  { inputs, rows }: RowsBody,
  { scope }: RuleSet,
  setting: AnalysisSetting,
): void {
  const open = new Map<string, boolean>();
  for (const [column, { source }] of inputs.entries()) {
    const { output: isGiven } = check(`ISNOTBLANK(${source})`, scope);
    if (isGiven === undefined) continue;
    for (const { number, cells, conditions } of rows) {
      const cell = cells[column] ?? "";
      const placed = conditions.find(({ member }) => member.endsWith(`.${column}`));
      const tests = cell.split(",").map((test) => test.trim());
      if (placed === undefined || tests.length < 2 || !tests.every((test) => /^[<>]/.test(test))) continue;
      const key = `${column} ${cell}`;
      if (!open.has(key))
        open.set(key, verdictOf(plainTree(placed.expression), setting, plainTree(isGiven)) === "always");
      if (open.get(key) !== true) continue;
      const details = { what: `The cell ${JSON.stringify(cell)}`, hint: openCellHint(tests) };
      report.report(["decisions", name, "rows", number - 1, column], "logic/always-true", details);
    }
  }
}

/** With the range of two comparisons. */
function openCellHint(tests: readonly string[]): string {
  const [found, from, low, to, high] =
    /^>(=?) *([^,]+),<(=?) *([^,>=]+)$/.exec(tests.toSorted().reverse().join()) ?? [];
  const range = found && `"${from ? "[" : "("}${low}..${high}${to ? "]" : ")"}" where both must hold, and `;
  return `A comma means "or". Write ${range ?? ""}"not(blank)" for any value.`;
}

/** A row at the beginning of a sentence. */
function subjectOf(row: DecisionRow): string {
  return row.name === undefined ? `Row ${row.number}` : `The rule "${row.name}"`;
}

function inWords(example: CounterExample): string {
  return JSON.stringify(example);
}

/**
 * What outputs come to, as plain trees about facts only: the formula, or the rows of a table as branches. An output of a list of
 * rules, of a table that collects, and of what is not determined by facts is left as it is.
 */
class OutputMeanings {
  readonly #set: RuleSet;
  readonly #byIndex = new Map<number, Node>();
  #rules: Rules | undefined;

  constructor(set: RuleSet) {
    this.#set = set;
    for (const decision of set.decisions)
      for (const [place, output] of decision.outputs.entries()) {
        const meaning = this.#meaningOf(decision, output, place);
        if (meaning?.type.kind === output.type.kind && !anyNodeOf(meaning, (node) => this.#isOpen(node)))
          this.#byIndex.set(output.index, meaning);
      }
  }

  readonly standsFor: StandsFor = (node) =>
    node.op === "column" && node.slot === 0 ? this.#byIndex.get(node.index) : undefined;

  /** Whether a decision reads an output of which more is known here. */
  areReadBy({ needs }: Decision): boolean {
    return this.#knownAmong(needs).length > 0;
  }

  /** Whether the outputs that a decision reads are computed of the facts of an example without an error. */
  areDecided({ needs }: Decision, example: CounterExample | undefined): boolean {
    const outputs = this.#knownAmong(needs);
    if (example === undefined || outputs.length === 0) return true;
    this.#rules ??= new Rules(this.#set);
    return !hasErrors(this.#rules.decide(example, { outputs }).diagnostics);
  }

  #knownAmong(needs: ReadonlySet<number>): readonly string[] {
    const outputs = [...needs].flatMap((index) => this.#set.decisions[index]?.outputs ?? []);
    return outputs.filter(({ index }) => this.#byIndex.has(index)).map(({ name }) => name);
  }

  /** Whether a part is something else than facts, or may have another value each time. */
  #isOpen(node: Node): boolean {
    if (node.op === "column") return node.slot === 0 && node.index >= this.#set.facts.length;
    return isNondeterministic(node) || (node.op === "call" && !node.definition.isDetermined);
  }

  #meaningOf(decision: Decision, output: Output, place: number): Node | undefined {
    const { body } = decision;
    const plain = (placed: Placed) => plainTree(placed.expression, this.standsFor);
    if (body.kind === "formula") return plain(body.formula);
    const isOneRow = ["unique", "any", "first", "priority"].includes(body.hit);
    const rows = body.kind === "table" && isOneRow ? inOrderOfDeciding(decision.outputs, body) : undefined;
    if (rows === undefined || output.type.kind === "List") return undefined;
    const { type } = output;
    const condition = ({ conditions }: DecisionRow) => conjunctionOf(conditions.map(plain));
    return conditionalOf(decision.outputs, rows, type, condition, ({ [place]: placed }): Node => {
      return placed === undefined ? { op: "constant", value: null, type, start: 0, end: 0 } : plain(placed);
    });
  }
}
