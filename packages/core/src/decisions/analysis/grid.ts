import { boundsOf, isOrdered } from "../../expression/parts.ts";
import {
  addDecimals,
  type Family,
  hashOf,
  multiplyDecimals,
  toCanonical,
  type Value,
} from "../../values/index.ts";
import type { ValueBox } from "./boxes.ts";
import { commonRanges, type Listed, type ValueSet } from "./value-set.ts";
import type { Domain, Variable } from "./variables.ts";

/**
 * Atoms of one variable, by their positions from `from` up to but without `to`: `[from, to, from, to, …]`, ascending and apart.
 * An atom is a part of the domain whose values no condition distinguishes.
 */
export type Spans = readonly number[];

/** A box on a grid: the spans of the variables that it limits, by their positions; undefined where it takes every atom. */
export type Cell = readonly (Spans | undefined)[];

interface Atom {
  /** One of its values; undefined where none could be named. */
  readonly value: Value | undefined;
  readonly isBlank: boolean;
}

/** The domains of some variables, cut into atoms by the values that boxes name. */
export class Grid {
  readonly #axes: readonly Axis[];

  constructor(variables: readonly Variable[], boxes: Iterable<ValueBox>) {
    const sets = variables.map((): ValueSet[] => []);
    for (const box of boxes) for (const [variable, set] of box) sets[variable]?.push(set);
    this.#axes = variables.map((variable, index) => axisOf(variable, sets[index] ?? []));
  }

  /** All atoms of a variable. */
  all(variable: number): Spans {
    const count = this.#axes[variable]?.atoms.length ?? 0;
    return count === 0 ? [] : [0, count];
  }

  /** A value of an atom, if one could be named. */
  valueOf(variable: number, atom: number): Value | undefined {
    return this.#axes[variable]?.atoms[atom]?.value;
  }

  /** A box on the grid; undefined where nothing in the domains meets it. */
  cellOf(box: ValueBox): Cell | undefined {
    const cell: (Spans | undefined)[] = this.#axes.map(() => undefined);
    for (const [variable, set] of box) {
      const axis = this.#axes[variable] as Axis;
      const spans = axis.spansOf(set);
      if (spans.length === 0) return undefined;
      const isWhole = spans[0] === 0 && spans[1] === axis.atoms.length;
      cell[variable] = isWhole ? undefined : spans;
    }
    return cell;
  }

  /** Whether some variable has no value at all, so that there are no facts. */
  get hasNoPoint(): boolean {
    return this.#axes.some(({ atoms }) => atoms.length === 0);
  }
}

interface Axis {
  readonly atoms: readonly Atom[];
  spansOf(set: ValueSet): Spans;
}

/** Blank is the last atom, so that examples have it only where nothing else will do. */
function axisOf({ family, domain }: Variable, sets: readonly ValueSet[]): Axis {
  const filled = isOrdered(family) ? orderedAtoms(domain, sets) : listedAtoms(family, domain, sets);
  const canBeBlank = domain.blank !== false;
  const blank: Atom = { value: family === "list" ? [] : null, isBlank: true };
  const atoms = canBeBlank ? [...filled.atoms, blank] : filled.atoms;
  return {
    atoms,
    spansOf: (set) => {
      const spans = [...filled.spansOf(set)];
      if (!set.blank || !canBeBlank) return spans;
      const last = filled.atoms.length;
      return spans.at(-1) === last ? [...spans.slice(0, -1), last + 1] : [...spans, last, last + 1];
    },
  };
}

/** Every range between two neighbouring ends that holds a number of the domain. */
function orderedAtoms(domain: Domain, sets: readonly ValueSet[]): Axis {
  const low = domain.min === undefined ? -Number.MAX_VALUE : (boundsOf(">=", domain.min)?.low ?? domain.min);
  const high = domain.max === undefined ? Infinity : (boundsOf("<=", domain.max)?.high ?? domain.max);
  const ends = new Set([low, high]);
  for (const { values } of sets)
    if (values.kind === "ranges") for (const end of values.ends) if (end > low && end < high) ends.add(end);
  const cuts = [...ends].sort((a, b) => a - b);
  const found: { readonly from: number; readonly value: number | undefined }[] = [];
  if (domain.values === undefined)
    for (const [index, from] of cuts.entries()) {
      const to = cuts[index + 1];
      const value = to === undefined ? undefined : numberIn(from, to, domain);
      if (value !== undefined && to !== undefined) found.push({ from, value });
    }
  else
    for (const value of domain.values.map(Number).sort((a, b) => a - b))
      if (value >= low && value < high) found.push({ from: value, value });
  /** The first atom that begins at a number or after it. */
  const firstFrom = (number: number): number => {
    let first = 0;
    let after = found.length;
    while (first < after) {
      const middle = (first + after) >> 1;
      if ((found[middle]?.from ?? 0) < number) first = middle + 1;
      else after = middle;
    }
    return first;
  };
  return {
    atoms: found.map(({ value }) => ({ value, isBlank: false })),
    spansOf: ({ values }) => {
      const spans: number[] = [];
      if (values.kind === "listed") return spans;
      for (let at = 0; at < values.ends.length; at += 2) {
        const from = firstFrom(values.ends[at] as number);
        const to = firstFrom(values.ends[at + 1] as number);
        if (from >= to) continue;
        if (spans.at(-1) === from) spans[spans.length - 1] = to;
        else spans.push(from, to);
      }
      return spans;
    },
  };
}

/** The values that conditions name, and one for all others where there are any. */
function listedAtoms(family: Family, domain: Domain, sets: readonly ValueSet[]): Axis {
  const named = new Map<ReturnType<typeof hashOf>, Value>();
  const values = family === "yes/no" ? [true, false] : domain.values;
  if (values === undefined)
    for (const { values: own } of sets)
      if (own.kind === "listed") for (const [hash, value] of own.members) named.set(hash, value);
  for (const value of values ?? []) named.set(hashOf(value, family), value);
  const positions = new Map([...named.keys()].map((hash, at) => [hash, at]));
  const atoms: Atom[] = [...named.values()].map((value) => ({ value, isBlank: false }));
  const isOpen = values === undefined;
  if (isOpen) atoms.push({ value: otherThan(named, family, domain), isBlank: false });
  return {
    atoms,
    spansOf: ({ values: set }) => {
      const { members, isComplement } = set as Listed;
      const listed = [...members.keys()].flatMap((hash) => positions.get(hash) ?? []).sort((a, b) => a - b);
      return isComplement ? spansAround(listed, atoms.length) : spansAt(listed);
    },
  };
}

/** The spans that ascending positions make. */
function spansAt(positions: readonly number[]): Spans {
  const spans: number[] = [];
  for (const at of positions)
    if (spans.at(-1) === at) spans[spans.length - 1] = at + 1;
    else spans.push(at, at + 1);
  return spans;
}

/** The spans between ascending positions, up to but without `count`. */
function spansAround(positions: readonly number[], count: number): Spans {
  const spans: number[] = [];
  let from = 0;
  for (const at of [...positions, count]) {
    if (from < at) spans.push(from, at);
    from = at + 1;
  }
  return spans;
}

function otherThan(
  named: ReadonlyMap<unknown, Value>,
  family: Family,
  { samples }: Domain,
): Value | undefined {
  const isNew = (value: Value) => !named.has(hashOf(value, family));
  if (samples !== undefined) return samples.find(isNew);
  if (family !== "text") return undefined;
  for (let count = 1; ; count++) {
    const text = count === 1 ? "other" : `other ${count}`;
    if (isNew(text)) return text;
  }
}

/** A number of the domain from `low` up to but without `high`, the simplest there is; undefined where there is none. */
function numberIn(low: number, high: number, { step, min = 0 }: Domain): number | undefined {
  const fits = (value: number) => value >= low && value < high && toCanonical(value) === value;
  if (step !== undefined) {
    const base = low === -Number.MAX_VALUE ? (high === Infinity ? min : high - step) : low;
    const steps = Math.ceil((base - min) / step);
    for (const count of [steps - 1, steps, steps + 1, steps - 2]) {
      const value = addDecimals(min, multiplyDecimals(count, step));
      if (value !== null && fits(value)) return value;
    }
    return undefined;
  }
  if (low === -Number.MAX_VALUE)
    return high === Infinity ? 0 : simplest(high - Math.abs(high) - 2, high, fits);
  if (high === Infinity) return simplest(low, low + Math.abs(low) + 2, fits);
  return simplest(low, high, fits);
}

/** With as few digits as it can have. */
function simplest(low: number, high: number, fits: (value: number) => boolean): number | undefined {
  for (let digits = 0; digits <= 15; digits++) {
    const unit = 10 ** digits;
    for (const value of [Math.ceil(low * unit) / unit, Math.ceil((low + (high - low) / 2) * unit) / unit])
      if (fits(value)) return value;
  }
  return [toCanonical(low), low, low + (high - low) / 2].find(fits);
}

/** Whether two cells have a point in common. */
export function cellsMeet(one: Cell, other: Cell): boolean {
  for (let variable = 0; variable < one.length; variable++) {
    const these = one[variable];
    const those = other[variable];
    if (these !== undefined && those !== undefined && !spansMeet(these, those)) return false;
  }
  return true;
}

function spansMeet(one: Spans, other: Spans): boolean {
  for (let at = 0, from = 0; at < one.length && from < other.length; ) {
    const to = one[at + 1] as number;
    const otherTo = other[from + 1] as number;
    if (Math.max(one[at] as number, other[from] as number) < Math.min(to, otherTo)) return true;
    if (to < otherTo) at += 2;
    else from += 2;
  }
  return false;
}

/** The points of both cells, which meet. */
export function commonCell(one: Cell, other: Cell): Cell {
  return one.map((these, variable) => {
    const those = other[variable];
    return these === undefined ? those : those === undefined ? these : commonRanges(these, those);
  });
}
