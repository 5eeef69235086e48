import type { Value } from "../../../values/index.ts";
import { EvaluationError } from "../../runtime/evaluation-error.ts";
import { isKeyOf } from "../../tree/is-key-of.ts";
import { keptPartOf } from "../../tree/kept-part.ts";
import type { Node, RowSlot } from "../../tree/node.ts";
import { compileCandidates } from "./compile-candidates.ts";
import { compileRow } from "./compile-row.ts";
import type { Frame } from "./frame.ts";

type Row = readonly Value[];

/**
 * The rows whose keys a FILTER lists, without the keys: the same steps, limits and errors. Undefined for other lists and for those that are kept, and
 * to be asked only of tables that have unique keys, where a key means no other row.
 */
export function compileRowsOf(
  list: Node,
  innermost: RowSlot,
): ((row: Row, frame: Frame) => readonly Row[]) | undefined {
  if (list.op !== "select" || list.first || list.distinct || !isKeyOf(list.field, list.slot, list.table))
    return undefined;
  if (keptPartOf(list, innermost) !== undefined) return undefined;
  const { slot } = list;
  const needed = isAlwaysTrue(list.condition) ? undefined : list.condition;
  const candidates = compileCandidates(list.table.name, slot, needed, innermost);
  const condition = needed && compileRow(needed, slot);
  return (row, frame) => {
    const { meter } = frame.context;
    const { listLength } = meter.limits;
    try {
      const { rows, areWanted } = candidates(row, frame);
      if (areWanted) {
        meter.spend(Math.min(rows.length, listLength + 1));
        if (rows.length > listLength) meter.buildList(rows.length);
        return rows;
      }
      const selected: Row[] = [];
      for (const candidate of rows) {
        meter.spend(1);
        frame.rows[slot] = candidate;
        if (condition?.(candidate, frame) !== true) continue;
        selected.push(candidate);
        if (selected.length > listLength) meter.buildList(selected.length);
      }
      return selected;
    } catch (error) {
      throw EvaluationError.placed(error, list);
    }
  };
}

function isAlwaysTrue(condition: Node | undefined): boolean {
  return condition?.op === "constant" && condition.value === true;
}
