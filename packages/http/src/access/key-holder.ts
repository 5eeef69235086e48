import type { AccessKey, CallerIdentity } from "@tablewright/core";
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

/** Who is not allowed something, in the words of an error. The rights of people who sign in are those of a key without a key. */
export function holderOf({ name, key, sha256 }: AccessKey): string {
  return key === undefined && sha256 === undefined ? "people who sign in" : `the access key "${name}"`;
}
