import { checkOptions, checkText, hasErrors, type OptionsOf, type Outcome } from "../diagnostics/index.ts";
import type { FunctionDeclaration } from "../expression/context/declared-functions.ts";
import type { TypeReader } from "../expression/context/declared-types.ts";
import { checkFunctionList, jsonReaderOf } from "../expression/parts.ts";
import { findCycles } from "../expression/tree/find-cycles.ts";
import { defaultLocale, localeForms } from "../values/index.ts";
import { checkNames, type TakenName } from "../yaml/check-names.ts";
import { checkShape } from "../yaml/check-shape.ts";
import { DefinitionReport } from "../yaml/definition-report.ts";
import type { DefinitionSource, Path } from "../yaml/definition-source.ts";
import { readObjectTypes, writtenTypes } from "../yaml/object-types.ts";
import { readYaml } from "../yaml/read-yaml.ts";
import { checkDecisions } from "./check-decisions.ts";
import { type DecisionColumn, declaredOutputs, draftOf, scopeOf } from "./columns.ts";
import { type CompiledDecision, compileDecision } from "./compile-decision.ts";
import { compileExamples, compileFunctions, nestedFormulasOf } from "./compile-functions.ts";
import type { Decision, RuleSet } from "./decision.ts";
import { factPartOf } from "./fact-part.ts";
import { Rules } from "./rules.ts";
import {
  type DecisionShape,
  type FactShape,
  type FactShapes,
  type RulesShape,
  rulesShape,
  tablesShape,
} from "./rules-shape.ts";
import {
  isUnread,
  placeInFile,
  type ReadTable,
  type TablePlaces,
  withTable,
  writeTable,
} from "./table-file.ts";

/** What rules are loaded with. Nothing of it is required. */
export interface LoadRulesOptions {
  /** Functions of the caller, which are added to those of the language. */
  readonly functions?: readonly FunctionDeclaration[];
  /** The name of the file, for diagnostics. */
  readonly file?: string;
  /** Reads the files that decisions name as their rows. */
  readonly readTable?: ReadTable;
}

/**
 * Rules from their definition, YAML or JSON text. Never throws for a bad definition: all its errors are among the diagnostics,
 * each with line and character (from 1) and the member it is in. There is an output only when there is no error. Throws a TypeError
 * for options that are wrong.
 */
export function loadRules(text: string, options: LoadRulesOptions = {}): Outcome<Rules> {
  const { output, diagnostics } = loadRuleSet(text, options);
  return { output: output && new Rules(output), diagnostics };
}

/** Whether a text, YAML or JSON, is a definition of rules, and not of an application. */
export function isRulesDefinition(text: string): boolean {
  const { output } = readYaml(text, undefined, { isHalfWritten: true });
  return output !== undefined && isOfRules(output);
}

/** Whether a definition that was read, or what there is of it by now, is one of rules. */
export function isOfRules({ root: { members } }: DefinitionSource): boolean {
  if (members.has("app") || members.has("tables")) return false;
  return members.has("facts") || members.get("rules")?.members.get("id")?.scalar !== undefined;
}

/**
 * What can be made of rules that were read, with errors or without. Where the report has an observer, an editor's, the rows that are
 * in files are left out.
 */
export function rulesIn(
  report: DefinitionReport,
  functions: readonly FunctionDeclaration[],
): RuleSet | undefined {
  const shape = checkShape(report, rulesShape);
  return shape && compileRules(report, shape, { functions }, new Map());
}

const LOAD_OPTIONS: OptionsOf<LoadRulesOptions> = { functions: true, file: true, readTable: true };

/** As `loadRules`, for those who read the checked decisions. */
export function loadRuleSet(text: string, options: LoadRulesOptions = {}): Outcome<RuleSet> {
  checkText("loadRules", "a definition", text);
  checkOptions("loadRules", options, LOAD_OPTIONS);
  const { file, functions = [] } = options;
  checkFunctionList(functions);
  const read = readYaml(text, file);
  if (read.output === undefined) return { output: undefined, diagnostics: read.diagnostics };
  const report = new DefinitionReport(read.output);
  if (read.output.has(["app"]) && !read.output.has(["facts"])) {
    report.report([], "definition/of-application", {});
    return { output: undefined, diagnostics: [...read.diagnostics, ...report.diagnostics] };
  }
  const shape = checkShape(report, rulesShape);
  const tables = new Map<string, TablePlaces>();
  const set = shape && compileRules(report, shape, options, tables);
  const placed = report.diagnostics.map((diagnostic) => placeInFile(diagnostic, tables));
  const diagnostics = [...read.diagnostics, ...placed];
  return { output: hasErrors(diagnostics) ? undefined : set, diagnostics };
}

/** The decision tables of a definition, of rules or of an application, by the names of their decisions, each as the cells of a file; none where it has errors. */
export function tablesOf(text: string): ReadonlyMap<string, readonly (readonly string[])[]> {
  const { output } = readYaml(text);
  const shape = output && checkShape(new DefinitionReport(output), tablesShape);
  const tables = Object.entries(shape?.decisions ?? {}).flatMap(([name, decision]) => {
    const { rows, outputs, parameters = {}, inputs = Object.keys(parameters) } = decision;
    if (rows === undefined || typeof rows === "string") return [];
    const own = Object.keys(outputs ?? { [name]: "" });
    return [[name, writeTable({ ...decision, inputs, rows }, own)] as const];
  });
  return new Map(tables);
}

/** Types before the scope, the scope before expressions, and these before the order of the decisions. */
function compileRules(
  report: DefinitionReport,
  shape: RulesShape,
  { functions: given = [], readTable }: LoadRulesOptions,
  tables: Map<string, TablePlaces>,
): RuleSet {
  const { id, name = id } = shape.rules;
  const locale = readLocale(report, shape);
  const taken = new Map<string, TakenName>();
  const factNames = report.source.names(["facts"], shape.facts);
  checkNames(report, "fact", factNames, (fact) => ["facts", fact], taken);
  const { types: declaredTypes = {} } = shape;
  const types = readObjectTypes(report, declaredTypes);
  const factDrafts = factNames.map((fact) =>
    draftOf(types, ["facts", fact], fact, shape.facts[fact] as FactShape),
  );
  const decisionNames = report.source.names(["decisions"], shape.decisions);
  const drafts = decisionNames.map((decision) =>
    draftDecision(
      report,
      { types, declaredTypes, locale },
      decision,
      shape.decisions[decision] as DecisionShape,
      taken,
    ),
  );
  const columns = [...factDrafts, ...drafts.flatMap(({ outputs }) => outputs)];
  const declared = declaredIn(report, shape, given);
  const base = scopeOf(columns, types, locale, declared.others);
  const scope = { ...base, functions: new Map(base.functions) };
  const typeAt = (path: Path, type: string) => types.typeOf(type, path);
  const nested = nestedFormulasOf(report);
  const own = compileFunctions(
    {
      report,
      scope: { ...scope, row: undefined },
      functions: scope.functions,
      nested,
      typeAt,
      declarations: declared.own,
    },
    shape.functions,
  );
  const facts = factDrafts.map(({ name: fact, path, itemType }, index) => ({
    ...factPartOf(report, declaredTypes, path, fact, shape.facts[fact] as FactShape, itemType, locale),
    index,
    read: jsonReaderOf(itemType),
    declaredAt: path,
  }));
  const indices = new Map(columns.map(({ name: column }, index) => [column, index]));
  const names = columns.map(({ name: column }) => column);
  const compiledDrafts = drafts.filter(({ shape: { rows } }) => !isUnread(report, rows, readTable));
  const compiled = compiledDrafts.map(({ name: decision, path, shape: declared, outputs }) => {
    const own = outputs.map(({ name: output }) => output);
    const { shape: whole, places } = withTable(report, decision, declared, own, names, readTable);
    if (places !== undefined) tables.set(decision, places);
    return compileDecision({ report, scope, locale }, decision, path, whole, outputs, indices);
  });
  const decisions = inOrder(
    report,
    compiled,
    compiledDrafts.map(({ path }) => path),
  );
  if (!hasErrors(report.diagnostics) && compiled.length === drafts.length) own.reportUnused();
  const examples = compileExamples(report, { ...scope, row: undefined }, shape.functions);
  const { hosts, written: functions } = own;
  const isAsync = report.callsAsync;
  const parts = { functions, types: writtenTypes(types), hosts, examples };
  const set = { id, name, scope, facts, decisions, isAsync, ...parts };
  if (!hasErrors(report.diagnostics)) checkDecisions(report, set);
  return set;
}

/** The functions of the program: the code of those whose signature the definition declares, and the others. */
function declaredIn(
  report: DefinitionReport,
  { functions: shapes = {} }: RulesShape,
  given: readonly FunctionDeclaration[],
): { readonly own: readonly FunctionDeclaration[]; readonly others: readonly FunctionDeclaration[] } {
  const hosts = report.source.names(["functions"], shapes).filter((name) => shapes[name]?.host === true);
  const isOwn = (one: FunctionDeclaration) =>
    hosts.some((name) => name.toUpperCase() === one?.name?.toUpperCase?.());
  return { own: given.filter(isOwn), others: given.filter((one) => !isOwn(one)) };
}

function readLocale(report: DefinitionReport, { rules }: RulesShape): string {
  const { locale = defaultLocale } = rules;
  if (localeForms(locale) !== undefined) return locale;
  const expected = "a locale such as en-US or de-DE";
  report.report(["rules", "locale"], "definition/wrong-value", { actual: JSON.stringify(locale), expected });
  return defaultLocale;
}

interface DecisionDraft {
  readonly name: string;
  readonly path: Path;
  readonly shape: DecisionShape;
  readonly outputs: readonly DecisionColumn[];
}

/** What outputs are read with. */
interface OutputSetting {
  readonly types: TypeReader;
  readonly declaredTypes: Readonly<Record<string, FactShapes>>;
  readonly locale: string;
}

/** A decision with one output has its name; one with several names them, or a list of rules with none has only events. */
function draftDecision(
  report: DefinitionReport,
  { types, declaredTypes, locale }: OutputSetting,
  name: string,
  shape: DecisionShape,
  taken: Map<string, TakenName>,
): DecisionDraft {
  const path = ["decisions", name];
  const declared = declaredOutputs(report, path, name, shape);
  const [first] = declared;
  checkNames(
    report,
    "output",
    declared.map(([output]) => output),
    (output) => (first?.[0] === name && first[1] === path ? path : [...path, "outputs", output]),
    taken,
  );
  return {
    name,
    path,
    shape,
    outputs: declared.map(([output, at, member]) => {
      const draft = draftOf(types, at, output, member, shape.hit);
      return {
        ...draft,
        part: factPartOf(report, declaredTypes, at, output, draft.declared, draft.itemType, locale),
      };
    }),
  };
}

/** The decisions, each after those whose outputs it reads, with those that it needs; reports decisions that need themselves. */
function inOrder(
  report: DefinitionReport,
  compiled: readonly CompiledDecision[],
  paths: readonly Path[],
): Decision[] {
  const deciders = new Map(
    compiled.flatMap((one, index) => one.outputs.map(({ name }) => [name, index] as const)),
  );
  const readsOf = (index: number) => {
    const indices = [...(compiled[index]?.reads ?? [])].flatMap((name) => deciders.get(name) ?? []);
    return [...new Set(indices)];
  };
  const names = compiled.map(({ name }) => name);
  const at = new Map(names.map((name, index) => [name, index]));
  const nextOf = (name: string) => readsOf(at.get(name) ?? -1).map((index) => names[index] as string);
  for (const columns of findCycles(names, nextOf))
    report.report(
      paths[at.get(columns[0] ?? "") ?? 0] ?? [],
      "definition/formula-cycle",
      { columns },
      "name",
    );
  if (hasErrors(report.diagnostics)) return [];
  const placed = new Map<number, number>();
  const ordered: Decision[] = [];
  // Without circles, each round places at least one; decisions keep the order of the text where they may.
  while (ordered.length < compiled.length)
    for (const [index, { reads: _, tables: __, ...decision }] of compiled.entries()) {
      const direct = readsOf(index);
      if (placed.has(index) || !direct.every((one) => placed.has(one))) continue;
      const needs = new Set<number>();
      for (const one of direct) {
        const position = placed.get(one) as number;
        needs.add(position);
        for (const further of ordered[position]?.needs ?? []) needs.add(further);
      }
      placed.set(index, ordered.length);
      ordered.push({ ...decision, needs });
    }
  return ordered;
}
