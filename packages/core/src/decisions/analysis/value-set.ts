import type { Bounds, OperatorRule } from "../../expression/parts.ts";
import { boundsOf, isOrdered, MIRRORED } from "../../expression/parts.ts";
import { type Family, hashOf, type Value } from "../../values/index.ts";

/**
 * A set of values that one variable can have. Blank is a value of its own, apart from the others. Numbers, dates and times are ranges; texts,
 * truth values and points are listed, or all but those listed.
 */
export interface ValueSet {
  readonly blank: boolean;
  readonly values: Ranges | Listed;
}

/** Disjoint ranges in ascending order, each from its first double up to but without its last: `[low, high, low, high, …]`. */
export interface Ranges {
  readonly kind: "ranges";
  readonly ends: readonly number[];
}

export interface Listed {
  readonly kind: "listed";
  /** By the hash under which equal values are the same. */
  readonly members: ReadonlyMap<Hash, Value>;
  /** Whether the set holds all values but these. */
  readonly isComplement: boolean;
}

type Hash = ReturnType<typeof hashOf>;

/** Every value of a family. */
export function everyValue(family: Family): ValueSet {
  return {
    blank: true,
    values: isOrdered(family) ? ranges([LEAST, GREATEST]) : listed([], family, true),
  };
}

/** No value but blank, or not even that. */
export function blankOnly(family: Family, blank = true): ValueSet {
  return { blank, values: isOrdered(family) ? ranges([]) : listed([], family, false) };
}

/** Exactly these values of a family whose values are listed. */
export function listedSet(values: readonly Value[], family: Family, blank: boolean): ValueSet {
  return { blank, values: listed(values, family, false) };
}

const LEAST = -Number.MAX_VALUE;
const GREATEST = Number.POSITIVE_INFINITY;

function ranges(ends: readonly number[]): Ranges {
  return { kind: "ranges", ends };
}

function listed(values: readonly Value[], family: Family, isComplement: boolean): Listed {
  return { kind: "listed", members: new Map(values.map((one) => [hashOf(one, family), one])), isComplement };
}

/**
 * The values for which a comparison with a constant is TRUE, as the operator itself decides; undefined where they are neither ranges
 * nor listed, such as those of `[Name] < "m"`. `bounds` are those that the rewriter found.
 */
export function setOfComparison(
  rule: OperatorRule,
  constant: Value,
  constantIs: "left" | "right",
  bounds: Bounds | undefined,
): ValueSet | undefined {
  const family = rule.left as Family;
  const holds = (value: Value) =>
    (constantIs === "right" ? rule.evaluate(value, constant) : rule.evaluate(constant, value)) === true;
  const blank = holds(null);
  if (constant === null) {
    // Every value but blank compares with blank alike.
    const sample = SAMPLES[family];
    if (sample === undefined) return undefined;
    return { blank, values: (holds(sample) ? everyValue(family) : blankOnly(family)).values };
  }
  if (isOrdered(family)) {
    const found = bounds ?? rangeOf(rule, constant, constantIs);
    return found && { blank, values: ranges(endsOf(found)) };
  }
  if (rule.operator !== "=" && rule.operator !== "<>" && family !== "yes/no") return undefined;
  if (family === "yes/no") return { blank, values: listed([true, false].filter(holds), family, false) };
  return family === "list" ? undefined : { blank, values: listed([constant], family, !holds(constant)) };
}

const SAMPLES: Partial<Record<Family, Value>> = {
  text: "a",
  number: 0,
  "yes/no": true,
  date: 0,
  time: 0,
  datetime: 0,
  duration: 0,
  point: "0.000000, 0.000000",
};

function rangeOf(
  { operator }: OperatorRule,
  constant: Value,
  constantIs: "left" | "right",
): Bounds | undefined {
  const own = constantIs === "left" ? (MIRRORED[operator] ?? operator) : operator;
  return typeof constant === "number" ? boundsOf(own, constant) : undefined;
}

function endsOf({ low, high, outside }: Bounds): readonly number[] {
  const inside = low < high ? [low, high] : [];
  return outside ? inverted(inside) : inside;
}

/** The values that are equal to a constant; undefined for numbers too large or too small to have neighbours. */
export function setOfEqual(constant: Value, family: Family): ValueSet | undefined {
  if (constant === null) return blankOnly(family);
  if (!isOrdered(family)) return { blank: false, values: listed([constant], family, false) };
  const bounds = boundsOf("=", Number(constant));
  return bounds && { blank: false, values: ranges(endsOf(bounds)) };
}

/** Every value that is not in the set. */
export function complement({ blank, values }: ValueSet): ValueSet {
  if (values.kind === "ranges") return { blank: !blank, values: ranges(inverted(values.ends)) };
  return { blank: !blank, values: { ...values, isComplement: !values.isComplement } };
}

function inverted(ends: readonly number[]): readonly number[] {
  const first = ends[0] === LEAST ? ends.slice(1) : [LEAST, ...ends];
  return first.at(-1) === GREATEST ? first.slice(0, -1) : [...first, GREATEST];
}

/** The values that both sets of one variable have. */
export function intersection(one: ValueSet, other: ValueSet): ValueSet {
  const blank = one.blank && other.blank;
  if (one.values.kind === "ranges" && other.values.kind === "ranges")
    return { blank, values: ranges(commonRanges(one.values.ends, other.values.ends)) };
  return { blank, values: commonListed(one.values as Listed, other.values as Listed) };
}

/** The values that at least one of two sets of one variable has. */
export function union(one: ValueSet, other: ValueSet): ValueSet {
  return complement(intersection(complement(one), complement(other)));
}

export function isEmptySet({ blank, values }: ValueSet): boolean {
  if (blank) return false;
  if (values.kind === "ranges") return values.ends.length === 0;
  const { members, isComplement } = values;
  // There are only two truth values.
  return isComplement ? members.has(true) && members.has(false) : members.size === 0;
}

/** Whether a value of a family is in a set. */
export function includesValue({ blank, values }: ValueSet, value: Value, family: Family): boolean {
  if (value === null || (Array.isArray(value) && value.length === 0)) return blank;
  if (values.kind === "listed") return values.members.has(hashOf(value, family)) !== values.isComplement;
  const number = Number(value);
  return values.ends.findIndex((end) => number < end) % 2 === 1;
}

/** What two lists of disjoint ranges, each from its first number up to but without its last, have in common. */
export function commonRanges(one: readonly number[], other: readonly number[]): readonly number[] {
  const ends: number[] = [];
  for (let at = 0, from = 0; at < one.length && from < other.length; ) {
    const high = one[at + 1] as number;
    const otherHigh = other[from + 1] as number;
    const low = Math.max(one[at] as number, other[from] as number);
    if (low < Math.min(high, otherHigh)) ends.push(low, Math.min(high, otherHigh));
    if (high < otherHigh) at += 2;
    else from += 2;
  }
  return ends;
}

function commonListed(one: Listed, other: Listed): Listed {
  if (one.isComplement && other.isComplement)
    return { kind: "listed", members: new Map([...one.members, ...other.members]), isComplement: true };
  const [these, those] = one.isComplement ? [other, one] : [one, other];
  const members = [...these.members].filter(([hash]) => those.members.has(hash) !== those.isComplement);
  return { kind: "listed", members: new Map(members), isComplement: false };
}
