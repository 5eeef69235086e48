import {
  type CheckedExpression,
  check,
  everyTable,
  type ListType,
  type RefType,
  refTo,
  type TableScope,
  typeName,
} from "../../expression/parts.ts";
import { foldName } from "../../values/index.ts";
import { type Compiling, compileExpression } from "../../yaml/compile-expression.ts";
import type { DefinitionReport } from "../../yaml/definition-report.ts";
import type { Path } from "../../yaml/definition-source.ts";
import type { ActionDefinition, ActionEffect, Assignment, TableDefinition } from "../app/app-definition.ts";
import { type ColumnDefinition, fillsItself } from "../app/column-definition.ts";
import { refusalsOfConstant } from "../check/check-tables.ts";
import { type ActionDraft, type ActionDrafts, type ActionShape, findAction } from "../draft/draft-actions.ts";
import { findColumn, findTable } from "../draft/find-names.ts";
import type { ExpressionShape } from "../text/definition-shape.ts";
import { inRowOf } from "./scope-of-definition.ts";

/** What the actions and rules of a definition are compiled with. */
export interface CompilingInApp extends Compiling {
  readonly tables: ReadonlyMap<string, TableDefinition>;
  readonly drafts: ActionDrafts;
}

/** The actions in order; one that nothing can be made of is left out, which has been reported. */
export function compileActions(compiling: CompilingInApp): ReadonlyMap<string, ActionDefinition> {
  const compiled = [...compiling.drafts.byName.values()].flatMap(
    (draft) => compileAction(compiling, draft) ?? [],
  );
  return new Map(compiled.map((action) => [action.name, action]));
}

function compileAction(compiling: CompilingInApp, draft: ActionDraft): ActionDefinition | undefined {
  const { name, path, shape } = draft;
  const inRow = draft.table && inRowOf(compiling, draft.table);
  const at = [...path, "condition"];
  const condition = inRow && compileExpression(inRow, at, shape.condition, { kind: "Yes/No" });
  const effect = compileEffect(compiling, draft, inRow);
  const table = compiling.tables.get(draft.table?.name ?? "");
  return table && effect && { name, table, condition, effect };
}

/** Names are looked up even where the row of the action is unknown; expressions need it. */
function compileEffect(
  compiling: CompilingInApp,
  { path, shape, table: row }: ActionDraft,
  inRow: Compiling | undefined,
): ActionEffect | undefined {
  const { report, scope, tables, drafts } = compiling;
  const { set, run, addRow, deleteRow, onRows } = shape;
  if (set !== undefined) {
    const table = tables.get(row?.name ?? "");
    return table && inRow && { kind: "set", set: compileSet(inRow, [...path, "set"], set, table) };
  }
  if (run !== undefined) {
    const names = run.map((name, index) => findAction(report, [...path, "run", index], drafts, name, row));
    return { kind: "run", actions: names.filter((name) => name !== undefined) };
  }
  if (addRow !== undefined) {
    const at = [...path, "addRow"];
    const target = findTable(report, [...at, "table"], scope.tables.values(), addRow.table);
    const table = tables.get(target?.name ?? "");
    if (table === undefined || inRow === undefined) return undefined;
    return { kind: "addRow", table, set: compileAddedRow(inRow, at, addRow.set, table) };
  }
  if (deleteRow !== undefined) return { kind: "deleteRow" };
  return onRows && compileOnRows(compiling, [...path, "onRows"], onRows, inRow);
}

function compileOnRows(
  { report, scope, tables, drafts }: CompilingInApp,
  path: Path,
  shape: NonNullable<ActionShape["onRows"]>,
  inRow: Compiling | undefined,
): ActionEffect | undefined {
  const target = findTable(report, [...path, "table"], scope.tables.values(), shape.table);
  const action = findAction(report, [...path, "action"], drafts, shape.action, target);
  if (target === undefined || inRow === undefined) return undefined;
  const rows = compileNamedRows(inRow, [...path, "rows"], shape.rows, target);
  const table = tables.get(target.name);
  return table && rows && action !== undefined ? { kind: "onRows", table, rows, action } : undefined;
}

/** An expression that names rows of a table by a list of Refs to it. */
export function compileNamedRows(
  compiling: Compiling,
  path: Path,
  source: ExpressionShape,
  table: TableScope,
): CheckedExpression | undefined {
  const expected: ListType = { kind: "List", item: refTo(table) as RefType };
  const rows = compileExpression(compiling, path, source, expected);
  if (rows !== undefined) checkRefs(compiling, path, rows, expected);
  return rows;
}

/** Texts may be keys of the table, which Refs to another one are not. */
function checkRefs(
  { report, scope }: Compiling,
  path: Path,
  { source }: CheckedExpression,
  expected: ListType,
): void {
  const type = check(source, scope).output?.type;
  const isOther =
    type?.kind === "List" &&
    type.item.kind === "Ref" &&
    typeName(type, everyTable) !== typeName(expected, everyTable);
  if (!isOther) return;
  const details = { expected: typeName(expected, everyTable), actual: typeName(type, everyTable) };
  report.reportWithin(path, "type/result", details, { start: 0, end: source.length });
}

type SetShape = Readonly<Record<string, ExpressionShape>>;

/** What an action sets on its own row, in which `[_THIS]` is the column that is set: one column at least, and none of the key. */
export function compileSet(
  compiling: Compiling,
  path: Path,
  shape: SetShape,
  table: TableDefinition,
): readonly Assignment[] {
  const { report, scope } = compiling;
  if (report.source.names(path).length === 0)
    report.report(path, "definition/wrong-value", { actual: "nothing", expected: "at least one column" });
  const isKey = (column: ColumnDefinition) => table.key.some((part) => part === column);
  const compilingOf = ({ name }: ColumnDefinition) => ({
    report,
    scope: { ...scope, this: scope.row?.columns.find((one) => one.name === name) },
  });
  return compileAssignments(compilingOf, report, path, shape, table, (column) =>
    isKey(column) ? "it is a part of the key, which never changes" : undefined,
  );
}

/**
 * What an action sets on a row that it adds to `table`: every column of the key that nothing else fills. Whether the
 * database fills one of its own tables is not known here.
 */
export function compileAddedRow(
  compiling: Compiling,
  path: Path,
  shape: SetShape,
  table: TableDefinition,
): readonly Assignment[] {
  const { report } = compiling;
  const at = [...path, "set"];
  const folded = new Set(Object.keys(shape).map((name) => foldName(name)));
  for (const column of table.source === undefined ? table.key : []) {
    if (!fillsItself(column) && !folded.has(foldName(column.name)))
      report.report(at, "definition/unset-key", { column: column.name, table: table.name }, "name");
  }
  return compileAssignments(
    () => compiling,
    report,
    at,
    shape,
    table,
    () => undefined,
  );
}

function compileAssignments(
  compilingOf: (column: ColumnDefinition) => Compiling,
  report: DefinitionReport,
  path: Path,
  shape: SetShape,
  table: TableDefinition,
  reasonAgainst: (column: ColumnDefinition) => string | undefined,
): readonly Assignment[] {
  const names = report.source.names(path, shape);
  const set = new Map<ColumnDefinition, string>();
  return names.flatMap((name) => {
    const at = [...path, name];
    const column = findColumn(report, at, table, name, "name");
    if (column === undefined) return [];
    const other = set.get(column);
    if (other !== undefined) report.report(at, "definition/similar-names", { name, other }, "name");
    set.set(column, name);
    const reason = reasonOf(column) ?? reasonAgainst(column);
    if (reason !== undefined)
      report.report(at, "definition/not-settable", { column: column.name, reason }, "name");
    const compiling = compilingOf(column);
    const value = compileExpression(compiling, at, shape[name], column.type);
    for (const why of refusalsOfConstant(column, value, compiling.scope.locale))
      report.report(at, "definition/refused-value", { column: column.name, reason: why });
    return value === undefined || column.isVirtual ? [] : [{ column, value }];
  });
}

/** Why nothing but the application gives the column its values; undefined where a caller may. */
function reasonOf({ isVirtual, formula, columnType, options }: ColumnDefinition): string | undefined {
  if (isVirtual) return "it is virtual";
  if (options.readOnly) return "only the database gives it its values";
  if (columnType.filledBy === "application") return "the application keeps it itself";
  return formula === undefined ? undefined : "its formula computes it";
}
