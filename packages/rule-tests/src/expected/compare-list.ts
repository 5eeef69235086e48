import type { Path } from "@tablewright/core";
import type { ExpectedListShape } from "../read/rule-test-shape.ts";
import { type Mismatch, shown } from "./compare-value.ts";

/** How the items of a list are compared and called. */
export interface ListKind<E, A> {
  /** Such as `rows`. */
  readonly noun: string;
  compare(path: Path, expected: E, actual: A): readonly Mismatch[];
  /** The part of an item that is shown besides what is expected. */
  show(expected: E | undefined, actual: A): unknown;
}

/** Compares a list with what is expected of it: all of it in order, or what is and what is not among it. */
export function compareList<E, A>(
  path: Path,
  expected: ExpectedListShape<E>,
  actual: readonly A[],
  kind: ListKind<E, A>,
): readonly Mismatch[] {
  if (isWhole(expected)) return compareWhole(path, expected, actual, kind);
  const { contains = [], count, not } = expected;
  return [
    ...contains.flatMap((item, at) => compareContained([...path, "contains", at], item, actual, kind)),
    ...(count === undefined ? [] : compareCount([...path, "count"], count, actual, kind)),
    ...(not === undefined ? [] : compareNot([...path, "not"], not, actual, kind)),
  ];
}

export function compareCount<E, A>(
  path: Path,
  count: number,
  actual: readonly A[],
  { noun, show }: Pick<ListKind<E, A>, "noun" | "show">,
): readonly Mismatch[] {
  if (actual.length === count) return [];
  const there = actual.slice(0, MOST_SHOWN).map((item) => show(undefined, item));
  const message = `There is another number of ${noun}: ${actual.length}, not ${count}.`;
  return [{ path, message, expected: String(count), actual: shown(there) }];
}

const MOST_SHOWN = 5;

function compareWhole<E, A>(
  path: Path,
  expected: readonly E[],
  actual: readonly A[],
  kind: ListKind<E, A>,
): readonly Mismatch[] {
  const counted = compareCount(path, expected.length, actual, kind);
  if (counted.length > 0) return counted.map((one) => ({ ...one, expected: shown(expected) }));
  return expected.flatMap((item, at) => kind.compare([...path, at], item, actual[at] as A));
}

/** Names the item that is nearest. */
function compareContained<E, A>(
  path: Path,
  expected: E,
  actual: readonly A[],
  { noun, compare, show }: ListKind<E, A>,
): readonly Mismatch[] {
  let nearest: A | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const item of actual) {
    const differences = compare(path, expected, item).length;
    if (differences === 0) return [];
    if (differences < fewest) [nearest, fewest] = [item, differences];
  }
  const message =
    nearest === undefined
      ? `There are no ${noun}, and one like this was expected.`
      : `None of the ${actual.length} ${noun} is like this; the nearest is shown.`;
  const near = nearest === undefined ? {} : { actual: shown(show(expected, nearest)) };
  return [{ path, message, expected: shown(expected), ...near }];
}

function compareNot<E, A>(
  path: Path,
  not: NonNullable<Exclude<ExpectedListShape<E>, readonly E[]>["not"]>,
  actual: readonly A[],
  kind: ListKind<E, A>,
): readonly Mismatch[] {
  const { noun, compare, show } = kind;
  if (isWhole(not) || not.contains === undefined) {
    if (compareList(path, not, actual, kind).length > 0) return [];
    return [{ path, message: `The ${noun} are what they should not be.`, expected: `not ${shown(not)}` }];
  }
  const count = not.count !== undefined && actual.length === not.count;
  const counted = count ? [{ path: [...path, "count"], message: `There are ${not.count} ${noun}.` }] : [];
  return [
    ...counted,
    ...not.contains.flatMap((item, at) => {
      const where = [...path, "contains", at];
      const match = actual.find((one) => compare(where, item, one).length === 0);
      if (match === undefined) return [];
      const message = `One of the ${noun} is what none should be.`;
      return [
        { path: where, message, expected: `not ${shown(item)}`, actual: shown(show(undefined, match)) },
      ];
    }),
  ];
}

function isWhole<E>(expected: ExpectedListShape<E>): expected is readonly E[] {
  return Array.isArray(expected);
}
