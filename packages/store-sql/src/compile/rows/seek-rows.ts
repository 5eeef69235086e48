import { type ExtremeRowNode, findBinding, type SelectNode } from "@tablewright/core/storage";
import { type SqlFragment, sql, sqlName } from "../../fragments/sql-fragment.ts";
import { columnTerm, compileValue } from "../compile-value.ts";
import type { SqlScope } from "../sql-scope.ts";
import { fromTable } from "../sql-table.ts";
import type { OpenedTable } from "./open-table.ts";

/**
 * The rows of a table, as they stand behind FROM, that an index gives for an equality in the condition of a search; the
 * condition is still to be tried on them. Undefined where no index serves.
 */
export function seekRows(
  { condition, slot }: SelectNode | ExtremeRowNode,
  { row, from }: OpenedTable,
  scope: SqlScope,
): SqlFragment | undefined {
  const binding = condition && findBinding(condition, slot);
  const column = binding && row.table.columns[binding.column];
  if (binding === undefined || !column?.isIndexed) return undefined;
  const { seek } = scope.dialect;
  if (seek === undefined) return from;
  const alias = scope.nextAlias();
  const own = columnTerm(alias, column);
  const value = compileValue(binding.value, scope);
  if (own === undefined || value === undefined) return undefined;
  const sides = seek(own, value, binding.family);
  if (sides === undefined) return undefined;
  const [held, lookup] = sides;
  const rowsOf = (test: SqlFragment) => sql`select * from ${fromTable(row.table, alias)} where ${test}`;
  const equal = rowsOf(sql`${held} = ${lookup}`);
  const blank = rowsOf(sql`${held} is null and ${lookup} is null`);
  // It may stand behind a table that it reads.
  const matches = value.isNullable ? sql`${equal} union all ${blank}` : equal;
  return sql`lateral (${matches}) as ${sqlName(row.alias)}`;
}
