import { diagnose } from "../../diagnostics/index.ts";
import type { Steps } from "../../expression/parts.ts";
import type { UpdateMode } from "../../schema/index.ts";
import type { Call } from "../calls/call.ts";
import type { EngineRequest } from "../calls/request.ts";
import { type Rejected, rejected } from "../calls/result.ts";
import { allowedUpdates } from "./allowed-updates.ts";

/**
 * Whether the table, and the slice of it that is named, takes these kinds of change, and whether the call has rows to
 * change: an error, or undefined.
 */
export function* authorise(
  call: Call,
  modes: UpdateMode | readonly UpdateMode[],
  { rows = [] }: EngineRequest,
): Steps<Rejected | undefined> {
  const { action, table, slice } = call;
  for (const mode of [modes].flat()) {
    const by = yield* refusedBy(call, mode);
    if (by === undefined) continue;
    return rejected([diagnose("access/not-allowed", { action, table: (slice ?? table).name, by })]);
  }
  if (rows.length === 0) return rejected([diagnose("request/rows-missing", { action })]);
  return undefined;
}

function* refusedBy(call: Call, mode: UpdateMode): Steps<string | undefined> {
  const { table, slice } = call;
  if (!(yield* allowedUpdates(table, call)).has(mode)) return "the table's updates";
  if (slice === undefined || (yield* allowedUpdates(slice, call)).has(mode)) return undefined;
  return "the slice's updates";
}
