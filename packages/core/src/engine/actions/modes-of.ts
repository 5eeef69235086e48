import type { ActionDefinition, AppDefinition, TableDefinition, UpdateMode } from "../../schema/index.ts";
import { actionNamed } from "./action-named.ts";

type Modes = ReadonlyMap<TableDefinition, ReadonlySet<UpdateMode>>;

/** The changes that an action leads to, by table; those of the actions that it runs included. */
export function modesOf(app: AppDefinition, action: ActionDefinition): Modes {
  const modes = new Map<TableDefinition, Set<UpdateMode>>();
  const reached = new Set([action]);
  const need = (table: TableDefinition, mode: UpdateMode) =>
    modes.set(table, (modes.get(table) ?? new Set()).add(mode));
  for (const { table, effect } of reached) {
    if (effect.kind === "set") need(table, "edit");
    if (effect.kind === "deleteRow") need(table, "delete");
    if (effect.kind === "addRow") need(effect.table, "add");
    if (effect.kind === "onRows") reached.add(actionNamed(app, effect.action));
    if (effect.kind === "run") for (const name of effect.actions) reached.add(actionNamed(app, name));
  }
  return modes;
}
