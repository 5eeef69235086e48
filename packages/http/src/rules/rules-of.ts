import type { Engine } from "@tablewright/core";
import { type ActionTables, tablesOfAction } from "./tables-of-action.ts";
import { tablesRead } from "./tables-read.ts";

type App = Engine["app"];
type Rule = App["rules"] extends ReadonlyMap<string, infer R> ? R : never;

/** A workflow rule as keys that see the outbox may know it: what it hears of, which tables it reads, and what it does. */
interface WrittenRule {
  readonly rule: string;
  readonly table: string;
  /** The slice of the table that it watches instead of all rows. */
  readonly slice?: string;
  /** `add`, `edit` and `delete`; empty where a schedule says when it runs. */
  readonly on: readonly string[];
  /** The tables that its condition reads beside its row. */
  readonly reads: readonly string[];
  readonly steps: readonly WrittenStep[];
}

type WrittenStep =
  | ({ readonly kind: "action"; readonly action: string } & ActionTables)
  | { readonly kind: "webhook" | "email" };

/** The rules of an application, in the definition's order. */
export function rulesOf(app: App): readonly WrittenRule[] {
  return [...app.rules.values()].map(({ name: rule, table, slice, on, condition, steps }) => ({
    rule,
    table: table.name,
    ...(slice === undefined ? {} : { slice: slice.name }),
    on: [...on],
    reads: tablesRead([condition]),
    steps: steps.map((step) => writeStep(app, step)),
  }));
}

function writeStep(app: App, step: Rule["steps"][number]): WrittenStep {
  if (step.kind !== "action") return { kind: step.kind };
  return { kind: "action", action: step.action, ...tablesOfAction(app, step.action) };
}
