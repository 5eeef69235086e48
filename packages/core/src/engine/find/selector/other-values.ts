import { type Diagnostic, diagnose } from "../../../diagnostics/index.ts";
import { type CheckedExpression, isKeyOf, type Node } from "../../../expression/parts.ts";
import type { Call } from "../../calls/call.ts";
import { isRefTo } from "./names-rows.ts";

/**
 * Why a Selector named no row, where its list can hardly hold keys of the call's table: Refs to another table, or values of
 * a column of the table itself that is not its key.
 */
export function otherValues(call: Call, { root }: CheckedExpression): Diagnostic[] {
  const selected = selectedFirst(root);
  if (selected === undefined) return [];
  const { field, table, slot } = selected;
  if (isKeyOf(field, slot, table) || isRefTo(call.table, field.type) || field.op !== "column") return [];
  if (table.name !== call.table.name && field.type.kind !== "Ref") return [];
  const details = {
    column: table.columns[field.index]?.name ?? "",
    table: (call.slice ?? call.table).name,
    key: call.table.key.map(({ name }) => `[${name}]`).join(", "),
  };
  return [diagnose("selector/other-values", details, { start: root.start, end: root.end })];
}

/** What is added to a list or taken from it does not change what the list is of. */
function selectedFirst(root: Node): Extract<Node, { readonly op: "select" }> | undefined {
  if (root.op === "binary") return selectedFirst(root.left);
  return root.op === "select" ? root : undefined;
}
