import type { AppDefinition } from "../../schema/index.ts";
import { isNameable } from "../access/nameable.ts";
import type { Nameable } from "../calls/request.ts";
import { findTarget } from "../find/find-target.ts";
import { type DescribedDecision, describeAppDecisions } from "./describe-decisions.ts";
import { type DescribedTable, describeTable } from "./describe-table.ts";

/** An application as callers may know it, in JSON; nothing of its access keys, filters and rules. */
export interface AppSchema {
  readonly id: string;
  readonly name: string;
  /** What a call that names none has. */
  readonly locale: string;
  /** IANA or Windows name, as declared. */
  readonly timezone: string;
  /** In the definition's order, as are the slices. */
  readonly tables: readonly DescribedTable[];
  readonly slices: readonly DescribedTable[];
  readonly decisions: readonly DescribedDecision[];
  /** Those of the definition, which expressions of callers may call. */
  readonly functions: readonly FunctionSchema[];
}

/** A function as callers may know it: its types as the definition writes them. */
export interface FunctionSchema {
  readonly name: string;
  readonly description?: string;
  readonly parameters: readonly { readonly name: string; readonly type: string }[];
  readonly result: string;
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
  const functions = describeFunctions(app, nameable);
  return { id, name, locale, timezone, tables, slices, decisions, functions };
}

/** One that reads tables out of reach is not there for a caller. */
function describeFunctions(
  { ownFunctions, scope }: AppDefinition,
  nameable: Nameable | undefined,
): readonly FunctionSchema[] {
  const isOwn = ({ name }: { readonly name: string }) =>
    [...(scope.functions.get(name)?.tables?.() ?? [])].every((table) => nameable?.table(table) ?? true);
  return ownFunctions.filter(isOwn).map(({ name, description, parameters, result }) => ({
    name,
    ...(description === undefined ? {} : { description }),
    parameters,
    result,
  }));
}

/** The table or slice of a name in the same way; undefined when there is none of the name. */
export function describeNamed(
  app: AppDefinition,
  name: string,
  nameable?: Nameable,
): DescribedTable | undefined {
  const target = findTarget(app, name, nameable).output;
  return target && describeTable(app, target, nameable);
}
