import {
  type BinaryNode,
  type CallNode,
  findBinding,
  findConstant,
  isCallOf,
  type Node,
  type RowSlot,
} from "@tablewright/core/compiler";
import { sql } from "../../fragments/sql-fragment.ts";
import type { RowInSql, SqlScope } from "../sql-scope.ts";

/**
 * Whether a condition on the row in `slot` is made of nothing but comparisons that an index on the compared column answers:
 * `=` with something outside the row, and ranges and IN with constants. Such a one cannot fail on any row.
 */
export function isSeek(node: Node, slot: RowSlot, row: RowInSql, scope: SqlScope): boolean {
  switch (node.op) {
    case "and":
    case "or":
      return node.conditions.every((part) => isSeek(part, slot, row, scope));
    case "binary":
      return isSeekOf(node, slot, row, scope);
    case "call":
      return isSeekOfMany(node, slot, row, scope);
    default:
      return false;
  }
}

function isSeekOf(node: BinaryNode, slot: RowSlot, row: RowInSql, scope: SqlScope): boolean {
  const binding = findBinding(node, slot);
  if (binding !== undefined) return isSeekColumn(binding.column, row, scope);
  if (!RANGES.has(node.rule.operator) || node.rule.left === "list") return false;
  const { left, right } = node;
  if (isIndexed(left, slot, row, scope)) return isRange(left, right, row, scope);
  return isIndexed(right, slot, row, scope) && isRange(right, left, row, scope);
}

const RANGES: ReadonlySet<string> = new Set(["<", "<=", ">", ">="]);

/** An index that wants equality said in its own way holds the beginnings of texts, and these are not all of their order. */
function isRange(column: Node, bound: Node, { table }: RowInSql, scope: SqlScope): boolean {
  const form = column.op === "column" ? table.columns[column.index]?.form : undefined;
  if (form === "text" && scope.dialect.foldedIsAny !== undefined) return false;
  return isConstant(bound, scope);
}

function isSeekOfMany(node: CallNode, slot: RowSlot, row: RowInSql, scope: SqlScope): boolean {
  if (!isCallOf(node, "IN")) return false;
  const [value, list] = node.arguments as readonly [Node, Node];
  return isIndexed(value, slot, row, scope) && isConstant(list, scope);
}

function isIndexed(node: Node, slot: RowSlot, row: RowInSql, scope: SqlScope): boolean {
  return node.op === "column" && node.slot === slot && isSeekColumn(node.index, row, scope);
}

/** Where a database does not fold, an index on texts finds rows that are still to be compared. */
function isSeekColumn(index: number, { table }: RowInSql, { dialect }: SqlScope): boolean {
  const column = table.columns[index];
  if (column?.isIndexed !== true) return false;
  return column.form !== "text" || dialect.native?.("fold", [sql`null`]) !== undefined;
}

function isConstant(node: Node, { request }: SqlScope): boolean {
  return typeof findConstant(node, request.context) === "object";
}
