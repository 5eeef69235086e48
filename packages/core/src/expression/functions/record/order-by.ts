import { writeInstead } from "../../../diagnostics/index.ts";
import { hasRightCount } from "../../check/check-call.ts";
import type { CheckState } from "../../check/check-state.ts";
import { rowsOfList } from "../../check/columns.ts";
import type { CallForm } from "../../check/function-definition.ts";
import { isUntypedLiteral } from "../../check/literals.ts";
import { asConstant } from "../../operators/fold-constants.ts";
import type { Expression } from "../../syntax/ast.ts";
import { isKeyOf } from "../../tree/key.ts";
import type { Node, OrderKey } from "../../tree/node.ts";
import { findName, type TableScope } from "../../tree/scope.ts";
import { defineForm } from "../define-function.ts";

export const orderBy = defineForm("record", {
  signature: "ORDERBY(rows: List, sort value: Any, [descending: Yes/No] …): List of Ref",
  summary: "A list of rows sorted by one or more values read on each row.",
  details:
    "TRUE after a sort value sorts from high to low, FALSE or nothing from low to high; blanks are lowest. Equal rows keep their order.",
  syntax: "ORDERBY(rows, sort value, [descending], …)",
  examples: [
    ['ORDERBY(FILTER("Orders", [Status] = "Open"), [Total])', ["O4", "O1"]],
    ["ORDERBY(Orders[Order ID], [Status], FALSE, [Total], TRUE)", ["O1", "O4", "O3", "O2"]],
    ["TOP(ORDERBY(Orders[Order ID], [Day], TRUE), 2)", ["O4", "O3"]],
  ],
  check: checkOrderBy,
});

/** `ORDERBY(rows, value, [descending], …)`: a flag is a constant of Yes/No right after its value. */
function checkOrderBy(form: CallForm): Node | undefined {
  const { state, call } = form;
  const [first, ...parts] = call.arguments;
  const rows = first && state.check(first);
  if (!hasRightCount(form) || rows === undefined) return undefined;
  const table = tableOfRows(state, rows);
  if (table === undefined || isUntypedLiteral(rows))
    return state.report(
      "type/rows-expected",
      { function: "ORDERBY", actual: state.typeName(rows.type) },
      rows,
    );
  state.readsTable(table);
  return state.inRowOf(table, (slot) => {
    const keys = checkKeys(state, table, parts);
    if (keys === undefined) return undefined;
    const { start, end } = call;
    return { op: "order-by", rows, table, slot, keys, limit: undefined, type: rows.type, start, end };
  });
}

function checkKeys(
  state: CheckState,
  table: TableScope,
  parts: readonly Expression[],
): readonly OrderKey[] | undefined {
  const keys: (OrderKey | undefined)[] = [];
  let mayBeFlag = false;
  for (const part of parts) {
    const checked = state.check(part);
    const node = checked && asConstant(checked);
    if (mayBeFlag && node !== undefined && isFlag(node)) {
      const before = keys.pop();
      keys.push(before && { by: before.by, descending: node.value === true });
      mayBeFlag = false;
    } else {
      keys.push(node && sortKey(state, table, node));
      mayBeFlag = true;
    }
  }
  return keys.includes(undefined) ? undefined : (keys as OrderKey[]);
}

function sortKey(state: CheckState, table: TableScope, by: Node): OrderKey | undefined {
  if (by.op === "constant" && state.wordIn(by) === undefined) {
    const column = by.literal === undefined ? undefined : findName(table.columns, by.literal).match;
    const name = by.literal ?? "";
    state.report("type/constant-sort-key", { name, ...(column && writeInstead(`[${column.name}]`)) }, by);
  }
  if (by.type.kind !== "List") return { by, descending: false };
  const type = state.typeName(by.type);
  const actual = table.items === undefined ? `${type} of "${table.name}"` : type;
  return state.report("type/rows-expected", { function: "ORDERBY", actual }, by);
}

/** A Yes/No that reads no column: a bare Yes/No column starts a new sort value instead. */
function isFlag(node: Node): node is Extract<Node, { op: "constant" }> {
  return node.op === "constant" && node.type.kind === "Yes/No";
}

/**
 * The table of a list of rows. Where the table is out of the caller's reach and a slice of it is not, rows that were found in
 * the slice are known to be its own, and any other Ref could point beyond it.
 */
function tableOfRows(state: CheckState, rows: Node): TableScope | undefined {
  return rowsOfList(state, rows.type) ?? tableScanned(rows);
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
