import { conjunctionOf, diagnoseConditions } from "../../decisions/analysis/diagnose-conditions.ts";
import type { AnalysisSetting } from "../../decisions/analysis/facts.ts";
import { type Branch, conflictsOf } from "../../decisions/analysis/findings.ts";
import { plainTree } from "../../decisions/analysis/plain-tree.ts";
import type { Domain } from "../../decisions/analysis/variables.ts";
import { type Diagnostic, moveDiagnostic, present } from "../../diagnostics/index.ts";
import { anyNode, type CheckedExpression, isVolatile, type Node } from "../../expression/parts.ts";
import { findCycles } from "../../expression/tree/find-cycles.ts";
import { lookAlikeIn } from "../../values/index.ts";
import type { DefinitionReport, NotedExpression } from "../../yaml/definition-report.ts";
import type { Path } from "../../yaml/definition-source.ts";
import type {
  ActionDefinition,
  ApiDefinition,
  AppDefinition,
  RuleDefinition,
  TableDefinition,
} from "../app/app-definition.ts";
import { type ColumnDefinition, columnsRead } from "../app/column-definition.ts";

type Parts = Pick<AppDefinition, "tables" | "actions" | "rules" | "locale">;

/**
 * Warns of conditions of a definition that are never TRUE or always, of branches that are not reached, and of rules that set one
 * column to different values on the same change.
 */
export function checkLogic(report: DefinitionReport, parts: Parts): void {
  const reported = Map.groupBy(report.diagnostics, ({ member }) => member);
  const effort = { left: EFFORT };
  for (const noted of report.expressions) {
    const { path, start, expression } = noted;
    const what = expression.type.kind === "Yes/No" ? wholeConditionAt(path) : undefined;
    const found = diagnoseConditions(
      expression,
      { ...settingOf(noted, parts), effort },
      what === undefined ? {} : { what },
    );
    const others = reported.get(path.join(".")) ?? [];
    report.reportExpression(
      path,
      found
        .map((one) => moveDiagnostic(one, start))
        .filter((one) => !others.some((other) => meets(one, other))),
    );
  }
  checkWriters(report, parts);
}

/** Spans that the searches of one definition may look at: about half a second. */
const EFFORT = 3_000_000;

/** Whether another diagnostic is about the same part of a text, or says why a comparison never holds. */
function meets(one: Diagnostic, { code, start = 0, end = 0 }: Diagnostic): boolean {
  return code === "type/not-a-choice" || (start < (one.end ?? 0) && (one.start ?? 0) < end);
}

/** What the expression at a path is called where it is a condition that rows meet. */
function wholeConditionAt(path: Path): string | undefined {
  const [first, , third] = path;
  if (first === "tables" && third === "securityFilter") return "The security filter";
  if (first === "tables" && path.at(-1) === "validIf") return "The condition";
  if (first === "slices" && third === "filter") return "The filter of the slice";
  if (third !== "condition") return undefined;
  return first === "actions" ? "The condition of the action" : "The condition of the rule";
}

/** What is known of the cells that an expression reads. Where the row is not saved yet, or not valid, a cell can have any value. */
function settingOf({ path, expression }: NotedExpression, parts: Parts): AnalysisSetting {
  const { row } = expression;
  const member = path.at(-1);
  const table = parts.tables.get(row?.name ?? "");
  const own = path[0] === "tables" ? table?.columns.find(({ name }) => name === String(path[3])) : undefined;
  const isSaved =
    path[0] !== "tables" ||
    member === "securityFilter" ||
    member === "validIf" ||
    (member === "formula" && own?.isVirtual === true);
  // A rule for the values of a column is not asked about a blank.
  const filled = member === "validIf" && own?.isVirtual === false ? own.index : undefined;
  return settingIn(table, parts, { isSaved, filled });
}

interface Known {
  readonly isSaved: boolean;
  /** The position of a column that is not blank. */
  readonly filled?: number | undefined;
}

function settingIn(
  table: TableDefinition | undefined,
  { tables, locale }: Pick<Parts, "tables" | "locale">,
  { isSaved, filled }: Known,
): AnalysisSetting {
  const domainOf = (node: Node): Domain | undefined => {
    if (node.op === "column") {
      const domain = domainIn(table, node.index, locale, isSaved);
      if (node.slot < 0) return { ...domain, blank: true };
      return node.index === filled ? { ...domain, blank: false } : domain;
    }
    if (node.op !== "dereference" || node.field.op !== "column") return undefined;
    return { ...domainIn(tables.get(node.table.name), node.field.index, locale, true), blank: true };
  };
  return { domainOf, locale };
}

/** The values of a cell by what the definition says of its column. Other programs write tables of theirs as they like. */
function domainIn(
  table: TableDefinition | undefined,
  index: number,
  locale: string,
  isSaved: boolean,
): Domain | undefined {
  const column = table?.storedColumns[index];
  if (table === undefined || column === undefined) return undefined;
  const { formula, columnType, options, type, required } = column;
  const isGiven = formula === undefined && columnType.isWritable && !options.autoNumber;
  const samples = samplesOf(column, locale);
  if (!isGiven || !isSaved || table.source !== undefined || type.kind === "List") return { isGiven, samples };
  const { min, max, step, values, allowOtherValues } = options;
  const isPart = table.key.includes(column);
  return {
    samples,
    blank: !required && !isPart,
    ...present({ min, max, step }),
    ...(values === undefined || allowOtherValues ? {} : { values }),
  };
}

/** Texts that the column takes. */
function samplesOf({ columnType, options, type }: ColumnDefinition, locale: string) {
  if (type.kind === "List") return [];
  return SAMPLES.flatMap((text) => {
    const read = columnType.read(text, { locale, options, timeZone: "UTC" });
    const isTaken =
      "value" in read && typeof read.value === "string" && columnType.check(read.value, { locale, options });
    return isTaken && isTaken.length === 0 ? [read.value] : [];
  });
}

const SAMPLES = [
  "other",
  "another",
  "one more",
  "x",
  "x-1",
  "someone@example.com",
  "https://example.com/a",
  "+1 555 0100",
  "0000000001",
];

/** A rule with what it sets on the row that changed. */
interface Writer {
  readonly rule: RuleDefinition;
  readonly branch: Branch;
}

/**
 * Reports pairs of rules of a table that set a column to different values for the same change, and rules that take back what an action
 * sets. Where the definition says which of two rules comes first, by priorities or by the hit policy of the table, it is meant so.
 */
function checkWriters(report: DefinitionReport, parts: Parts): void {
  for (const [table, rules] of Map.groupBy(parts.rules.values(), (rule) => rule.table)) {
    const written = columnsSetBy(rules, parts.actions);
    const writers = rules.flatMap((rule) => writersOf(rule, parts.actions, written));
    const setting = settingIn(table, parts, { isSaved: true });
    if (table.hit === "all") checkRules(report, writers, setting);
    checkActions(report, writers, parts, setting);
  }
}

function checkRules(report: DefinitionReport, writers: readonly Writer[], setting: AnalysisSetting): void {
  const rules = writers.map(({ rule }) => rule);
  const mayConflict = (one: number, other: number) => meetOnChange(rules[one], rules[other]);
  const told = new Set<string>();
  for (const finding of conflictsOf(
    writers.map(({ branch }) => branch),
    setting,
    mayConflict,
  )) {
    if (finding.kind !== "overlap" || finding.output === undefined) continue;
    const { branches, output, example } = finding;
    const [rule, other] = [rules[branches[1]]?.name ?? "", rules[branches[0]]?.name ?? ""];
    if (told.has(`${rule} ${other}`)) continue;
    told.add(`${rule} ${other}`);
    const details = { rule, other, column: output, example: JSON.stringify(example) };
    report.report(["rules", rule], "logic/two-writers", details, "name", example);
  }
}

/** A rule that reads what the action sets answers to it, so only those count that do not; and only actions that no rule runs. */
function checkActions(
  report: DefinitionReport,
  writers: readonly Writer[],
  { actions, rules }: Parts,
  setting: AnalysisSetting,
): void {
  const run = new Set([...rules.values()].flatMap((rule) => actionsOf(rule, actions)));
  for (const { rule, branch } of writers) {
    if (!rule.on.has("edit")) continue;
    const read = new Set(
      [rule.condition, rule.slice?.filter].flatMap((one) => (one ? [...columnsRead(one)] : [])),
    );
    for (const action of actions.values()) {
      if (action.table !== rule.table || action.effect.kind !== "set" || run.has(action)) continue;
      const given = action.effect.set.map(({ column, value }) => [column.name, plainTree(value)] as const);
      const own = new Map(given.filter(([name, { op }]) => op === "constant" && !read.has(name)));
      if (![...own.keys()].some((name) => branch.outputs.get(name)?.op === "constant")) continue;
      const always = { condition: conjunctionOf([]), outputs: own };
      const [finding] = conflictsOf([always, branch], setting);
      if (finding?.kind !== "overlap" || finding.output === undefined) continue;
      const { output, example } = finding;
      const details = {
        rule: rule.name,
        action: action.name,
        column: output,
        example: JSON.stringify(example),
      };
      report.report(["rules", rule.name], "logic/two-writers", details, "name", example);
    }
  }
}

/** Whether two rules run on the same change, in an order that nothing in the definition says. */
function meetOnChange(one: RuleDefinition | undefined, other: RuleDefinition | undefined): boolean {
  if (one === undefined || other === undefined || one === other) return false;
  if (one.priority !== other.priority) return false;
  const changes = [...one.on].filter((change) => other.on.has(change));
  // Of an added row there is no row before, and of a deleted one nothing is set.
  const readsBefore = [one, other].some(
    ({ condition }) =>
      condition !== undefined && anyNode(condition, (node) => "slot" in node && node.slot < 0),
  );
  return changes.includes("edit") || (changes.includes("add") && !readsBefore);
}

/** The names of the columns that rules may have set before an action of theirs reads the row. */
function columnsSetBy(rules: readonly RuleDefinition[], actions: Parts["actions"]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const rule of rules)
    for (const { effect } of actionsOf(rule, actions))
      if (effect.kind === "set") for (const { column } of effect.set) names.add(column.name);
  return names;
}

/** The actions that a rule runs on its row, one after the other. */
function actionsOf({ steps }: RuleDefinition, actions: Parts["actions"]): readonly ActionDefinition[] {
  const entered = new Set<ActionDefinition>();
  const enter = (name: string): readonly ActionDefinition[] => {
    const action = actions.get(name);
    // Actions may lead back to themselves where that has been reported.
    if (action === undefined || entered.has(action)) return [];
    entered.add(action);
    return [action, ...(action.effect.kind === "run" ? action.effect.actions.flatMap(enter) : [])];
  };
  return steps.flatMap((step) => (step.kind === "action" ? enter(step.action) : []));
}

/**
 * What the actions of a rule set on its row, under the condition of the rule, which is read on the row that changed. Conditions of actions
 * and values are read on the row as earlier steps left it, so those that read what rules set, or other rows, are left out.
 */
function writersOf(
  rule: RuleDefinition,
  actions: Parts["actions"],
  written: ReadonlySet<string>,
): readonly Writer[] {
  if (rule.schedule !== undefined) return [];
  const isSettled = (expression: CheckedExpression) =>
    expression.references.tables.size === 0 &&
    !isVolatile(expression) &&
    ![...columnsRead(expression)].some((name) => written.has(name));
  const conditions = [rule.condition, rule.slice?.filter].filter((one) => one !== undefined);
  const entered = new Set<ActionDefinition>();
  const enter = (name: string, around: readonly CheckedExpression[]): readonly Writer[] => {
    const action = actions.get(name);
    if (action === undefined || entered.has(action)) return [];
    entered.add(action);
    const { condition, effect } = action;
    if (condition !== undefined && !isSettled(condition)) return [];
    const met = condition === undefined ? around : [...around, condition];
    if (effect.kind === "run") return effect.actions.flatMap((one) => enter(one, met));
    if (effect.kind !== "set") return [];
    const settled = effect.set.filter(({ value }) => isSettled(value));
    const outputs = new Map(settled.map(({ column, value }) => [column.name, plainTree(value)] as const));
    return [{ rule, branch: { condition: conjunctionOf(met.map((one) => plainTree(one))), outputs } }];
  };
  return rule.steps.flatMap((step) => (step.kind === "action" ? enter(step.action, conditions) : []));
}

/** Reports an e-mail address that no call could be made for: a blank one, or one with a letter that looks like another. */
export function checkEmail(
  report: DefinitionReport,
  path: Path,
  email: string,
  at: "name" | "value" = "value",
): void {
  const expected = "an e-mail address";
  if (email.trim() === "")
    report.report(path, "definition/wrong-value", { actual: "a blank text", expected }, at);
  const other = lookAlikeIn(email);
  if (other === undefined) return;
  const actual = `"${email}" with "${other.character}", which is compared as "${other.letter}"`;
  report.report(
    path,
    "definition/wrong-value",
    { actual, expected: `${expected} with a plain "${other.letter}"` },
    at,
  );
}

/**
 * The actions that no call may name, each with the action that makes it so: with `invocable: spec` every one that is neither
 * `set` nor `run`, and every group that runs one, however deep.
 */
export function actionsNotCallable(
  { invocable }: ApiDefinition,
  actions: ReadonlyMap<string, ActionDefinition>,
): ReadonlyMap<string, ActionDefinition> {
  const unfit = new Map<string, ActionDefinition>();
  if (invocable === "dataChange") return unfit;
  const groupsOf = Map.groupBy(
    [...actions.values()].flatMap((group) => actionsRunBy(group).map((member) => ({ group, member }))),
    ({ member }) => member,
  );
  const waiting = [...actions.values()].filter(isUnfit).map((action) => ({ action, cause: action }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { action, cause } = next;
    if (unfit.has(action.name)) continue;
    unfit.set(action.name, cause);
    for (const { group } of groupsOf.get(action.name) ?? [])
      waiting.push({ action: group, cause: isUnfit(group) ? group : cause });
  }
  return unfit;
}

function isUnfit({ effect }: ActionDefinition): boolean {
  return effect.kind !== "set" && effect.kind !== "run";
}

/** The names of the actions that an action runs itself. */
function actionsRunBy(action: ActionDefinition | undefined): readonly string[] {
  if (action?.effect.kind === "run") return action.effect.actions;
  return action?.effect.kind === "onRows" ? [action.effect.action] : [];
}

/** Warns of actions that no call may name and that nothing runs. */
export function checkReachableActions(
  report: DefinitionReport,
  api: ApiDefinition,
  actions: ReadonlyMap<string, ActionDefinition>,
  rules: ReadonlyMap<string, RuleDefinition>,
): void {
  const unfit = actionsNotCallable(api, actions);
  const waiting = [...actions.keys()].filter((name) => !unfit.has(name));
  for (const { steps } of rules.values())
    for (const step of steps) if (step.kind === "action") waiting.push(step.action);
  const reached = new Set<string>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    for (const run of actionsRunBy(actions.get(name))) waiting.push(run);
  }
  for (const name of actions.keys()) {
    if (!reached.has(name))
      report.report(["actions", name], "definition/unreachable-action", { name }, "name");
  }
}

/** Reports actions that lead back to themselves by way of what they run. */
export function checkActionCycles(
  report: DefinitionReport,
  actions: ReadonlyMap<string, ActionDefinition>,
): void {
  const ways = findCycles(actions.keys(), (name) => actionsRunBy(actions.get(name)));
  for (const way of ways)
    report.report(["actions", way[0] ?? ""], "definition/action-cycle", { actions: way }, "name");
}
