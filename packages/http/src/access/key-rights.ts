import type { AccessKey, CallerIdentity, Nameable } from "@tablewright/core";
import type { HeldKey } from "./access-key.ts";

/** Whether a key may call an operation or an action of the application; a key that names none may call all. */
export function mayCall({ actions }: AccessKey, name: string): boolean {
  return actions === undefined || actions.some((one) => one.toLowerCase() === name.toLowerCase());
}

/** Whether a key may reach a table or slice; a key that names none reaches all. */
export function mayReach({ tables }: AccessKey, name: string): boolean {
  return tables === undefined || tables.some((one) => one.toLowerCase() === name.toLowerCase());
}

/** What the holder of the key may name, and errors to them: no more than its calls may reach; undefined is everything. */
export function nameableBy(key: AccessKey): Nameable | undefined {
  if (key.tables === undefined && key.actions === undefined) return undefined;
  const known = nameables.get(key) ?? {
    table: (name) => mayReach(key, name),
    action: (name) => mayCall(key, name),
  };
  nameables.set(key, known);
  return known;
}

/** One a key, because what the engine checked for it is remembered with it. */
const nameables = new WeakMap<AccessKey, Nameable>();

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
