import { compareValues, type Family, type Value } from "../../../values/index.ts";
import { rewrite } from "../../rewrite/rewrite.ts";
import type { CheckedExpression } from "../../tree/checked-expression.ts";
import type { Node } from "../../tree/node.ts";
import { isOrdered, valueFamilyOf } from "../../tree/type.ts";
import { rowEvaluatorOf } from "../rows/evaluate-row.ts";
import { CHUNK, type ColumnRun } from "./column-run.ts";
import { compileComputation } from "./compile-computation.ts";

/**
 * For each of the positions a number in the order of the expression's values, the other way round when
 * `descending`; infinite for a blank. Numbers that are equal to 15 digits may still differ.
 */
export function sortValues(
  expression: CheckedExpression,
  descending: boolean,
  positions: Int32Array,
  run: ColumnRun,
): Float64Array {
  const { root } = rewrite(expression);
  const family = valueFamilyOf(root.type);
  if (isOrdered(family)) return computed(root, descending, positions, run);
  if (family === "text" && root.op === "column" && root.slot === 0) {
    const { codes, ranks } = run.table.texts(root.index);
    return directed(
      Float64Array.from(positions, (position) => ranks[codes[position] as number] as number),
      descending,
    );
  }
  return directed(rank(valuesOf(expression, positions, run), family), descending);
}

function computed(root: Node, descending: boolean, positions: Int32Array, run: ColumnRun): Float64Array {
  const numbers = new Float64Array(positions.length);
  const compute = compileComputation(root, 0);
  const direction = descending ? -1 : 1;
  for (let start = 0; start < positions.length; start += CHUNK) {
    const chunk = positions.subarray(start, start + CHUNK);
    const out = numbers.subarray(start, start + CHUNK);
    compute(chunk, chunk.length, out, run);
    for (let at = 0; at < out.length; at++) {
      const number = out[at] as number;
      out[at] = (Number.isNaN(number) ? Number.NEGATIVE_INFINITY : number) * direction;
    }
  }
  return numbers;
}

function valuesOf(
  expression: CheckedExpression,
  positions: Int32Array,
  { table, frame }: ColumnRun,
): readonly Value[] {
  const evaluate = rowEvaluatorOf(expression);
  return Array.from(positions, (position) => {
    const row = table.rows[position] as readonly Value[];
    frame.rows[0] = row;
    return evaluate(row, frame);
  });
}

/** Places in the order of the values: the same for equal ones. */
function rank(values: readonly Value[], family: Family): Float64Array {
  const ranks = new Float64Array(values.length);
  const places = Array.from(values.keys()).sort((a, b) =>
    compareValues(values[a] ?? null, values[b] ?? null, family),
  );
  let last = 0;
  for (const [at, place] of places.entries()) {
    const before = at === 0 ? place : (places[at - 1] as number);
    if (compareValues(values[before] ?? null, values[place] ?? null, family) !== 0) last = at;
    ranks[place] = last;
  }
  return ranks;
}

function directed(numbers: Float64Array, descending: boolean): Float64Array {
  if (!descending) return numbers;
  for (let at = 0; at < numbers.length; at++) numbers[at] = -(numbers[at] as number);
  return numbers;
}
