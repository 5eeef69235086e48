import { type Diagnostic, diagnose, type Outcome } from "@tablewright/core";
import { overLimit } from "../answers/over-limit.ts";
import type { ApiRequest } from "../api-request.ts";
import type { HeldBytes } from "../turns/held-bytes.ts";
import { checkMediaType } from "./check-media-type.ts";

/** The body as sent, when it is said to be JSON, all of it arrives, it is within the limit and there is room for it. */
export async function readBytes(
  { headers, body }: ApiRequest,
  limit: number,
  held: HeldBytes,
): Promise<Outcome<Uint8Array>> {
  const wrongType = checkMediaType(headers);
  if (wrongType !== undefined) return refuse(wrongType);
  const read = await body.read(limit, (bytes) => held.hold(bytes));
  if (typeof read !== "string") return { output: read, diagnostics: [] };
  held.keep(0);
  if (read === "too-large") return refuse(overLimit("bodyBytes", limit));
  if (read === "no-room" && held.full !== undefined)
    return refuse(overLimit(held.full.name, held.full.limit));
  const reason = "it ended before all of it had arrived";
  return refuse(diagnose("request/unreadable-body", { reason }));
}

function refuse(diagnostic: Diagnostic): Outcome<never> {
  return { output: undefined, diagnostics: [diagnostic] };
}
