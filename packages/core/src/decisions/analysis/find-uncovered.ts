import { type Cell, cellsMeet, type Grid, type Spans } from "./grid.ts";
import { commonRanges } from "./value-set.ts";

/** What a search may spend: spans it looks at. */
export interface Effort {
  left: number;
}

/**
 * The part of a region of a grid that no cover takes, as a cell every point of which is uncovered; `covered` where there is none,
 * `unknown` where finding out takes more than the effort allows.
 */
export function findUncovered(
  grid: Grid,
  region: Cell,
  covers: readonly Cell[],
  effort: Effort,
): Cell | "covered" | "unknown" {
  const relevant = covers.filter((cover) => cellsMeet(cover, region));
  return new Search(grid, region, relevant, effort).from(
    relevant.map((_, index) => index),
    region.map(() => undefined),
  );
}

/**
 * Fixes one variable after the other. Its atoms fall into groups that the same covers take; a group is searched on with these only, the
 * one of which they take the least first: where that is less than all of it, there is an uncovered point. A set of covers that has
 * been searched behind the same variables is not searched again.
 */
class Search {
  readonly #grid: Grid;
  readonly #region: Cell;
  readonly #covers: readonly Cell[];
  readonly #effort: Effort;
  /** Which share of the atoms of each variable in the region each cover takes. */
  readonly #shares: readonly (readonly number[])[];
  readonly #covered = new Set<string>();

  constructor(grid: Grid, region: Cell, covers: readonly Cell[], effort: Effort) {
    this.#grid = grid;
    this.#region = region;
    this.#covers = covers;
    this.#effort = effort;
    const widths = region.map((spans, variable) => widthOf(spans ?? grid.all(variable)));
    this.#shares = covers.map((cover) =>
      cover.map((spans, variable) => {
        if (spans === undefined) return 1;
        const within = region[variable];
        return widthOf(within === undefined ? spans : commonRanges(spans, within)) / (widths[variable] ?? 1);
      }),
    );
  }

  from(alive: readonly number[], fixed: Cell): Cell | "covered" | "unknown" {
    if (alive.length === 0) return this.#region.map((spans, variable) => fixed[variable] ?? spans);
    if (alive.some((cover) => this.#takesAll(cover, fixed))) return "covered";
    const key = `${fixed.map((spans) => (spans === undefined ? 0 : 1)).join("")}|${alive.join()}`;
    if (this.#covered.has(key)) return "covered";
    const variable = this.#mostLimited(alive, fixed);
    this.#effort.left -= alive.length;
    let isUnknown = false;
    for (const { spans, covers } of this.#groupsOf(variable, alive, fixed)) {
      if (this.#effort.left <= 0) return "unknown";
      const next = [...fixed];
      next[variable] = spans;
      const result = this.from(covers, next);
      if (typeof result !== "string") return result;
      if (result === "unknown") isUnknown = true;
    }
    if (isUnknown) return "unknown";
    this.#covered.add(key);
    return "covered";
  }

  /** Whether a cover limits no variable that is still open. */
  #takesAll(cover: number, fixed: Cell): boolean {
    const cell = this.#covers[cover] as Cell;
    for (let variable = 0; variable < cell.length; variable++)
      if (fixed[variable] === undefined && cell[variable] !== undefined) return false;
    return true;
  }

  #mostLimited(alive: readonly number[], fixed: Cell): number {
    const counts = this.#region.map(() => 0);
    for (const cover of alive) {
      const cell = this.#covers[cover] as Cell;
      for (let variable = 0; variable < cell.length; variable++)
        if (cell[variable] !== undefined && fixed[variable] === undefined)
          counts[variable] = (counts[variable] ?? 0) + 1;
    }
    return counts.reduce((most, count, variable) => (count > (counts[most] ?? 0) ? variable : most), 0);
  }

  /** Those of which their covers take the least first. */
  #groupsOf(variable: number, alive: readonly number[], fixed: Cell): readonly Group[] {
    const within = this.#region[variable] ?? this.#grid.all(variable);
    const begins = new Map<number, number[]>();
    const stops = new Map<number, number[]>();
    const cuts = new Set(within);
    for (const cover of alive) {
      const own = this.#covers[cover]?.[variable];
      const spans = own === undefined ? within : commonRanges(own, within);
      this.#effort.left -= spans.length;
      for (let at = 0; at < spans.length; at += 2) {
        addTo(begins, spans[at] as number, cover);
        addTo(stops, spans[at + 1] as number, cover);
        cuts.add(spans[at] as number).add(spans[at + 1] as number);
      }
    }
    const shareOf = this.#shareBehind(variable, alive, fixed);
    const groups = new Map<string, Group>();
    const open = new Set<number>();
    const ends = [...cuts].sort((a, b) => a - b);
    for (const [index, from] of ends.entries()) {
      for (const cover of stops.get(from) ?? []) open.delete(cover);
      for (const cover of begins.get(from) ?? []) open.add(cover);
      const to = ends[index + 1];
      if (to === undefined || commonRanges(within, [from, to]).length === 0) continue;
      this.#effort.left -= open.size;
      const covers = [...open].sort((a, b) => a - b);
      const key = covers.join();
      const group = groups.get(key);
      if (group !== undefined) group.spans.push(from, to);
      else {
        const share = covers.reduce((sum, cover) => sum + (shareOf.get(cover) ?? 1), 0);
        groups.set(key, { spans: [from, to], covers, share });
      }
    }
    return [...groups.values()].sort((a, b) => a.share - b.share);
  }

  /** The share of the points behind a variable that each cover takes. */
  #shareBehind(variable: number, alive: readonly number[], fixed: Cell): ReadonlyMap<number, number> {
    this.#effort.left -= alive.length;
    return new Map(
      alive.map((cover) => {
        let share = 1;
        for (const [at, own] of (this.#shares[cover] ?? []).entries())
          if (at !== variable && fixed[at] === undefined) share *= own;
        return [cover, share];
      }),
    );
  }
}

interface Group {
  readonly spans: number[];
  readonly covers: readonly number[];
  /** How much of the group the covers take, counted for each by itself. */
  readonly share: number;
}

function widthOf(spans: Spans): number {
  let width = 0;
  for (let at = 0; at < spans.length; at += 2) width += (spans[at + 1] as number) - (spans[at] as number);
  return width;
}

function addTo(lists: Map<number, number[]>, at: number, cover: number): void {
  const list = lists.get(at);
  if (list === undefined) lists.set(at, [cover]);
  else list.push(cover);
}
