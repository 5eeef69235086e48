import { diagnose } from "../../../diagnostics/index.ts";
import { jsonRowsOf } from "../../answers/json-rows.ts";
import type { Call } from "../../calls/call.ts";
import { type Result, rejected } from "../../calls/result.ts";

/** The result with what a Find in parts says beside its rows. */
export async function withPart(
  { page }: Call,
  result: Result,
  next: string | undefined,
  count: () => Promise<number>,
): Promise<Result> {
  if (!result.ok) return result;
  if (next !== undefined && next.lastIndexOf(".") > LONGEST_CURSOR)
    return rejected([diagnose("limit/cursor", { limit: LONGEST_CURSOR })]);
  const isWhole = page?.after === undefined && next === undefined && page?.limit !== 0;
  const counted = page?.counts ? { count: isWhole ? jsonRowsOf(result).count : await count() } : {};
  // What is known of the rows goes with the object, so it is not copied.
  return Object.assign(result, next === undefined ? {} : { after: next }, counted);
}

/** Characters of a cursor before its checksum, so that it passes through every header. */
const LONGEST_CURSOR = 8_192;
