import { compileNode, findBinding, makeFrame, rewrite } from "@tablewright/core/compiler";
import type { CheckedExpression, InList, RequestContext, Row } from "@tablewright/core/storage";
import type { TableVersion } from "./table-version.ts";

/** The few rows that an index leaves to be looked at. */
interface NarrowedRows {
  /** The name of the indexed column. */
  readonly index: string;
  /** At least as many as `rows` has. */
  readonly count: number;
  /** The one condition that all of the rows are known to satisfy; undefined where there is none. */
  readonly satisfied: CheckedExpression | undefined;
  /** In stored order. */
  rows(): readonly Row[];
}

/**
 * The rows that can satisfy conditions which all must hold: those an index gives for the most telling equality between
 * an indexed column and something known beforehand, or for the only values that are wanted. Undefined where none
 * gives fewer than all rows.
 */
export function narrowRows(
  version: TableVersion,
  conditions: readonly CheckedExpression[],
  context: RequestContext,
  inList: InList | undefined,
): NarrowedRows | undefined {
  const { rows, table } = version;
  if (rows.liveCount === 0) return undefined;
  let fewest: Lookup | undefined;
  for (const lookup of lookups(version, conditions, context, inList)) {
    if (lookup.count < (fewest?.count ?? rows.liveCount)) fewest = lookup;
  }
  if (fewest === undefined) return undefined;
  const { column, count, slots, satisfied } = fewest;
  return {
    satisfied: rows.liveCount === rows.slotCount ? satisfied : undefined,
    index: table.columns[column]?.name ?? "",
    count,
    rows: () =>
      slots()
        .map((slot) => rows.at(slot))
        .filter((row) => row !== undefined),
  };
}

/** Slots that an index on a column gives, some of them out of date. */
interface Lookup {
  readonly column: number;
  readonly count: number;
  readonly slots: () => readonly number[];
  readonly satisfied?: CheckedExpression | undefined;
}

function* lookups(
  version: TableVersion,
  conditions: readonly CheckedExpression[],
  context: RequestContext,
  inList: InList | undefined,
): Iterable<Lookup> {
  for (const condition of conditions) {
    const binding = findBinding(rewrite(condition).root, 0);
    const index = binding && version.indexOn(binding.column);
    if (binding === undefined || index === undefined || index.family !== binding.family) continue;
    const value = compileNode(binding.value, 0)([], makeFrame([], context));
    yield {
      column: index.column,
      count: index.countOf(value),
      slots: () => index.slotsOf(value),
      satisfied: binding.isWhole && index.isExact ? condition : undefined,
    };
  }
  const index = inList && version.indexOn(inList.column);
  if (inList === undefined || index === undefined || index.family !== inList.family) return;
  yield {
    column: index.column,
    count: inList.values.reduce((sum: number, value) => sum + index.countOf(value), 0),
    slots: () => [...new Set(inList.values.flatMap((value) => index.slotsOf(value)))].sort((a, b) => a - b),
  };
}
