import { type Type, valueFamilyOf } from "../../expression/parts.ts";
import type { RowGroup } from "../../storage/index.ts";
import { compareValues, hashOf, type Value } from "../../values/index.ts";
import type { Tally } from "./summary-functions.ts";
import type { SummaryPlan } from "./summary-plan.ts";

/** Rows with equal values in all columns of "By". */
export interface Group {
  /** Of values that are equal and differ, such as "a" and "A", the first in code points. */
  readonly by: Value[];
  rows: number;
  /** One for each value of the summary; undefined for COUNT. */
  readonly tallies: readonly (Tally | undefined)[];
}

/** The groups of rows: of each row no more is held than what it adds to its group. */
export class Groups {
  readonly #plan: SummaryPlan;
  readonly #groups = new Map<string, Group>();

  constructor(plan: SummaryPlan) {
    this.#plan = plan;
    if (plan.by.length === 0) this.#groupOf([]);
  }

  get all(): readonly Group[] {
    return [...this.#groups.values()];
  }

  /** The group of a row with these values in the columns of "By"; undefined for one group too many. */
  add(by: readonly Value[], values: readonly Value[]): Group | undefined {
    const group = this.#named(by);
    if (group === undefined) return undefined;
    group.rows++;
    for (const [at, tally] of group.tallies.entries()) tally?.add(values[at] ?? null);
    return group;
  }

  /** The same for rows that a store has grouped. */
  addGroup({ by, rows, folded }: RowGroup): Group | undefined {
    const group = this.#named(by);
    if (group === undefined) return undefined;
    group.rows += rows;
    let next = 0;
    for (const [at, tally] of group.tallies.entries()) {
      const folds = this.#plan.values[at]?.fold?.folds.length ?? 0;
      tally?.addFolded(folded.slice(next, next + folds));
      next += folds;
    }
    return group;
  }

  /** The group of these values, under the first of those that are equal. */
  #named(by: readonly Value[]): Group | undefined {
    const group = this.#groupOf(by);
    if (group === undefined) return undefined;
    for (const [at, value] of by.entries()) {
      if (value !== group.by[at] && isBefore(value, group.by[at] ?? null)) group.by[at] = value;
    }
    return group;
  }

  #groupOf(by: readonly Value[]): Group | undefined {
    const { by: columns, values, mostGroups } = this.#plan;
    const hash = JSON.stringify(by.map((value, at) => hashOf(value, familyAt(columns, at))));
    const existing = this.#groups.get(hash);
    if (existing !== undefined) return existing;
    if (this.#groups.size >= mostGroups) return undefined;
    const tallies = values.map(({ fold, column }) => fold?.begin(column.type));
    const group: Group = { by: [...by], rows: 0, tallies };
    this.#groups.set(hash, group);
    return group;
  }
}

/** The order of groups: by their values in the order of the language, blanks first. */
export function compareGroups({ by: columns }: SummaryPlan): (one: Group, other: Group) => number {
  return (one, other) => {
    for (const [at, value] of one.by.entries()) {
      const order = compareValues(value, other.by[at] ?? null, familyAt(columns, at));
      if (order !== 0) return order;
    }
    return 0;
  };
}

function familyAt(columns: readonly { readonly type: Type }[], at: number) {
  return valueFamilyOf((columns[at] as { readonly type: Type }).type);
}

/** The order of two values that are equal, so that which one is shown does not depend on the order of rows. */
function isBefore(value: Value, other: Value): boolean {
  if (typeof value === "number") return value < Number(other);
  return JSON.stringify(value) < JSON.stringify(other);
}
