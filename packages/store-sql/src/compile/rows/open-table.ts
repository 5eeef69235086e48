import type { DereferenceNode, ListDereferenceNode, Node, TableScope } from "@tablewright/core/compiler";
import { sql, sqlName } from "../../fragments/sql-fragment.ts";
import { compileSecurityFilter } from "../compile-security-filter.ts";
import { ALWAYS_TRUE } from "../conditions.ts";
import { phrase } from "../sql-dialect.ts";
import type { RowInSql, SqlScope } from "../sql-scope.ts";
import { fromTable } from "../sql-table.ts";
import type { SqlCondition, SqlTerm } from "../sql-term.ts";
import { keyEquals } from "./key-equals.ts";
import { MAY_FAIL, mayFindByKey, ticked } from "./may-search.ts";
import type { VisibleTable } from "./visible-table.ts";

/** The rows of another table as the caller sees them: those that its security filter lets through. */
export function openTable(node: Node, table: TableScope, scope: SqlScope): VisibleTable | undefined {
  if (table.items !== undefined) return scope.stop(node, "the items of a list are not rows in SQL");
  const stored = scope.request.tableOf(table.name);
  if (stored === undefined) return scope.stop(node, "the table lies elsewhere");
  const row: RowInSql = { alias: scope.nextAlias(), table: stored };
  const alias = sqlName(row.alias);
  const from = fromTable(stored, row.alias);
  const checked = scope.filterOf(table.name);
  if (checked === undefined) return { row, from, filter: ALWAYS_TRUE, isFenced: false };
  const filter = compileSecurityFilter(checked, scope.aboutFiltered(row));
  if (filter === undefined) return undefined;
  if (checked.references.tables.size === 0) return { row, from, filter, isFenced: false };
  const isVisible = ticked(filter, row, scope).sql;
  const visible = sql`${phrase(scope.dialect, "fence", sql`select * from ${from} where ${isVisible}`)} as ${alias}`;
  const rest = filter.mayThrow ? { ...ALWAYS_TRUE, mayThrow: true } : ALWAYS_TRUE;
  return { row, from: visible, filter: rest, isFenced: true };
}

/** A table opened at the row that a Ref names, or at the rows that the items of a list do. */
export function openByKey(
  node: DereferenceNode | ListDereferenceNode,
  key: SqlTerm,
  scope: SqlScope,
): (VisibleTable & { readonly isKey: SqlCondition }) | undefined {
  const opened = openTable(node, node.table, scope);
  if (opened === undefined) return undefined;
  if (key.mayThrow) return scope.stop(node.op === "dereference" ? node.ref : node.refs, MAY_FAIL);
  const isKey = keyEquals(opened.row, node.table, key, scope);
  if (isKey === undefined) return scope.stop(node, "the key is not compared in SQL");
  return mayFindByKey(node, node.table, opened, scope) ? { ...opened, isKey } : undefined;
}
