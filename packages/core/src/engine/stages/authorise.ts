import { diagnose } from "../../diagnostics/index.ts";
import type { UpdateMode } from "../../schema/index.ts";
import type { Call } from "../call.ts";
import type { EngineRequest } from "../request.ts";
import { type Rejected, rejected } from "../result.ts";
import { allowedUpdates } from "./allowed-updates.ts";

/**
 * Whether the table, and the slice of it that is named, takes these kinds of change, and whether the call has rows to
 * change: a refusal, or undefined.
 */
export function authorise(
  call: Call,
  modes: UpdateMode | readonly UpdateMode[],
  { rows = [] }: EngineRequest,
): Rejected | undefined {
  const { action, table, slice } = call;
  for (const mode of [modes].flat()) {
    const by = refusedBy(call, mode);
    if (by === undefined) continue;
    return rejected([diagnose("access/not-allowed", { action, table: (slice ?? table).name, by })]);
  }
  if (rows.length === 0) return rejected([diagnose("request/rows-missing", { action })]);
  return undefined;
}

function refusedBy({ table, slice, request }: Call, mode: UpdateMode): string | undefined {
  if (!allowedUpdates(table, request).has(mode)) return "the table's updates";
  return slice !== undefined && !allowedUpdates(slice, request).has(mode) ? "the slice's updates" : undefined;
}
