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
import { type Compiling, compileExpression } from "../../yaml/compile-expression.ts";
import type { Path } from "../../yaml/definition-source.ts";
import type { ActionDefinition, ActionEffect, TableDefinition } from "../app/app-definition.ts";
import { type ActionDraft, type ActionDrafts, type ActionShape, findAction } from "../draft/draft-actions.ts";
import { findTable } from "../draft/find-names.ts";
import type { ExpressionShape } from "../text/definition-shape.ts";
import { compileAddedRow, compileSet } from "./compile-assignments.ts";
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
