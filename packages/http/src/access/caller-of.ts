import type { AccessKey, CallerIdentity } from "@tablewright/core";

/** Whom the calls with a key are made for; undefined is the owner, unless the call names somebody. */
export function callerOf({ as, runAs }: AccessKey): CallerIdentity | undefined {
  if (as !== undefined) return { email: as, mayNameAnother: runAs === true };
  if (runAs === "caller") return "named";
  return runAs ? undefined : "owner";
}
