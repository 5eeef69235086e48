import type { ExpressionScope } from "../../../expression/parts.ts";
import type { AppDefinition, TableDefinition } from "../../../schema/index.ts";

/** What an expression about a row of the table can name; one a table, because what was checked against it is remembered with it. */
export function rowScope({ scope }: AppDefinition, table: TableDefinition): ExpressionScope {
  const existing = scopes.get(table) ?? { ...scope, row: table.scope };
  scopes.set(table, existing);
  return existing;
}

const scopes = new WeakMap<TableDefinition, ExpressionScope>();
