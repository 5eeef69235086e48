import { diagnose, type Outcome } from "@tablewright/core";
import { overLimit } from "../answers/over-limit.ts";
import type { RequestBody } from "../api-request.ts";

/** The body as sent, when all of it arrives and it is within the limit. */
export async function readBytes(body: RequestBody, limit: number): Promise<Outcome<Uint8Array>> {
  const read = await body.read(limit);
  if (read === "too-large") return { output: undefined, diagnostics: [overLimit("bodyBytes", limit)] };
  if (read !== "cut-off") return { output: read, diagnostics: [] };
  const reason = "it ended before all of it had arrived";
  return { output: undefined, diagnostics: [diagnose("request/unreadable-body", { reason })] };
}
