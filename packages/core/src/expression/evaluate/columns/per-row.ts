import type { Node, RowSlot } from "../../tree/node.ts";
import { compileNode } from "../compile.ts";
import type { Computation, Filter } from "./column-run.ts";

/** A condition that no kernel knows, evaluated row by row. */
export function keepByRow(node: Node, slot: RowSlot): Filter {
  const evaluate = compileNode(node, slot);
  return (positions, count, { table, frame }) => {
    const { rows } = table;
    let matches = 0;
    for (let at = 0; at < count; at++) {
      const position = positions[at] as number;
      const row = rows[position] as (typeof rows)[number];
      frame.rows[slot] = row;
      if (evaluate(row, frame) !== true) continue;
      positions[matches] = position;
      matches += 1;
    }
    return matches;
  };
}

/** A number that no kernel knows, evaluated row by row. */
export function computeByRow(node: Node, slot: RowSlot): Computation {
  const evaluate = compileNode(node, slot);
  return (positions, count, out, { table, frame }) => {
    const { rows } = table;
    for (let at = 0; at < count; at++) {
      const row = rows[positions[at] as number] as (typeof rows)[number];
      frame.rows[slot] = row;
      out[at] = (evaluate(row, frame) as number | null) ?? Number.NaN;
    }
  };
}
