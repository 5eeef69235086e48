import {
  type CheckedExpression,
  children,
  isKeyOf,
  type Node,
  type Type,
  valueFamilyOf,
} from "../../../expression/parts.ts";
import type { TableDefinition } from "../../../schema/index.ts";
import type { Call } from "../../calls/call.ts";

/**
 * Whether the values can be keys of the call's table: Refs to it, or values of its key's family, such as those of a column of
 * another table. Rows of another table are no keys of this one, although they may look alike, and neither is a count.
 */
export function namesRows(call: Call, { type, root }: CheckedExpression): boolean {
  const { table } = call;
  if (isRefTo(table, type)) return true;
  const item = type.kind === "List" ? type.item : type;
  if (item.kind === "List" || countedBy(root) !== undefined || namesRowsOfAnother(call, root)) return false;
  const [key, second] = table.key;
  const family = second === undefined && key !== undefined ? valueFamilyOf(key.type) : "text";
  return valueFamilyOf(item) === family;
}

/** Whether the value is, or may be, rows that were looked for in another table; a key that is itself a Ref to the call's table is one on purpose. */
function namesRowsOfAnother(call: Call, whole: Node): boolean {
  let node = whole; // what is added to a list or taken from it has the type of the list
  while (node.op === "binary") node = node.left;
  if (node.op === "select" || node.op === "extreme-row") {
    const { table, slot, field } = node;
    const [key, second] = call.app.tables.get(table.name)?.key ?? [];
    const isOnPurpose = key !== undefined && second === undefined && isRefTo(call.table, key.type);
    return isKeyOf(field, slot, table) && table.name !== call.table.name && !isOnPurpose;
  }
  if (node.op === "order-by") return namesRowsOfAnother(call, node.rows);
  if (node.op === "dereference" || node.op === "list-dereference") return false;
  return children(node).some((child) => isRef(child.type) && namesRowsOfAnother(call, child));
}

function isRef(type: Type): boolean {
  return (type.kind === "List" ? type.item : type).kind === "Ref";
}

export function isRefTo({ name }: TableDefinition, type: Type): boolean {
  const item = type.kind === "List" ? type.item : type;
  return item.kind === "Ref" && item.table === name;
}

/** The list of a COUNT that is all of an expression. */
export function countedBy(root: Node): Node | undefined {
  if (root.op !== "call" || root.definition.name !== "COUNT") return undefined;
  return root.arguments.flat()[0];
}
