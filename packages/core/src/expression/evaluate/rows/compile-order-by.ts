import type { Value } from "../../../values/index.ts";
import { itemsOf } from "../../operators/index.ts";
import { EvaluationError } from "../../runtime/evaluation-error.ts";
import { keyOf } from "../../tree/computed-key.ts";
import type { OrderByNode, RowSlot } from "../../tree/node.ts";
import { compileRow } from "./compile-row.ts";
import { compileRowsOf } from "./compile-rows-of.ts";
import { compileSort } from "./compile-sort.ts";
import { type Evaluator, NO_ITEMS } from "./frame.ts";

type Row = readonly Value[];

/** The rows of a list of Refs in the order of their sort values, all or the first ones. */
export function compileOrderBy(node: OrderByNode, innermost: RowSlot): Evaluator {
  const { slot, table } = node;
  const refs = compileRow(node.rows, innermost);
  const rowsOfList = compileRowsOf(node.rows, innermost);
  const limit = node.limit && compileRow(node.limit, innermost);
  const sort = compileSort(node.keys, slot);
  return (row, frame) => {
    const { context } = frame;
    const isDirect = rowsOfList !== undefined && context.rowsOf(table.name).hasUniqueKeys;
    const direct = isDirect ? rowsOfList(row, frame) : undefined;
    const listed = direct ?? itemsOf(refs(row, frame));
    const most = limit === undefined ? Number.POSITIVE_INFINITY : ((limit(row, frame) ?? 0) as number);
    if (most < 1) return NO_ITEMS;
    try {
      context.meter.spend(listed.length);
      if (direct !== undefined)
        return sort(direct, most, frame).map((position) => keyOf(direct[position] as Row, table));
      const stored = context.rowsOf(table.name);
      const values: Value[] = [];
      const missing: Value[] = [];
      const rows: Row[] = [];
      for (const key of listed) {
        const target = key === null ? undefined : stored.find(key);
        if (target === undefined) {
          missing.push(key);
          continue;
        }
        values.push(key);
        rows.push(target);
      }
      const first = sort(rows, most, frame).map((position) => values[position] as Value);
      return missing.length === 0 ? first : [...first, ...missing].slice(0, most);
    } catch (error) {
      throw EvaluationError.placed(error, node);
    }
  };
}
