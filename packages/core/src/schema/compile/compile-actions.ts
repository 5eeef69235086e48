import type { ExpressionScope } from "../../expression/parts.ts";
import type { ActionDefinition, ActionEffect, TableDefinition } from "../app/app-definition.ts";
import { type ActionDraft, type ActionDrafts, type ActionShape, findAction } from "../draft/draft-actions.ts";
import { findTable } from "../draft/find-names.ts";
import type { DefinitionReport } from "../text/definition-report.ts";
import type { Path } from "../text/definition-source.ts";
import { compileAddedRow, compileSet } from "./compile-assignments.ts";
import { compileExpression } from "./compile-expression.ts";
import { compileNamedRows } from "./compile-named-rows.ts";
import { scopeOfRow } from "./scope-of-definition.ts";

/** What the actions of a definition are compiled with. */
export interface ActionCompiling {
  readonly report: DefinitionReport;
  readonly scope: ExpressionScope;
  readonly tables: ReadonlyMap<string, TableDefinition>;
  readonly drafts: ActionDrafts;
}

/** The actions in order; one that nothing can be made of is left out, which has been reported. */
export function compileActions(compiling: ActionCompiling): ReadonlyMap<string, ActionDefinition> {
  const compiled = [...compiling.drafts.byName.values()].flatMap(
    (draft) => compileAction(compiling, draft) ?? [],
  );
  return new Map(compiled.map((action) => [action.name, action]));
}

function compileAction(compiling: ActionCompiling, draft: ActionDraft): ActionDefinition | undefined {
  const { report, scope, tables } = compiling;
  const { name, path, shape } = draft;
  const inRow = draft.table && scopeOfRow(scope, draft.table);
  const at = [...path, "condition"];
  const condition = inRow && compileExpression(report, at, shape.condition, inRow, { kind: "Yes/No" });
  const effect = compileEffect(compiling, draft, inRow);
  const table = tables.get(draft.table?.name ?? "");
  return table && effect && { name, table, condition, effect };
}

/** Names are looked up even where the row of the action is unknown; expressions need it. */
function compileEffect(
  compiling: ActionCompiling,
  { path, shape, table: row }: ActionDraft,
  inRow: ExpressionScope | undefined,
): ActionEffect | undefined {
  const { report, scope, tables, drafts } = compiling;
  const { set, run, addRow, deleteRow, onRows } = shape;
  if (set !== undefined) {
    const table = tables.get(row?.name ?? "");
    return table && inRow && { kind: "set", set: compileSet(report, [...path, "set"], set, table, inRow) };
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
    return { kind: "addRow", table, set: compileAddedRow(report, at, addRow.set, table, inRow) };
  }
  if (deleteRow !== undefined) return { kind: "deleteRow" };
  return onRows && compileOnRows(compiling, [...path, "onRows"], onRows, inRow);
}

function compileOnRows(
  { report, scope, tables, drafts }: ActionCompiling,
  path: Path,
  shape: NonNullable<ActionShape["onRows"]>,
  inRow: ExpressionScope | undefined,
): ActionEffect | undefined {
  const target = findTable(report, [...path, "table"], scope.tables.values(), shape.table);
  const action = findAction(report, [...path, "action"], drafts, shape.action, target);
  if (target === undefined || inRow === undefined) return undefined;
  const rows = compileNamedRows(report, [...path, "rows"], shape.rows, target, inRow);
  const table = tables.get(target.name);
  return table && rows && action !== undefined ? { kind: "onRows", table, rows, action } : undefined;
}
