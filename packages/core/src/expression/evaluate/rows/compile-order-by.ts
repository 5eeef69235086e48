import { compareValues, type Family, type Value } from "../../../values/index.ts";
import { itemsOf } from "../../operators/index.ts";
import { RunFault } from "../../runtime/run-fault.ts";
import type { OrderByNode, OrderKey, RowSlot } from "../../tree/node.ts";
import { valueFamilyOf } from "../../tree/type.ts";
import { compileRow } from "./compile-row.ts";
import { type Evaluator, NO_ITEMS } from "./frame.ts";
import { TopRows } from "./top-rows.ts";

/** The rows of a list of Refs in the order of their sort values, all or the first ones. */
export function compileOrderBy(node: OrderByNode, innermost: RowSlot): Evaluator {
  const { slot, table } = node;
  const rows = compileRow(node.rows, innermost);
  const limit = node.limit && compileRow(node.limit, innermost);
  const keys = node.keys.map(({ by }) => compileRow(by, slot));
  const compare = inOrderOf(node.keys);
  return (row, frame) => {
    const refs = itemsOf(rows(row, frame));
    const most = limit === undefined ? Number.POSITIVE_INFINITY : ((limit(row, frame) ?? 0) as number);
    if (most < 1) return NO_ITEMS;
    const stored = frame.context.rowsOf(table.name);
    const top = new TopRows(most, compare);
    const missing: Value[] = [];
    try {
      frame.context.meter.spend(refs.length);
      for (const [position, key] of refs.entries()) {
        const target = key === null ? undefined : stored.find(key);
        if (target === undefined) {
          missing.push(key);
          continue;
        }
        frame.rows[slot] = target;
        top.add({ key, position, values: keys.map((value) => value(target, frame)) });
      }
    } catch (fault) {
      throw RunFault.placed(fault, node);
    }
    const sorted = top.sorted().map(({ key }) => key);
    return missing.length === 0 ? sorted : [...sorted, ...missing].slice(0, most);
  };
}

/** A row of the list, with its place in it, which decides between rows that are equal otherwise. */
interface Sortable {
  readonly key: Value;
  readonly position: number;
  readonly values: readonly Value[];
}

export function inOrderOf(keys: readonly OrderKey[]): (left: Sortable, right: Sortable) => number {
  const families = keys.map(({ by }): Family => valueFamilyOf(by.type));
  const directions = keys.map(({ descending }) => (descending ? -1 : 1));
  return (left, right) => {
    for (let index = 0; index < families.length; index++) {
      const [one, other] = [left.values[index] ?? null, right.values[index] ?? null];
      const order = compareValues(one, other, families[index] as Family);
      if (order !== 0) return order * (directions[index] as number);
    }
    return left.position - right.position;
  };
}
