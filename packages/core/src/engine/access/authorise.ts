import { diagnose } from "../../diagnostics/index.ts";
import { evaluateAsTask, type Task } from "../../expression/parts.ts";
import { type UpdateMode, type Updates, updateModesOf } from "../../schema/index.ts";
import type { Call } from "../calls/call.ts";
import type { EngineRequest } from "../calls/request.ts";
import { type Rejected, rejected } from "../calls/result.ts";

/** What a caller needs besides the table's `updates`: the operation of each change, or only the action that the call names. */
type Grant = "operations" | "action";

/**
 * Whether the caller may make these kinds of change, the table, and the slice of it that is named, take them, and the call
 * has rows to change: an error, or undefined.
 */
export function* authorise(
  call: Call,
  modes: UpdateMode | readonly UpdateMode[],
  { rows = [] }: EngineRequest,
  grant: Grant = "operations",
): Task<Rejected | undefined> {
  const { action, table, slice } = call;
  for (const mode of [modes].flat()) {
    const missing = grant === "operations" ? missingOperation(call, mode) : undefined;
    const by = missing === undefined ? yield* refusedBy(call, mode) : callersName(call);
    if (by === undefined) continue;
    const refused = { action: missing ?? action, table: (slice ?? table).name, by };
    return rejected([diagnose("access/not-allowed", refused)]);
  }
  if (rows.length === 0) return rejected([diagnose("request/rows-missing", { action })]);
  return undefined;
}

/**
 * The operation that the call does besides the one that it names and that its caller may not call: an Add that updates edits,
 * and an undo does the opposite of what it takes back.
 */
function missingOperation(
  { action, caller: { nameable }, change: { updatesDuplicates } }: Call,
  mode: UpdateMode,
): string | undefined {
  const does = mode === "add" && updatesDuplicates ? ["Add", "Edit"] : [OPERATIONS[mode]];
  return does.find((operation) => operation !== action && nameable?.action(operation) === false);
}

const OPERATIONS = { add: "Add", edit: "Edit", delete: "Delete" } as const satisfies Record<
  UpdateMode,
  string
>;

function callersName({ caller: { nameable } }: Call): string {
  return nameable?.holder ?? "the caller's rights";
}

function* refusedBy(call: Call, mode: UpdateMode): Task<string | undefined> {
  const { table, slice } = call;
  if (!(yield* allowedUpdates(table, call)).has(mode)) return "the table's updates";
  if (slice === undefined || (yield* allowedUpdates(slice, call)).has(mode)) return undefined;
  return "the slice's updates";
}

/** The changes that a table or slice takes: a fixed set, or what its expression says for this caller. */
export function* allowedUpdates(
  { updates, updatesExpression }: Updates,
  { read: { context }, observations }: Call,
): Task<ReadonlySet<UpdateMode>> {
  if (updatesExpression === undefined) return updates;
  const word = yield* evaluateAsTask(updatesExpression, [], context);
  observations?.evaluates(updatesExpression, word);
  return updateModesOf(String(word ?? "")) ?? new Set();
}
