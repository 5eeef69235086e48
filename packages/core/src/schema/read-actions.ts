import type { ActionDefinition, ActionEffect } from "./app-definition.ts";
import { checkNames } from "./check-names.ts";
import { checkOneOf } from "./check-one-of.ts";
import type { DefinitionReport } from "./definition-report.ts";
import type { DefinitionShape, ExpressionShape } from "./definition-shape.ts";

type ActionShape = NonNullable<DefinitionShape["actions"]>[string];

const EFFECTS = ["set", "run", "addRow", "deleteRow", "onRows"] as const;

/** The actions in order. Their names and that each does exactly one thing are checked; their expressions are kept. */
export function readActions(
  report: DefinitionReport,
  { actions = {} }: DefinitionShape,
): ReadonlyMap<string, ActionDefinition> {
  const names = report.source.names(["actions"]).filter((name) => Object.hasOwn(actions, name));
  checkNames(report, "action", names, (name) => ["actions", name]);
  const read = names.flatMap((name) => readAction(report, name, actions[name] as ActionShape) ?? []);
  return new Map(read.map((action) => [action.name, action]));
}

function readAction(
  report: DefinitionReport,
  name: string,
  shape: ActionShape,
): ActionDefinition | undefined {
  checkOneOf(report, ["actions", name], EFFECTS, "name");
  const effect = effectOf(shape);
  const { table, condition } = shape;
  return effect && { name, table, condition: textOf(condition), effect };
}

function effectOf({ set, run, addRow, deleteRow, onRows }: ActionShape): ActionEffect | undefined {
  if (set !== undefined) return { kind: "set", set: assignments(set) };
  if (run !== undefined) return { kind: "run", actions: run };
  if (addRow !== undefined) return { kind: "addRow", table: addRow.table, set: assignments(addRow.set) };
  if (deleteRow !== undefined) return { kind: "deleteRow" };
  if (onRows === undefined) return undefined;
  const { table, rows, action } = onRows;
  return { kind: "onRows", table, rows: String(rows), action };
}

function assignments(set: Readonly<Record<string, ExpressionShape>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(set).map(([column, expression]) => [column, String(expression)]));
}

function textOf(expression: ExpressionShape | undefined): string | undefined {
  return expression === undefined ? undefined : String(expression);
}
