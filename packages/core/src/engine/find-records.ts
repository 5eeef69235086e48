import { type Diagnostic, diagnose } from "../diagnostics/index.ts";
import { type CheckedExpression, isKeyOf, type Node } from "../expression/parts.ts";
import { batchOf, type Row, type RowBatches, type RowReader, type Store } from "../storage/index.ts";
import { jsonRowsOf } from "./answers/answered-rows.ts";
import type { Call } from "./calls/call.ts";
import type { EngineRequest } from "./calls/request.ts";
import { type Result, rejected } from "./calls/result.ts";
import { answerPage, answerRows } from "./find/answer-found.ts";
import { isRefTo } from "./find/check-selector.ts";
import { findByEvaluating, findByPlan } from "./find/find-by-plan.ts";
import { pageOrder } from "./find/page-order.ts";
import { planRead, type ReadPlan, type RowsOfKeys, readPlanned } from "./find/read-plan.ts";
import { compareKeys } from "./keys/key-from.ts";

/** Find: by Selector in the order of its list, by keys in table order, or all rows. A key without a row is left out. */
export async function findRecords(
  begun: Call,
  store: Pick<Store, "read">,
  request: EngineRequest,
): Promise<Result> {
  const { output: plan, diagnostics } = await planRead(begun, request);
  if (plan === undefined) return rejected(diagnostics);
  const { call, selector } = plan;
  const result = await readPlanned(plan, store, (call, rows) => answerPlan(call, rows, plan), rejected);
  if (!result.ok || selector === undefined || jsonRowsOf(result).count > 0) return result;
  return { ...result, warnings: [...result.warnings, ...otherValues(call, selector)] };
}

/** Answers a plan from what a reader gives. */
export async function answerPlan(
  call: Call,
  transaction: RowReader,
  { strategy, selector }: ReadPlan,
): Promise<Result> {
  if (strategy.shape === "keys") return answerKeys(call, transaction, strategy);
  if (strategy.shape === "evaluated")
    return findByEvaluating(call, transaction, strategy.selector, undefined);
  const planned = await findByPlan(call, transaction, strategy);
  if (planned !== undefined) return planned;
  const { pageOrder: order } = strategy;
  return selector === undefined
    ? answerPage(call, transaction, await everyRow(call, transaction), order)
    : findByEvaluating(call, transaction, selector, order);
}

async function answerKeys(call: Call, transaction: RowReader, { rows }: RowsOfKeys): Promise<Result> {
  const { table } = call;
  const matches = await transaction.getByKeys(
    table.name,
    rows.map(({ key }) => key),
  );
  const found = inTableOrder(call, matches);
  if (call.answer.page === undefined) return answerRows(call, transaction, found);
  return answerPage(call, transaction, batchOf(found), pageOrder(call.app, table, []));
}

function inTableOrder({ table }: Call, matches: readonly (Row | undefined)[]): readonly Row[] {
  const { rowNumberIndex } = table.scope;
  if (matches.length === 1) return matches[0] === undefined ? [] : [matches[0]];
  const once = new Set(matches.filter((row) => row !== undefined));
  if (table.source !== undefined) return [...once].sort((a, b) => compareKeys(table, a, b));
  return [...once].sort((a, b) => Number(a[rowNumberIndex]) - Number(b[rowNumberIndex]));
}

async function everyRow({ table, read: { context } }: Call, transaction: RowReader): Promise<RowBatches> {
  return (await transaction.find({ table: table.name, conditions: [], order: [], context })).batches;
}

/**
 * Why a Selector named no row, where its list can hardly hold keys of the call's table: Refs to another table, or values of
 * a column of the table itself that is not its key.
 */
function otherValues(call: Call, { root }: CheckedExpression): Diagnostic[] {
  const selected = selectedFirst(root);
  if (selected === undefined) return [];
  const { field, table, slot } = selected;
  if (isKeyOf(field, slot, table) || isRefTo(call.table, field.type) || field.op !== "column") return [];
  if (table.name !== call.table.name && field.type.kind !== "Ref") return [];
  const details = {
    column: field.name,
    table: (call.slice ?? call.table).name,
    key: call.table.key.map(({ name }) => `[${name}]`).join(", "),
  };
  return [diagnose("selector/other-values", details, { start: root.start, end: root.end })];
}

/** What is added to a list or taken from it does not change what the list is of. */
function selectedFirst(root: Node): Extract<Node, { readonly op: "select" }> | undefined {
  if (root.op === "binary") return selectedFirst(root.left);
  return root.op === "select" ? root : undefined;
}
