import {
  type CheckedExpression,
  compileRow,
  findBinding,
  makeFrame,
  type RequestContext,
} from "@tablewright/core/expression";
import type { Among, Row } from "@tablewright/core/storage";
import type { TableVersion } from "./table-version.ts";

/**
 * The rows, in stored order, that can satisfy conditions which all must hold: those an index gives for the most telling
 * equality between an indexed column and something known beforehand, or for the values that alone are wanted, or every
 * row. They come a chunk at a time, with gaps where rows were removed.
 */
export function candidateRows(
  version: TableVersion,
  conditions: readonly CheckedExpression[],
  context: RequestContext,
  among: Among | undefined,
): Iterable<readonly (Row | undefined)[]> {
  let fewest: () => readonly number[] = () => [];
  let count = version.rows.liveCount;
  if (count === 0) return [];
  for (const condition of conditions) {
    const binding = findBinding(condition.root, 0);
    const index = binding && version.indexOn(binding.column);
    if (binding === undefined || index === undefined || index.family !== binding.family) continue;
    const value = compileRow(binding.value, 0)([], makeFrame([], context));
    if (index.countOf(value) >= count) continue;
    count = index.countOf(value);
    fewest = () => index.slotsOf(value);
  }
  const listed = among && slotsAmong(version, among, count);
  if (listed !== undefined) return [listed.map((slot) => version.rows.at(slot))];
  if (count === version.rows.liveCount) return version.rows.chunks();
  return [fewest().map((slot) => version.rows.at(slot))];
}

/** The slots that may hold one of the values; undefined where there is no index, or it gives no fewer than `most`. */
function slotsAmong(
  version: TableVersion,
  { column, family, values }: Among,
  most: number,
): readonly number[] | undefined {
  const index = version.indexOn(column);
  if (index === undefined || index.family !== family) return undefined;
  const count = values.reduce((sum: number, value) => sum + index.countOf(value), 0);
  if (count >= most) return undefined;
  return [...new Set(values.flatMap((value) => index.slotsOf(value)))].sort((a, b) => a - b);
}
