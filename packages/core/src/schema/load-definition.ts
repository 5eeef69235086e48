import { checkDecisions } from "../decisions/check-decisions.ts";
import { compileExamples } from "../decisions/compile-functions.ts";
import type { HearFired } from "../decisions/decision-body.ts";
import { isOfRules, rulesIn } from "../decisions/load-rules.ts";
import { placeInFile, type ReadTable, readTableSafely } from "../decisions/table-file.ts";
import {
  checkOptions,
  checkText,
  type Diagnostic,
  hasErrors,
  type OptionsOf,
  type Outcome,
} from "../diagnostics/index.ts";
import {
  allFunctions,
  checkFunctionList,
  type ExpressionScope,
  type FunctionDeclaration,
} from "../expression/parts.ts";
import { defaultLocale, fingerprintOf, localeForms, zoneOf } from "../values/index.ts";
import { checkNames, type TakenName } from "../yaml/check-names.ts";
import { checkShape } from "../yaml/check-shape.ts";
import { DefinitionReport, type NamedPart } from "../yaml/definition-report.ts";
import type { DefinitionSource, Path } from "../yaml/definition-source.ts";
import { readObjectTypes, writtenTypes } from "../yaml/object-types.ts";
import { readYaml } from "../yaml/read-yaml.ts";
import { PiecedText, type ScalarText, type SourceText } from "../yaml/scalar-text.ts";
import type { ApiDefinition, AppDefinition } from "./app/app-definition.ts";
import { retentionOf, runsOf } from "./app/retention.ts";
import { checkActionCycles, checkEmail, checkLogic, checkReachableActions } from "./check/check-logic.ts";
import {
  checkExactDigits,
  checkFilterCalls,
  checkInitialReads,
  checkOnDelete,
  checkOwnerKeys,
  checkPartCycles,
  checkReveals,
} from "./check/check-tables.ts";
import { compileActions } from "./compile/compile-actions.ts";
import type { DecisionSetting } from "./compile/compile-decisions.ts";
import { compileRules } from "./compile/compile-rules.ts";
import { compileSlices, compileTables } from "./compile/compile-tables.ts";
import { readApi, readRoles } from "./compile/read-api.ts";
import { scopeOfDefinition } from "./compile/scope-of-definition.ts";
import { draftActions } from "./draft/draft-actions.ts";
import { draftTables } from "./draft/draft-tables.ts";
import { type DefinitionShape, definitionShape } from "./text/definition-shape.ts";
import { keyTypesOf } from "./typing/composite-key.ts";
import {
  addRelatedColumns,
  checkWatches,
  fieldRulesFor,
  type TypedTable,
  typeColumns,
} from "./typing/type-columns.ts";

/**
 * An application from its definition, YAML or JSON text. Never throws for a bad definition: all its errors are among
 * the diagnostics, each with line and character (from 1), the member it is in, and for an expression its offsets in
 * that. There is an output only when there is no error. Throws a TypeError for options that are wrong.
 */
export function loadDefinition(text: string, options: LoadDefinitionOptions = {}): Outcome<AppDefinition> {
  checkText("loadDefinition", "a definition", text);
  checkOptions("loadDefinition", options, LOAD_OPTIONS);
  const { file, functions = [], readTable, fired } = options;
  checkFunctionList(functions);
  const read = readYaml(text, file);
  if (read.output === undefined) return { output: undefined, diagnostics: read.diagnostics };
  const report = new DefinitionReport(read.output);
  if (isOfRules(read.output)) {
    report.report([], "definition/of-rules", {});
    return { output: undefined, diagnostics: [...read.diagnostics, ...report.diagnostics] };
  }
  const deciding: DecisionSetting = { readTable, places: new Map(), fired };
  const app = loadFrom(report, functions, deciding);
  const placed = report.diagnostics.map((diagnostic) => placeInFile(diagnostic, deciding.places));
  const diagnostics = [...read.diagnostics, ...placed];
  return { output: hasErrors(diagnostics) ? undefined : app, diagnostics };
}

export interface LoadDefinitionOptions {
  /** The name of the file, for diagnostics. */
  readonly file?: string | undefined;
  /**
   * Functions of the program around, by `defineFunction`, which its expressions may call. One that the definition declares must have
   * the same types. Throws a TypeError for one that cannot be declared so.
   */
  readonly functions?: readonly FunctionDeclaration[] | undefined;
  /** Reads the files that decisions name as their rows. */
  readonly readTable?: ReadTable | undefined;
  /** Hears of rows, rules and formulas of decisions that decide in expressions, as tests do. Such expressions are never compiled to SQL. */
  readonly fired?: HearFired | undefined;
}

const LOAD_OPTIONS: OptionsOf<LoadDefinitionOptions> = {
  file: true,
  functions: true,
  readTable: true,
  fired: true,
};

/** A definition as editors see it: its parts, and what its names and expressions mean. */
export interface ReadDefinition {
  readonly source: DefinitionSource;
  readonly names: readonly PlacedName[];
  readonly expressions: readonly PlacedExpression[];
  /** Whether it has rules over plain objects, and no application. */
  readonly isOfRules: boolean;
  /** What expressions can name; undefined when there is none. Of rules the row has their facts and outputs. */
  readonly scope: ExpressionScope | undefined;
}

/** A scalar that names a part of the application. */
export interface PlacedName {
  readonly meant: NamedPart;
  readonly text: ScalarText;
}

/** An expression within the value of a scalar. */
export interface PlacedExpression {
  readonly path: Path;
  readonly source: string;
  readonly scope: ExpressionScope;
  /** Where it begins in the value: after the `<<` of a template. */
  readonly start: number;
  readonly text: SourceText;
  /** Of a cell of a decision table, which the source is made of. */
  readonly cell?: ScalarText;
}

/**
 * Reads a definition for an editor. The diagnostics are those of `loadDefinition`, of rules those of `loadRules`; unlike there, a definition with errors
 * has an output, and one that is half written. There is none when nothing of the text can be read.
 */
export function readDefinition(text: string, file?: string): Outcome<ReadDefinition> {
  const strict = readYaml(text, file);
  const isWhole = strict.diagnostics.length === 0;
  const source = isWhole ? strict.output : readYaml(text, file, { isHalfWritten: true }).output;
  if (source === undefined) return { output: undefined, diagnostics: strict.diagnostics };
  const names: PlacedName[] = [];
  const expressions: PlacedExpression[] = [];
  const report = new DefinitionReport(source, {
    name: (path, at, meant) => {
      const part = source.part(path);
      const scalar = at === "name" ? part?.nameScalar : part?.scalar;
      if (scalar !== undefined) names.push({ meant, text: source.textOf(scalar) });
    },
    expression: (path, expression, scope, start, pieces, at) => {
      const part = source.part(path);
      const scalar = at === "name" ? part?.nameScalar : part?.scalar;
      if (scalar === undefined) return;
      const whole = source.textOf(scalar);
      const placed = { path, source: expression, scope, start };
      if (pieces === undefined) expressions.push({ ...placed, text: whole });
      else expressions.push({ ...placed, text: new PiecedText(whole, pieces), cell: whole });
    },
  });
  const ofRules = isOfRules(source);
  const loaded = ofRules ? rulesIn(report, allFunctions) : loadFrom(report);
  const scope = loaded?.scope ?? expressions[0]?.scope;
  const isRead = strict.output !== undefined;
  const diagnostics: readonly Diagnostic[] = isRead
    ? [...strict.diagnostics, ...report.diagnostics]
    : strict.diagnostics;
  return { output: { source, names, expressions, isOfRules: ofRules, scope }, diagnostics };
}

/** What can be made of a text that was read, with errors or without. */
function loadFrom(
  report: DefinitionReport,
  functions: readonly FunctionDeclaration[] = [],
  deciding: DecisionSetting = { readTable: undefined, places: new Map(), fired: undefined },
): AppDefinition | undefined {
  const shape = checkShape(report, definitionShape);
  return shape && compileApp(report, shape, functions, deciding);
}

/** Types before scopes, scopes before expressions: a Ref needs its table's key, an expression the types of columns. */
function compileApp(
  report: DefinitionReport,
  shape: DefinitionShape,
  declarations: readonly FunctionDeclaration[],
  { readTable, places, fired }: DecisionSetting,
): AppDefinition {
  const { id, name, owner, blanks = "consistent", initialValues = "beforeRequest" } = shape.app;
  if (owner !== undefined) checkEmail(report, ["app", "owner"], owner);
  const locale = readLocale(report, shape);
  const taken = new Map<string, TakenName>();
  const drafts = addRelatedColumns(draftTables(report, shape, taken));
  const sliceNames = report.source.names(["slices"], shape.slices ?? {});
  checkNames(report, "slice", sliceNames, (slice) => ["slices", slice], taken);
  const typed = new Map<string, TypedTable>();
  const keyParts = (table: string) => typed.get(table)?.key ?? [];
  const objectTypes = readObjectTypes(report, shape.types, fieldRulesFor(report));
  const keyTypes = keyTypesOf(report, drafts);
  const typing = { report, tables: drafts, keyTypes, keyParts, locale, objectTypes };
  for (const draft of drafts.values()) typed.set(draft.name, typeColumns(typing, draft));
  for (const table of typed.values()) checkWatches(report, table, locale);
  const read: ReturnType<ReadTable>[] = [];
  const files: Record<string, ReturnType<ReadTable>> = {};
  const noted: ReadTable = (table) => {
    const rows = readTable === undefined ? [] : readTableSafely(readTable, table);
    read.push(rows);
    files[table] = rows;
    return rows;
  };
  const { scope, decisions, functions } = scopeOfDefinition(
    report,
    shape,
    typed,
    locale,
    objectTypes,
    declarations,
    { readTable: readTable && noted, places, fired },
  );
  const tables = compileTables({ report, scope }, typed, shape.app);
  checkPartCycles(report, tables);
  checkOnDelete(report, tables);
  checkFilterCalls(report, tables);
  checkExactDigits(report, tables);
  checkInitialReads(report, tables, initialValues);
  const slices = compileSlices({ report, scope }, shape, tables);
  const actionDrafts = draftActions(report, shape, scope.tables);
  const timezone = readTimezone(report, shape);
  const compiling = { report, scope, tables, slices, drafts: actionDrafts, timezone };
  const actions = compileActions(compiling);
  const rules = compileRules(compiling, shape);
  const reachable = {
    tables: [...drafts.keys(), ...sliceNames],
    actions: ["Add", "Edit", "Delete", "Find", "Decide", ...actionDrafts.byName.keys()],
  };
  const api = readApi(report, shape, reachable);
  checkActionCycles(report, actions);
  if (!hasErrors(report.diagnostics)) functions.reportUnused();
  const examples = compileExamples(report, scope, shape.functions);
  if (!hasErrors(report.diagnostics)) {
    checkReachableActions(report, api, actions, rules);
    checkOwnerKeys(report, shape, api, { tables, slices });
    checkReveals(report, shape, { tables, slices, scope, decisions });
  }
  if (!hasErrors(report.diagnostics)) for (const { set } of decisions.values()) checkDecisions(report, set);
  // A formula or filter with an error is blank for what reads it, of which nothing can be proven.
  const isRead = ({ member = "", severity }: Diagnostic) =>
    severity === "error" && /\.(?:formula|filter)$/.test(member);
  if (!report.diagnostics.some(isRead)) checkLogic(report, { tables, actions, rules, locale });
  return {
    id,
    name,
    version: fingerprintOf(
      read.length === 0 ? report.source.text : report.source.text + JSON.stringify(read),
    ),
    written: { text: withoutPlainKeys(report.source, api), files },
    owner,
    locale,
    timezone,
    blanks,
    initialValues,
    runs: runsOf(shape.app.runs),
    keep: retentionOf(shape.app.keep),
    roles: readRoles(report, shape),
    api,
    tables,
    slices,
    actions,
    rules,
    decisions,
    functions: functions.hosts,
    ownFunctions: functions.written,
    ownTypes: writtenTypes(objectTypes),
    examples,
    inputs: report.inputs,
    hasHistory: [...tables.values()].some(({ history }) => history !== undefined),
    scope,
  };
}

/** The text of a definition with `"withheld"` in the place of each access key. */
function withoutPlainKeys(source: DefinitionSource, { accessKeys }: ApiDefinition): string {
  const ranges = accessKeys.flatMap((_, at) => {
    const range = source.part(["app", "api", "accessKeys", at, "key"])?.scalar?.range;
    return range ? [range] : [];
  });
  // From the last on, so that the places of the others stay; an alias has the place of what it repeats.
  const last = ranges
    .sort(([one], [other]) => other - one)
    .filter(([one], at) => one !== ranges[at - 1]?.[0]);
  return last.reduce((text, [start, end]) => {
    const line = text.slice(start, end).endsWith("\n") ? "\n" : "";
    return `${text.slice(0, start)}"withheld"${line}${text.slice(end)}`;
  }, source.text);
}

const DEFAULT_TIMEZONE = "UTC";

function readLocale(report: DefinitionReport, { app: { locale = defaultLocale } }: DefinitionShape): string {
  const forms = localeForms(locale);
  if (forms !== undefined) return forms.tag;
  const details = { actual: JSON.stringify(locale), expected: "a locale such as en-US" };
  report.report(["app", "locale"], "definition/wrong-value", details);
  return defaultLocale;
}

function readTimezone(
  report: DefinitionReport,
  { app: { timezone = DEFAULT_TIMEZONE } }: DefinitionShape,
): string {
  if (zoneOf(timezone) !== undefined) return timezone;
  const details = { actual: JSON.stringify(timezone), expected: "a time zone such as Europe/Berlin" };
  report.report(["app", "timezone"], "definition/wrong-value", details);
  return DEFAULT_TIMEZONE;
}
