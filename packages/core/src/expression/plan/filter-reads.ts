import type { CheckedExpression } from "../tree/checked-expression.ts";
import type { BinaryNode, Node, RowSlot } from "../tree/node.ts";
import { children } from "../tree/walk.ts";
import { isCallOf } from "./selection-of.ts";

/** The stored columns, by their positions, whose values decide whether a security filter shows a row. */
export interface FilterReads {
  /** Of the row itself, also by way of virtual columns. */
  readonly own: ReadonlyMap<number, string>;
  /**
   * Of other tables, by their names: those of which a blank in place of a value may show more rows. Where a blank only fails a
   * comparison that lets rows through, as in `IN([Region], SELECT(Permits[Region], [Person] = USEREMAIL()))`, it grants nothing.
   */
  readonly others: ReadonlyMap<string, ReadonlyMap<number, string>>;
}

/** What a security filter reads. A row of which one of these cannot be read is hidden. */
export function filterReads(filter: CheckedExpression): FilterReads {
  const existing = known.get(filter);
  if (existing !== undefined) return existing;
  const reads = readsIn(filter);
  known.set(filter, reads);
  return reads;
}

const known = new WeakMap<CheckedExpression, FilterReads>();

/** A node, the tables of the rows in view, and whether it counts for nothing where it is blank or FALSE. */
interface Place {
  readonly node: Node;
  readonly tables: ReadonlyMap<RowSlot, string>;
  readonly grants: boolean;
}

function readsIn(filter: CheckedExpression): FilterReads {
  const own = new Map<number, string>();
  const others = new Map<string, Map<number, string>>();
  const entered = new Map<CheckedExpression, Set<string>>();
  const waiting: Place[] = [{ node: filter.root, tables: new Map([[0, OWN]]), grants: true }];
  // Not recursive: chains of operators are thousands of nodes deep.
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { node, tables, grants } = place;
    if (node.op === "column") {
      const table = tables.get(node.slot);
      if (table === OWN) own.set(node.index, node.name);
      else if (table !== undefined && !grants) {
        const columns = others.get(table) ?? new Map<number, string>();
        others.set(table, columns.set(node.index, node.name));
      }
    } else if (node.op === "formula") {
      const table = tables.get(node.slot) ?? OWN;
      const places = entered.get(node.formula) ?? new Set<string>();
      if (places.has(`${grants} ${table}`)) continue;
      entered.set(node.formula, places.add(`${grants} ${table}`));
      waiting.push({ node: node.formula.root, tables: new Map([[0, table]]), grants });
    } else for (const part of partsOf(place)) waiting.push(part);
  }
  return { own, others };
}

/** What stands for the table of the filter; no table has the name. */
const OWN = "";

function partsOf({ node, tables, grants }: Place): readonly Place[] {
  const inView = "slot" in node && "table" in node ? new Map(tables).set(node.slot, node.table.name) : tables;
  return children(node).map((part) => ({ node: part, tables: inView, grants: grants && keeps(node, part) }));
}

/** Whether a part that is blank or FALSE, or a row less in it, never makes the whole TRUE. */
function keeps(whole: Node, part: Node): boolean {
  if (isCallOf(part, "COUNT")) return whole.op === "binary" && keepsCount(whole, part);
  switch (whole.op) {
    case "and":
    case "or":
    case "dereference":
    case "list-dereference":
    case "select":
    case "convert":
      return true;
    case "binary":
      return whole.rule.id === "comparison" && whole.rule.operator !== "<>";
    case "call":
      return isCallOf(whole, "IN") || isCallOf(whole, "ISNOTBLANK") || isCallOf(whole, "COUNT");
    default:
      return false;
  }
}

/** A count of fewer rows is less. */
function keepsCount({ rule: { operator }, left }: BinaryNode, part: Node): boolean {
  return part === left ? operator === ">" || operator === ">=" : operator === "<" || operator === "<=";
}
