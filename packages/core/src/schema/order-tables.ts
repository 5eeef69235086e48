import type { AppDefinition } from "./app-definition.ts";

/** Names of tables, each after those that its Refs point at; in a circle of Refs the definition's order counts. */
export function orderTables({ tables }: AppDefinition): readonly string[] {
  const ordered = new Set<string>();
  const begun = new Set<string>();
  const visit = (name: string): void => {
    if (begun.has(name)) return;
    begun.add(name);
    for (const { type } of tables.get(name)?.storedColumns ?? [])
      if (type.kind === "Ref" && type.table !== name) visit(type.table);
    ordered.add(name);
  };
  for (const name of tables.keys()) visit(name);
  return [...ordered];
}
