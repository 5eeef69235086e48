import type { Task } from "../../../expression/parts.ts";
import type { TableDefinition, UpdateMode } from "../../../schema/index.ts";
import { allowedUpdates } from "../../access/allowed-updates.ts";
import { modesOf } from "../../actions/modes-of.ts";
import type { Call } from "../../calls/call.ts";
import type { TraceStep } from "../call-trace.ts";
import { traceCell } from "./trace-cell.ts";

/** Whether the tables that a call writes to, and the slice that it names, take these changes from the caller. */
export function* accessSteps(call: Call): Task<readonly TraceStep[]> {
  const steps: TraceStep[] = [];
  for (const [table, modes] of modesOfCall(call)) {
    for (const mode of modes) {
      steps.push(yield* accessStep(call, table, mode));
      if (table === call.table && call.slice !== undefined)
        steps.push(yield* accessStep(call, call.slice, mode));
    }
  }
  return steps;
}

function modesOfCall(call: Call): Iterable<readonly [TableDefinition, Iterable<UpdateMode>]> {
  const { app, table, action, updatesDuplicates } = call;
  const definition = app.actions.get(action);
  if (definition !== undefined) return modesOf(app, definition);
  const mode = action.toLowerCase() as UpdateMode;
  return [[table, updatesDuplicates && mode === "add" ? ["add", "edit"] : [mode]]];
}

function* accessStep(
  call: Call,
  target: TableDefinition | NonNullable<Call["slice"]>,
  mode: UpdateMode,
): Task<TraceStep> {
  const isMet = (yield* allowedUpdates(target, call)).has(mode);
  const expression = target.updatesExpression;
  return {
    about: "access",
    text: `"${target.name}" ${isMet ? "takes" : "does not take"} this kind of change: ${mode}`,
    table: target.name,
    isMet,
    ...(expression === undefined ? {} : { trace: traceCell(expression, [], call.request) }),
  };
}
