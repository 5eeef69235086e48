import type { CallerIdentity } from "@tablewright/core";
import type { HeldKey } from "./access-key.ts";

/** Whom the calls with a key are made for; undefined is the owner, unless the call names a user. */
export function callerOf({
  key: { as, runAs },
  person,
}: Pick<HeldKey, "key" | "person">): CallerIdentity | undefined {
  if (person !== undefined) return person;
  if (as !== undefined) return { email: as, mayNameAnother: runAs === true };
  if (runAs === "caller") return "named";
  return runAs ? undefined : "owner";
}
