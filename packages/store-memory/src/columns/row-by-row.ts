import {
  children,
  compileNode,
  type makeFrame,
  type Node,
  type RowSlot,
  valueFamilyOf,
} from "@tablewright/core/compiler";
import type { Value } from "@tablewright/core/storage";
import type { Computation, Filter } from "./column-run.ts";
import type { TextColumn } from "./column-table.ts";

/** A condition that no kernel knows, evaluated row by row. */
export function filterByRow(node: Node, slot: RowSlot): Filter {
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

/**
 * The position of the only thing a node depends on, where that is one column of texts of the row in `slot`: the node
 * is then computed once for each different text. Undefined for every other node.
 */
export function oneTextColumn(node: Node, slot: RowSlot): number | undefined {
  let column: number | undefined;
  const waiting: Node[] = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!DEPENDS_ON_ITS_PARTS.has(next.op)) return undefined;
    if (next.op === "call" && !next.definition.isDetermined) return undefined;
    if (next.op === "column") {
      const isText = next.type.kind !== "List" && TEXTS.has(valueFamilyOf(next.type));
      if (!isText || next.slot !== slot || (column ?? next.index) !== next.index) return undefined;
      column = next.index;
    }
    for (const child of children(next)) waiting.push(child);
  }
  return column;
}

/** A conversion may depend on the caller's Locale, a formula or a look-up on anything. */
const DEPENDS_ON_ITS_PARTS = new Set<Node["op"]>([
  "constant",
  "column",
  "binary",
  "negate",
  "and",
  "or",
  "conditional",
  "list",
  "call",
]);

const TEXTS = new Set<ReturnType<typeof valueFamilyOf>>(["text", "point"]);

/** A condition on only one text column, decided once for each different text that it meets. */
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

/** A number that depends on only one text column, computed once for each different text that it meets. */
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
  evaluate: ReturnType<typeof compileNode>,
  slot: RowSlot,
  index: number,
): (column: TextColumn, code: number, frame: ReturnType<typeof makeFrame>) => Value {
  const row: Value[] = Array.from({ length: index + 1 }, () => null);
  return (column, code, frame) => {
    row[index] = column.values[code] ?? null;
    frame.rows[slot] = row;
    return evaluate(row, frame);
  };
}
