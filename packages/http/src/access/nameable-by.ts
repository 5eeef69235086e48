import type { AccessKey, Nameable } from "@tablewright/core";
import { mayCall } from "./may-call.ts";
import { mayReach } from "./may-reach.ts";

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
