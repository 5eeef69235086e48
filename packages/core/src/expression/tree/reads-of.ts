import type { CheckedExpression } from "./checked-expression.ts";
import { children } from "./children.ts";
import { makesRows } from "./makes-rows.ts";
import { BEFORE, type Node, type RowSlot } from "./node.ts";
import type { TableScope } from "./scope.ts";

/** The positions of the cells that an expression can read; of the rows of other tables by the names of these. */
export interface Reads {
  readonly row: ReadonlySet<number>;
  readonly before: ReadonlySet<number>;
  readonly tables: ReadonlyMap<string, ReadonlySet<number>>;
}

/** Which rows stand in the slots around a node: sets that take the positions read of them. */
type Slots = ReadonlyMap<RowSlot, Set<number>>;

/** What evaluating an expression can read. Not recursive: chains of operators are thousands of nodes deep. */
export function readsOf(expression: CheckedExpression): Reads {
  const row = new Set<number>();
  const before = new Set<number>();
  const tables = new Map<string, Set<number>>();
  const waiting: { readonly node: Node; readonly slots: Slots }[] = [
    {
      node: expression.root,
      slots: new Map([
        [0, row],
        [BEFORE, before],
      ]),
    },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node } = next;
    const slots = makesRows(node)
      ? new Map([...next.slots, [node.slot, ofTable(tables, node.table)]])
      : next.slots;
    if (node.op === "column") slots.get(node.slot)?.add(node.index);
    if (node.op === "computed-key") for (const { index } of node.table.key) slots.get(node.slot)?.add(index);
    if (node.op === "formula") {
      const own = slots.get(node.slot);
      waiting.push({ node: node.formula.root, slots: own === undefined ? new Map() : new Map([[0, own]]) });
    }
    for (const child of children(node)) waiting.push({ node: child, slots });
  }
  return { row, before, tables };
}

/** Rows of a table are found by their keys, so these are always read. */
function ofTable(tables: Map<string, Set<number>>, { name, key }: TableScope): Set<number> {
  let positions = tables.get(name);
  if (positions === undefined) {
    positions = new Set(key.map(({ index }) => index));
    tables.set(name, positions);
  }
  return positions;
}
