import { anyNode, type CheckedExpression } from "../../expression/parts.ts";
import type { AccessKey, ApiDefinition, SliceDefinition, TableDefinition } from "../app-definition.ts";
import type { DefinitionReport } from "../text/definition-report.ts";
import type { DefinitionShape } from "../text/definition-shape.ts";

interface Callable {
  readonly tables: ReadonlyMap<string, TableDefinition>;
  readonly slices: ReadonlyMap<string, SliceDefinition>;
}

/**
 * Warns, once for each access key, where calls that name no person would see the owner's rows and the definition does not
 * say that they may: a table or slice that the key reaches is filtered by USEREMAIL().
 */
export function checkOwnerKeys(
  report: DefinitionReport,
  { app }: DefinitionShape,
  { accessKeys }: ApiDefinition,
  callable: Callable,
): void {
  const personal = personalIn(callable);
  for (const [index, key] of accessKeys.entries()) {
    const isSaid = key.as !== undefined || typeof app.api?.accessKeys?.[index]?.runAs === "string";
    const table = isSaid ? undefined : personal.find((name) => reaches(key, name));
    if (table === undefined) continue;
    const details = { name: key.name, table };
    report.report(["app", "api", "accessKeys", index, "name"], "definition/owner-key", details);
  }
}

/** The tables and slices whose rows depend on who calls. */
function personalIn({ tables, slices }: Callable): readonly string[] {
  const byTable = [...tables.values()].filter((table) => readsEmail(table.securityFilter));
  const bySlice = [...slices.values()].filter(
    ({ table, filter }) => readsEmail(table.securityFilter) || readsEmail(filter),
  );
  return [...byTable, ...bySlice].map(({ name }) => name);
}

function readsEmail(filter: CheckedExpression | undefined): boolean {
  if (filter === undefined) return false;
  return anyNode(filter, (node) => node.op === "call" && node.definition.name === "USEREMAIL");
}

function reaches({ tables }: AccessKey, name: string): boolean {
  return tables === undefined || tables.includes(name);
}
