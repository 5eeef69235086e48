import type { Rules } from "@tablewright/client";

/** That columns or rules of a table read or change rows of another one. */
export interface Relation {
  readonly from: string;
  readonly to: string;
  readonly kind: "reads" | "changes";
}

/** One for each pair of tables and kind. A column that reads a table by a Ref to it says no more than the Ref. */
export function relationsOf({ rules, formulas }: Rules, hasRef: (from: string, to: string) => boolean) {
  const relations = new Map<string, Relation>();
  const add = (kind: Relation["kind"], from: string, tables: readonly string[]) => {
    for (const to of tables) {
      if (to === from || (kind === "reads" && hasRef(from, to))) continue;
      relations.set(JSON.stringify([kind, from, to]), { kind, from, to });
    }
  };
  for (const { table, reads } of formulas) add("reads", table, reads);
  for (const { table, reads, steps } of rules) {
    add("reads", table, reads);
    for (const step of steps)
      if (step.kind === "action") {
        add("reads", table, step.reads);
        add("changes", table, step.writes);
      }
  }
  return [...relations.values()];
}
