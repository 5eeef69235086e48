import type { AppDefinition } from "../../schema/index.ts";
import { isNameable } from "../access/nameable.ts";
import type { Nameable } from "../calls/request.ts";
import { findTarget } from "../find/find-target.ts";
import { type DecisionSchema, describeAppDecisions } from "./describe-decisions.ts";
import { describeTable, type TableSchema } from "./describe-table.ts";

/** An application as callers may know it, in JSON; nothing of its access keys, filters and rules. */
export interface AppSchema {
  readonly id: string;
  readonly name: string;
  /** What a call that names none has. */
  readonly locale: string;
  /** IANA or Windows name, as declared. */
  readonly timezone: string;
  /** In the definition's order, as are the slices. */
  readonly tables: readonly TableSchema[];
  readonly slices: readonly TableSchema[];
  readonly decisions: readonly DecisionSchema[];
}

/** The application as far as a caller may name it; without a caller all of it. */
export function describeApp(app: AppDefinition, nameable?: Nameable): AppSchema {
  const { id, name, locale, timezone } = app;
  const isOwn = (one: { readonly name: string }) => isNameable({ nameable }, one.name);
  const tables = [...app.tables.values()]
    .filter(isOwn)
    .map((table) => describeTable(app, { table, slice: undefined }, nameable));
  const slices = [...app.slices.values()]
    .filter(isOwn)
    .map((slice) => describeTable(app, { table: slice.table, slice }, nameable));
  const decisions = describeAppDecisions(app, nameable);
  return { id, name, locale, timezone, tables, slices, decisions };
}

/** The table or slice of a name in the same way; undefined when there is none of the name. */
export function describeNamed(
  app: AppDefinition,
  name: string,
  nameable?: Nameable,
): TableSchema | undefined {
  const target = findTarget(app, name, nameable).output;
  return target && describeTable(app, target, nameable);
}
