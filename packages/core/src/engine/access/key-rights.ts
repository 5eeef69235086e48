import type { AccessKey } from "../../schema/index.ts";
import type { Nameable } from "../calls/request.ts";

/** Whether a key opens anything at a time, in milliseconds: it expires when its day begins in UTC. */
export function keyState({ disabled, expires }: AccessKey, now: number): "in use" | "disabled" | "expired" {
  if (disabled) return "disabled";
  // A date that cannot be read has passed.
  return expires === undefined || now < Date.parse(expires) ? "in use" : "expired";
}

/** Whether a key may call an operation or an action of the application; a key that names none may call all. */
export function mayCall({ actions }: AccessKey, name: string): boolean {
  return actions === undefined || actions.some((one) => one.toLowerCase() === name.toLowerCase());
}

/** Whether a key may reach a table or slice; a key that names none reaches all. */
export function mayReach({ tables }: AccessKey, name: string): boolean {
  return tables === undefined || tables.some((one) => one.toLowerCase() === name.toLowerCase());
}

/** Whether a key may read what was recorded of the rows that it reaches. */
export function mayReadHistory(key: AccessKey): boolean {
  return key.history && mayCall(key, "Find");
}

/** Whether a key may see expressions of the definition: one that is limited in any way may not. */
export function mayReadDefinition({ tables, actions, runAs }: AccessKey): boolean {
  return tables === undefined && actions === undefined && runAs !== false;
}

/** What the holder of a key may name, and errors to them: no more than its calls may reach; undefined is everything. */
export function nameableBy(key: AccessKey): Nameable | undefined {
  if (key.tables === undefined && key.actions === undefined) return undefined;
  const existing = nameables.get(key) ?? {
    table: (name) => mayReach(key, name),
    action: (name) => mayCall(key, name),
  };
  nameables.set(key, existing);
  return existing;
}

/** One a key, because what is checked for it is remembered with it. */
const nameables = new WeakMap<AccessKey, Nameable>();
