import { type Diagnostic, diagnose } from "../../diagnostics/index.ts";
import type { Steps } from "../../expression/parts.ts";
import type { ActionDefinition, AppDefinition, TableDefinition, UpdateMode } from "../../schema/index.ts";
import { authorise } from "../access/authorise.ts";
import { isNameable } from "../access/is-nameable.ts";
import type { Call } from "../calls/call.ts";
import { onTable } from "../calls/on-table.ts";
import type { EngineRequest } from "../calls/request.ts";
import { type Rejected, rejected } from "../calls/result.ts";
import { actionNamed } from "./action-named.ts";

/** Whether every table that an action may write to takes that kind of change from the caller: an error, or undefined. */
export function* authoriseAction(
  call: Call,
  action: ActionDefinition,
  request: EngineRequest,
): Steps<Rejected | undefined> {
  const needed = modesOf(call.app, action);
  const own = yield* authorise(call, [...(needed.get(call.table) ?? [])], request);
  if (own !== undefined) return own;
  for (const [table, modes] of needed) {
    if (table === call.table) continue;
    const refusal = yield* authorise(onTable(call, table), [...modes], request);
    if (refusal !== undefined) return isNameable(call, table.name) ? refusal : rejected([untold(call)]);
  }
  return undefined;
}

/** The error by a table that the caller may not know of, told of the one that they name. */
function untold({ action, table, slice }: Call): Diagnostic {
  const by = "the updates of a table that it writes to";
  return diagnose("access/not-allowed", { action, table: (slice ?? table).name, by });
}

type Modes = ReadonlyMap<TableDefinition, ReadonlySet<UpdateMode>>;

/** The changes that an action leads to, by table; those of the actions that it runs included. */
function modesOf(app: AppDefinition, action: ActionDefinition): Modes {
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
