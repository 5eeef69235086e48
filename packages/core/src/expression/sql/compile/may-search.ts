import type { ExtremeRowNode, Node, SelectNode } from "../../node.ts";
import type { TableScope } from "../../scope.ts";
import { type SqlFragment, sql, sqlName } from "../sql-fragment.ts";
import type { RowInSql, SqlScope } from "../sql-scope.ts";
import type { SqlCondition } from "../sql-term.ts";
import { seekRows } from "./seek-rows.ts";

/**
 * The rows of a table that are searched where the search stands, as they stand behind FROM: it runs once when it reads
 * nothing outside, and once for each row otherwise, which takes an index. Notes where there is none.
 */
export function searchedRows(
  node: SelectNode | ExtremeRowNode,
  { row, from }: { readonly row: RowInSql; readonly from: SqlFragment },
  parts: readonly SqlFragment[],
  scope: SqlScope,
  isOuter: (alias: string) => boolean,
): SqlFragment | undefined {
  if (scope.request.searches === "any" || !parts.some((part) => readsAlias(part, isOuter))) return from;
  const sought = seekRows(node, { row, from }, scope);
  return sought ?? scope.stop(node, "no index finds its rows, which would be searched for every row anew");
}

/** The condition of a search; where it runs once for each row, every row that it comes upon is a step of the budget. */
export function metered(
  where: SqlCondition,
  { alias, table }: RowInSql,
  parts: readonly SqlFragment[],
  { dialect, request }: SqlScope,
  isOuter: (alias: string) => boolean,
): SqlCondition {
  const isRepeated = request.searches === "indexed" && parts.some((part) => readsAlias(part, isOuter));
  const spent = isRepeated ? dialect.spend?.(sqlName(alias, table.slot)) : undefined;
  return spent === undefined ? where : { ...where, sql: sql`(${spent} and ${where.sql})` };
}

/** Whether rows may be found by their key: a single one is indexed, a composite one is joined anew for each row. */
export function mayFind(node: Node, table: TableScope, scope: SqlScope): boolean {
  if (scope.request.searches === "any" || table.key.length === 1) return true;
  scope.stop(node, "no index finds rows by a composite key");
  return false;
}

/** Whether a fragment reads a column of an alias for which the test holds. */
export function readsAlias({ pieces }: SqlFragment, isOuter: (alias: string) => boolean): boolean {
  return pieces.some(
    (piece, at) =>
      typeof piece === "object" && "name" in piece && pieces[at + 1] === "." && isOuter(piece.name),
  );
}
