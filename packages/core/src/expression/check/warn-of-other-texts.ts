import { equalText } from "../../values/index.ts";
import type { ConstantNode, Node } from "../tree/node.ts";
import type { StoredScopeColumn, TableScope } from "../tree/scope.ts";
import type { CheckState } from "./check-state.ts";

/** A quoted text that is compared with a column whose cells are chosen from a list is one of these, or it was misspelt. */
export function warnOfOtherTexts(state: CheckState, one: Node, other: Node): void {
  for (const [chosen, compared] of [
    [one, other],
    [other, one],
  ] as const) {
    const { column, values } = choiceOf(state, chosen) ?? {};
    if (column === undefined || values === undefined) continue;
    for (const literal of literalsIn(compared)) {
      const { literal: text = "" } = literal;
      if (text === "" || values.some((value) => equalText(value, text))) continue;
      state.report(
        "type/not-a-choice",
        { text, column, values, suggestion: state.suggest(text, values) },
        literal,
      );
    }
  }
}

interface Choice {
  readonly column: string;
  readonly values: readonly string[];
}

/** The column that a part gives the cells of, where they are chosen and the caller may know of its table. */
function choiceOf(state: CheckState, part: Node): Choice | undefined {
  const table = tableOf(state, part);
  const field = "field" in part ? part.field : part;
  if (table === undefined || field.op !== "column") return undefined;
  const stored = table.columns.find((column) => isAt(column, field.index));
  if (stored?.isVirtual !== false || stored.values === undefined) return undefined;
  return table.name === "" || state.tells(table.name)
    ? { column: stored.name, values: stored.values }
    : undefined;
}

function isAt(column: TableScope["columns"][number], index: number): column is StoredScopeColumn {
  return !column.isVirtual && column.index === index;
}

function tableOf(state: CheckState, part: Node): TableScope | undefined {
  switch (part.op) {
    case "column":
      return part.slot > 0 ? state.scans[part.slot - 1]?.table : state.currentRow?.table;
    case "dereference":
    case "list-dereference":
    case "select":
      return part.table;
    default:
      return undefined;
  }
}

function literalsIn(part: Node): readonly ConstantNode[] {
  const parts = part.op === "list" ? part.items : [part];
  return parts.filter((one): one is ConstantNode => one.op === "constant" && one.literal !== undefined);
}
