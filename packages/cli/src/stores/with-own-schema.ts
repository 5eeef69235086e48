import type { AppDefinition } from "@tablewright/core";

/**
 * The address of a store for an application. Besides the tables of another program in PostgreSQL our own lie in a schema of
 * their own, `tablewright`, unless the address names one.
 */
export function withOwnSchema(address: string, { tables }: Pick<AppDefinition, "tables">): string {
  const usesOthers = [...tables.values()].some(({ source }) => source !== undefined);
  if (!usesOthers || !/^postgres(ql)?:/u.test(address) || !URL.canParse(address)) return address;
  const url = new URL(address);
  if (!url.searchParams.has("schema")) url.searchParams.set("schema", "tablewright");
  return url.href;
}
