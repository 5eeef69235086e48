import type { AccessKey } from "@tablewright/core";

/** Whether a key may reach a table or slice; a key that names none reaches all. */
export function mayReach({ tables }: AccessKey, name: string): boolean {
  return tables === undefined || tables.some((one) => one.toLowerCase() === name.toLowerCase());
}
