import type { Value } from "../../../values/index.ts";
import type { Node, RowSlot } from "../../tree/node.ts";
import { compileNode } from "../compile.ts";
import type { Evaluator, Frame } from "../frame.ts";
import type { Computation, Filter } from "./column-run.ts";
import type { TextColumn } from "./text-column.ts";

/** A condition on one text column alone, decided once for each different text that it meets. */
export function keepByText(node: Node, slot: RowSlot, index: number): Filter {
  const answer = onText(compileNode(node, slot), slot, index);
  return (positions, count, { table, frame }) => {
    const column = table.texts(index);
    const { codes } = column;
    const answers = column.answersTo(node);
    let matches = 0;
    for (let at = 0; at < count; at++) {
      const position = positions[at] as number;
      const code = codes[position] as number;
      if (answers[code] === 0) answers[code] = answer(column, code, frame) === true ? 2 : 1;
      positions[matches] = position;
      matches += (answers[code] as number) - 1;
    }
    return matches;
  };
}

/** A number that depends on one text column alone, computed once for each different text that it meets. */
export function computeByText(node: Node, slot: RowSlot, index: number): Computation {
  const compute = onText(compileNode(node, slot), slot, index);
  return (positions, count, out, { table, frame }) => {
    const column = table.texts(index);
    const { codes } = column;
    const results = column.resultsOf(node);
    for (let at = 0; at < count; at++) {
      const code = codes[positions[at] as number] as number;
      if (results[code] === Number.POSITIVE_INFINITY) {
        results[code] = (compute(column, code, frame) as number | null) ?? Number.NaN;
      }
      out[at] = results[code] as number;
    }
  };
}

/** Evaluates on a row that holds nothing but the text. */
function onText(
  evaluate: Evaluator,
  slot: RowSlot,
  index: number,
): (column: TextColumn, code: number, frame: Frame) => Value {
  const row: Value[] = Array.from({ length: index + 1 }, () => null);
  return (column, code, frame) => {
    row[index] = column.values[code] ?? null;
    frame.rows[slot] = row;
    return evaluate(row, frame);
  };
}
