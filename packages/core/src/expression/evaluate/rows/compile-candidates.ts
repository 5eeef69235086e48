import type { Value } from "../../../values/index.ts";
import { EvaluationError } from "../../runtime/evaluation-error.ts";
import type { Node, RowSlot } from "../../tree/node.ts";
import { compileRow } from "./compile-row.ts";
import { findBinding } from "./find-binding.ts";
import type { Frame } from "./frame.ts";

type Row = readonly Value[];

/** The rows a scan has to look at: those an index gives for an equality in the condition, else all. */
export interface Candidates {
  readonly rows: readonly Row[];
  /** Whether they are known to satisfy the condition, which then is that equality alone. */
  readonly areWanted: boolean;
}

export function compileCandidates(
  table: string,
  slot: RowSlot,
  condition: Node | undefined,
  innermost: RowSlot,
): (row: Row, frame: Frame) => Candidates {
  const binding = condition && findBinding(condition, slot);
  const areWanted = condition === undefined;
  if (binding === undefined) return (_, { context }) => ({ rows: context.rowsOf(table).rows, areWanted });
  const value = compileRow(binding.value, innermost);
  const { column, family, isWhole } = binding;
  return (row, frame) => {
    const stored = frame.context.rowsOf(table);
    let lookup: Value;
    try {
      lookup = value(row, frame);
    } catch (error) {
      // The condition itself may never come as far as this part: it decides whether the error is met.
      if (error instanceof EvaluationError && error.code.startsWith("run/"))
        return { rows: stored.rows, areWanted };
      throw error;
    }
    return { rows: stored.matching(column, family, lookup), areWanted: isWhole };
  };
}
