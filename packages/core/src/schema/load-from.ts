import { hasErrors } from "../diagnostics/index.ts";
import { defaultLocale, fingerprintOf, localeForms, zoneOf } from "../values/index.ts";
import { readApi } from "./api/read-api.ts";
import { readRoles } from "./api/read-roles.ts";
import type { AppDefinition } from "./app-definition.ts";
import { checkActionCycles } from "./check/check-action-cycles.ts";
import { checkEmail } from "./check/check-email.ts";
import { checkInitialReads } from "./check/check-initial-reads.ts";
import { checkOnDelete } from "./check/check-on-delete.ts";
import { checkOwnerKeys } from "./check/check-owner-keys.ts";
import { checkPartCycles } from "./check/check-part-cycles.ts";
import { checkReachableActions } from "./check/check-reachable-actions.ts";
import { compileActions } from "./compile/compile-actions.ts";
import { compileRules } from "./compile/compile-rules.ts";
import { compileSlices } from "./compile/compile-slices.ts";
import { compileTables } from "./compile/compile-tables.ts";
import { keepOf } from "./compile/keep-of.ts";
import { runsOf } from "./compile/runs-of.ts";
import { checkNames, type TakenName } from "./draft/check-names.ts";
import { draftActions } from "./draft/draft-actions.ts";
import { draftTables } from "./draft/draft-tables.ts";
import { checkShape } from "./text/check-shape.ts";
import type { DefinitionReport } from "./text/definition-report.ts";
import { type DefinitionShape, definitionShape } from "./text/definition-shape.ts";
import { addRelatedColumns } from "./typing/add-related-columns.ts";
import { checkWatches } from "./typing/check-watches.ts";
import { keyTypesOf } from "./typing/key-types-of.ts";
import { scopeOfDefinition } from "./typing/scope-of-definition.ts";
import { type TypedTable, typeColumns } from "./typing/type-columns.ts";

const DEFAULT_TIMEZONE = "UTC";

/** What can be made of a text that was read, with errors or without. */
export function loadFrom(report: DefinitionReport): AppDefinition | undefined {
  const shape = checkShape(report, definitionShape);
  return shape && compileApp(report, shape);
}

/** Types before scopes, scopes before expressions: a Ref needs its table's key, an expression the types of columns. */
function compileApp(report: DefinitionReport, shape: DefinitionShape): AppDefinition {
  const { id, name, owner, blanks = "consistent", initialValues = "beforeRequest" } = shape.app;
  if (owner !== undefined) checkEmail(report, ["app", "owner"], owner);
  const locale = readLocale(report, shape);
  const taken = new Map<string, TakenName>();
  const drafts = addRelatedColumns(draftTables(report, shape, taken));
  const sliceNames = report.source
    .names(["slices"])
    .filter((slice) => Object.hasOwn(shape.slices ?? {}, slice));
  checkNames(report, "slice", sliceNames, (slice) => ["slices", slice], taken);
  const typed = new Map<string, TypedTable>();
  const keyParts = (table: string) => typed.get(table)?.key ?? [];
  const typing = { report, tables: drafts, keyTypes: keyTypesOf(report, drafts), keyParts, locale };
  for (const draft of drafts.values()) typed.set(draft.name, typeColumns(typing, draft));
  for (const table of typed.values()) checkWatches(report, table, locale);
  const scope = scopeOfDefinition(report, shape, typed, locale);
  const tables = compileTables(report, scope, typed, shape.app.history);
  checkPartCycles(report, tables);
  checkOnDelete(report, tables);
  checkInitialReads(report, tables, initialValues);
  const slices = compileSlices(report, shape, scope, tables);
  const actionDrafts = draftActions(report, shape, scope.tables);
  const timezone = readTimezone(report, shape);
  const compiling = { report, scope, tables, slices, drafts: actionDrafts, timezone };
  const actions = compileActions(compiling);
  const rules = compileRules(compiling, shape);
  const reachable = {
    tables: [...drafts.keys(), ...sliceNames],
    actions: ["Add", "Edit", "Delete", "Find", ...actionDrafts.byName.keys()],
  };
  const api = readApi(report, shape, reachable);
  checkActionCycles(report, actions);
  if (!hasErrors(report.diagnostics)) {
    checkReachableActions(report, api, actions, rules);
    checkOwnerKeys(report, shape, api, { tables, slices });
  }
  return {
    id,
    name,
    version: fingerprintOf(report.source.text),
    owner,
    locale,
    timezone,
    blanks,
    initialValues,
    runs: runsOf(shape.app.runs),
    keep: keepOf(shape.app.keep),
    roles: readRoles(report, shape),
    api,
    tables,
    slices,
    actions,
    rules,
    inputs: report.inputs,
    hasHistory: [...tables.values()].some(({ history }) => history !== undefined),
    scope,
  };
}

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
