import {
  type CheckedExpression,
  isAlwaysTrue,
  mayFail,
  type RequestContext,
} from "../../expression/parts.ts";
import { filterReads, type StrictRead } from "../../expression/plan/filter-reads.ts";
import type { AppDefinition } from "../../schema/index.ts";
import type { FindPlan, RowSecurity } from "../../storage/index.ts";
import { BatchLoadedTables, type StrictColumns } from "../batch-loading/batch-loaded-tables.ts";
import type { Call } from "../calls/call.ts";

/** The security filter that may hide rows of a table from the caller. */
export function filterOf(call: Call, table: string): CheckedExpression | undefined {
  const filter = call.app.tables.get(table)?.securityFilter;
  if (filter === undefined) return undefined;
  const existing = filtersOf.get(call) ?? new Map<string, CheckedExpression | undefined>();
  filtersOf.set(call, existing);
  if (!existing.has(table)) existing.set(table, isAlwaysTrue(filter, call.filtering) ? undefined : filter);
  return existing.get(table);
}

const filtersOf = new WeakMap<Call, Map<string, CheckedExpression | undefined>>();

/**
 * All rows of all tables, for security filters. A value that cannot be read, and of which a blank might show more rows, throws, so
 * that the row is hidden.
 */
export function unfilteredTables({ tables }: AppDefinition, user: RequestContext["user"]): BatchLoadedTables {
  return new BatchLoadedTables(tables, strictColumns(tables, user));
}

function strictColumns(tables: AppDefinition["tables"], user: RequestContext["user"]): StrictColumns {
  const strict = new Map<string, Map<number, StrictRead>>();
  for (const { securityFilter } of tables.values()) {
    if (securityFilter === undefined) continue;
    for (const [table, columns] of filterReads(securityFilter, user).others) {
      if (tables.get(table)?.source === undefined) continue;
      const known = strict.get(table) ?? new Map<number, StrictRead>();
      strict.set(table, known);
      for (const [at, read] of columns) if (!known.get(at)?.byMissing) known.set(at, read);
    }
  }
  return strict;
}

/** Whether nothing that is recorded is hidden from the caller: no table that they may not name, and no row. */
export function seesAllChanges(call: Call): boolean {
  const { app, nameable } = call;
  if (nameable !== undefined) return false;
  return [...app.tables.values()].every(
    ({ name, history }) => history === undefined || filterOf(call, name) === undefined,
  );
}

/** What a caller may see, with a budget for one search that its filters alone spend. */
export function rowSecurityOf(call: Call): RowSecurity {
  return { filterOf: (table) => filterOf(call, table), filtering: withOwnBudget(call.filtering) };
}

/**
 * What a store is asked of a plan for a table with a security filter. A filter that may fail on a hidden row is asked
 * for alone: its failing would otherwise decide who evaluates the rest, and so what the caller spends.
 */
export function behindFilter(
  plan: FindPlan,
  rowFilter: CheckedExpression,
  rowSecurity: RowSecurity,
): FindPlan {
  return { ...(mayFail(rowFilter) ? rowsOnly(plan, rowFilter) : plan), rowFilter, rowSecurity };
}

/**
 * The part of a plan that leaves every condition, the order and the limit to the engine. Only a filter that reads its own
 * row alone costs too little on a hidden row to tell whether there is one among the rows of a value.
 */
export function rowsOnly({ table, context, inList }: FindPlan, rowFilter: CheckedExpression): FindPlan {
  const plan = { table, conditions: [], order: [], context };
  return inList === undefined || readsOtherTables(rowFilter) ? plan : { ...plan, inList };
}

export function readsOtherTables({ references }: CheckedExpression): boolean {
  return references.tables.size > 0;
}

/** The same with a budget of its own; of the rest nothing is read. */
export function withOwnBudget(context: RequestContext): RequestContext {
  return Object.assign(Object.create(context), { meter: context.meter.beside() });
}
