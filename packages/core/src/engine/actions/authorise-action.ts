import { type Diagnostic, diagnose } from "../../diagnostics/index.ts";
import type { Steps } from "../../expression/parts.ts";
import type { ActionDefinition } from "../../schema/index.ts";
import { authorise } from "../access/authorise.ts";
import { isNameable } from "../access/is-nameable.ts";
import type { Call } from "../calls/call.ts";
import { onTable } from "../calls/on-table.ts";
import type { EngineRequest } from "../calls/request.ts";
import { type Rejected, rejected } from "../calls/result.ts";
import { modesOf } from "./modes-of.ts";

/**
 * Whether every table that an action may write to takes that kind of change from the caller: an error, or undefined. Who may
 * call the action needs no right to the operations that it consists of.
 */
export function* authoriseAction(
  call: Call,
  action: ActionDefinition,
  request: EngineRequest,
): Steps<Rejected | undefined> {
  const needed = modesOf(call.app, action);
  const own = yield* authorise(call, [...(needed.get(call.table) ?? [])], request, "action");
  if (own !== undefined) return own;
  for (const [table, modes] of needed) {
    if (table === call.table) continue;
    const refusal = yield* authorise(onTable(call, table), [...modes], request, "action");
    if (refusal !== undefined) return isNameable(call, table.name) ? refusal : rejected([concealed(call)]);
  }
  return undefined;
}

/** The error by a table that the caller may not know of, reported of the one that they name. */
function concealed({ action, table, slice }: Call): Diagnostic {
  const by = "the updates of a table that it writes to";
  return diagnose("access/not-allowed", { action, table: (slice ?? table).name, by });
}
