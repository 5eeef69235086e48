import { hasErrors } from "../diagnostics/index.ts";
import type { ReadTransaction, Row, Store } from "../storage/index.ts";
import type { Call } from "./call.ts";
import type { EngineRequest } from "./request.ts";
import { type Result, rejected } from "./result.ts";
import { gather } from "./stages/gather.ts";
import { readKeys } from "./stages/read-keys.ts";
import { checkSelector, selectRows } from "./stages/select-rows.ts";
import { writeCells } from "./stages/write-cells.ts";

/** Find: by Selector in the order of its list, by keys in table order, or all rows. A key without a row is left out. */
export async function findRecords(call: Call, store: Store, request: EngineRequest): Promise<Result> {
  const selector = request.properties?.Selector;
  if (selector !== undefined && selector !== null && selector !== "")
    return findBySelector(call, store, selector);
  if (request.rows !== undefined && request.rows.length > 0) return findByKeys(call, store, request);
  return store.read(async (transaction) => answer(call, transaction, await allRows(call, transaction)));
}

async function findBySelector(call: Call, store: Store, selector: unknown): Promise<Result> {
  const checked = checkSelector(call, selector);
  const expression = checked.output;
  if (expression === undefined) return rejected(checked.diagnostics);
  call.warnings.push(...checked.diagnostics);
  return store.read(async (transaction) => {
    await gather(call, transaction, [expression], [call.table.name]);
    const selected = selectRows(call, expression);
    return selected.output === undefined
      ? rejected(selected.diagnostics)
      : answer(call, transaction, selected.output);
  });
}

async function findByKeys(call: Call, store: Store, request: EngineRequest): Promise<Result> {
  const { rows, diagnostics } = readKeys(call, request);
  if (hasErrors(diagnostics)) return rejected(diagnostics);
  return store.read(async (transaction) => {
    const found = await transaction.getByKeys(
      call.table.name,
      rows.map(({ key }) => key),
    );
    return answer(call, transaction, inTableOrder(call, found));
  });
}

function inTableOrder({ table }: Call, found: readonly (Row | undefined)[]): readonly Row[] {
  const { rowNumberIndex } = table.scope;
  const rows = new Set(found.filter((row) => row !== undefined));
  return [...rows].sort((a, b) => Number(a[rowNumberIndex]) - Number(b[rowNumberIndex]));
}

async function allRows(call: Call, transaction: ReadTransaction): Promise<readonly Row[]> {
  const found = await transaction.find({
    table: call.table.name,
    conditions: [],
    order: [],
    context: call.request,
  });
  return found.rows;
}

async function answer(call: Call, transaction: ReadTransaction, rows: readonly Row[]): Promise<Result> {
  await gather(call, transaction);
  return writeCells(call, rows);
}
