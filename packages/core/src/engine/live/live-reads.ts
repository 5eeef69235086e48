import { anyNode, type CheckedExpression, isNondeterministic, type Node } from "../../expression/parts.ts";
import type { ColumnDefinition, TableDefinition } from "../../schema/index.ts";
import { nameableColumns, shownColumns } from "../access/nameable.ts";
import type { ExpandedColumn } from "../calls/call.ts";
import type { ReadPlan } from "../find/read-plan.ts";

/** What decides the answer of a Find, besides the rows of its table. */
export interface LiveReads {
  /** The tables that expressions read, also those of security filters; the own table only if rows are compared with others. */
  readonly tables: ReadonlySet<string>;
  /** Whether each row is judged without the others, so that only changed rows need to be looked at. */
  readonly isByRow: boolean;
  /** Whether the answer changes with time, or by what no journal records. */
  readonly isTimed: boolean;
  /** Whether it depends on who calls. */
  readonly isOfCaller: boolean;
}

export function liveReadsOf(plan: ReadPlan): LiveReads {
  const { call, strategy } = plan;
  const { app, table } = call;
  const tables = new Set<string>();
  let [clock, isOfCaller] = [false, false];
  const waiting = [...expressionsOf(plan), ...rightsTo(table)];
  const reach = (name: string) => {
    if (tables.has(name)) return;
    tables.add(name);
    const other = app.tables.get(name);
    if (other !== undefined && other !== table) for (const one of rightsTo(other)) waiting.push(one);
  };
  for (const one of expandedIn(call.answer.expanded)) reach(one.table.name);
  for (const expression of waiting) {
    for (const name of expression.references.tables) reach(name);
    clock ||= anyNode(expression, (node) => isNondeterministic(node) || readsOfRequest(node) === "clock");
    isOfCaller ||= anyNode(expression, (node) => readsOfRequest(node) === "caller");
  }
  const isUnrecorded = (name: string) => {
    const { history, source } = app.tables.get(name) ?? {};
    return history === undefined || source !== undefined;
  };
  const isPlanned = strategy.shape === "plan" && strategy.limit === undefined;
  // The numbers of rows close up when one is deleted.
  const isNumbered = waiting.some(({ references }) => references.columns.has("_RowNumber"));
  return {
    tables,
    isByRow: isPlanned && !isNumbered && !call.answer.shown?.rowNumber && !tables.has(table.name),
    isTimed: clock || [table.name, ...tables].some(isUnrecorded),
    isOfCaller,
  };
}

/** What decides which rows and cells of a table a caller reads, also where they read none of the cells now. */
function rightsTo({ securityFilter, columns }: TableDefinition): readonly CheckedExpression[] {
  return [securityFilter, ...columns.map(({ readIf }) => readIf)].filter((one) => one !== undefined);
}

/** What a node reads of a request that changes by itself between requests. */
function readsOfRequest(node: Node): "clock" | "caller" | undefined {
  if (node.op === "parameter") return node.from === "settings" ? "caller" : undefined;
  return node.op === "call" ? node.definition.reads : undefined;
}

/** All that is evaluated to answer the Find. */
function expressionsOf({ call, strategy, selector }: ReadPlan): readonly CheckedExpression[] {
  const { slice, answer } = call;
  const conditions =
    strategy.shape === "plan"
      ? [...strategy.conditions, ...strategy.order.map(({ expression }) => expression)]
      : [];
  const whole = strategy.shape === "plan" && strategy.limit === undefined ? undefined : selector;
  const filters = [whole, slice?.filter].filter((one) => one !== undefined);
  const expanded = expandedIn(answer.expanded).flatMap(
    (one) => one.shown?.columns ?? nameableColumns(call.caller, one.table),
  );
  const columns = [...shownColumns(call).columns, ...expanded];
  return [...conditions, ...filters, ...columns.flatMap((column) => rulesOf(column, answer.forms))];
}

function rulesOf(
  { isVirtual, formula, showIf, editableIf, writeIf }: ColumnDefinition,
  forms: boolean,
): readonly CheckedExpression[] {
  const rules = [isVirtual ? formula : undefined, ...(forms ? [showIf, editableIf, ...writeIf] : [])];
  return rules.filter((rule) => rule !== undefined);
}

function expandedIn(expanded: readonly ExpandedColumn[] = []): readonly ExpandedColumn[] {
  return expanded.flatMap((one) => [one, ...expandedIn(one.below)]);
}
