import { type Diagnostic, diagnose } from "@tablewright/core";
import type { ServiceLimits } from "../limits.ts";

/** A limit of this server was passed: says which, its value, and the setting that raises it. */
export function overLimit(name: RefusingLimit, limit: number, actual = limit + 1): Diagnostic {
  const diagnostic = word(name, limit, actual);
  const hint = `The server's setting "limits.${name}" raises it.`;
  return { ...diagnostic, hint: diagnostic.hint === undefined ? hint : `${diagnostic.hint} ${hint}` };
}

function word(name: RefusingLimit, limit: number, actual: number): Diagnostic {
  switch (name) {
    case "bodyBytes":
      return diagnose("limit/body", { limit });
    case "bodyNesting":
      return diagnose("limit/body-nesting", { limit });
    case "bodyMembers":
      return diagnose("limit/body-members", { limit });
    case "rowValues":
      return diagnose("limit/row-values", { limit });
    case "rows":
      return diagnose("limit/rows", { limit, actual });
    case "headerCount":
      return diagnose("limit/head", { limit, unit: "headers" });
    case "wrongKeys":
    case "wrongKeyAddresses":
      return diagnose("limit/wrong-keys", { limit });
    case "waitingPerKey":
      return diagnose("limit/busy", { limit });
    case "waitingInAll":
      return diagnose("limit/server-busy", { limit });
    case "streamsPerKey":
      return diagnose("limit/streams", { limit });
    case "livePerKey":
      return diagnose("limit/live", { whose: "This key", limit });
    case "liveInAll":
      return diagnose("limit/live", { whose: "This server", limit });
    case "bodyBytesPerKey":
      return diagnose("limit/bodies", { whose: "this key", limit });
    case "bodyBytesInAll":
      return diagnose("limit/bodies", { whose: "all keys", limit });
  }
}

/** The limits beyond which a call is refused; at the others it waits. */
export type RefusingLimit = Exclude<keyof ServiceLimits, "callsPerKey" | "stretch">;
