import type { AccessKey, Nameable } from "@tablewright/core";
import { mayCall } from "./may-call.ts";
import { mayReach } from "./may-reach.ts";

/** What errors may name to the holder of the key: no more than its calls may; undefined is everything. */
export function nameableBy(key: AccessKey): Nameable | undefined {
  if (key.tables === undefined && key.actions === undefined) return undefined;
  return { table: (name) => mayReach(key, name), action: (name) => mayCall(key, name) };
}
