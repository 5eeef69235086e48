import { isKeyOf } from "../tree/is-key-of.ts";
import type { Node } from "../tree/node.ts";
import type { TableScope } from "../tree/scope.ts";
import type { CheckState } from "./check-state.ts";
import { tableOfRefs } from "./table-of-refs.ts";

/**
 * The table of a list of rows. Where the table is out of the caller's reach and a slice of it is not, rows that were found in
 * the slice are known to be its own, and any other Ref could point beyond it.
 */
export function tableOfRows(state: CheckState, rows: Node): TableScope | undefined {
  return tableOfRefs(state, rows.type) ?? tableScanned(rows);
}

/** The table that all of the rows were found in. */
function tableScanned(rows: Node): TableScope | undefined {
  if (rows.op === "select") return isKeyOf(rows.field, rows.slot, rows.table) ? rows.table : undefined;
  if (rows.op === "order-by") return rows.table;
  if (rows.op !== "call") return undefined;
  const [first, ...others] = rows.arguments.flat().filter((part) => part !== undefined && isRows(part));
  const table = first && tableScanned(first as Node);
  return others.every((one) => tableScanned(one as Node) === table) ? table : undefined;
}

function isRows({ type }: Node): boolean {
  return type.kind === "List" && type.item.kind === "Ref";
}
