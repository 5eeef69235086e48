import { type AccessKey, type Diagnostic, diagnose, mayCall, requestProperties } from "@tablewright/core";
import type { Call } from "../body/read-call.ts";
import { holderOf } from "./key-holder.ts";

/** What the key forbids about the call: its action, reading the past, or speaking for another user. */
export function authorise(key: AccessKey, call: Call, table: string): Diagnostic | undefined {
  if (call.action !== "" && !mayCall(key, call.action)) {
    return refusal(call.action);
  }
  if (!key.history && isSaid(call.properties.AsOf)) return refusal("AsOf");
  const identity = key.runAs ? undefined : identityNamedIn(call.properties);
  return identity === undefined ? undefined : refusal(identity);

  function refusal(action: string): Diagnostic {
    return diagnose("access/not-allowed", { action, table, by: holderOf(key) });
  }
}

/** In any case of letters, so that no spelling slips past; a blank is for the engine to refuse. */
function identityNamedIn(properties: Call["properties"]): string | undefined {
  return Object.keys(properties).find((name) => {
    return IDENTITIES.has(name.toLowerCase()) && isSaid(properties[name]);
  });
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

const IDENTITIES: ReadonlySet<string> = new Set(
  requestProperties.flatMap(({ name, readWith }) => (readWith === "identity" ? [name.toLowerCase()] : [])),
);
