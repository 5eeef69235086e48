import { hasErrors } from "../diagnostics/index.ts";
import type { ReadTransaction, Row, Store } from "../storage/index.ts";
import type { Call } from "./call.ts";
import type { EngineRequest } from "./request.ts";
import { type Result, rejected } from "./result.ts";
import { gather } from "./stages/gather.ts";
import { isInSlice } from "./stages/is-in-slice.ts";
import { readKeys } from "./stages/read-keys.ts";
import type { KeyedRow } from "./stages/rows.ts";
import { checkSelector, selectRows } from "./stages/select-rows.ts";
import { writeCells } from "./stages/write-cells.ts";
import { visibleRows } from "./visible-rows.ts";

/** Find: by Selector in the order of its list, by keys in table order, or all rows. A key without a row is left out. */
export async function findRecords(call: Call, store: Store, request: EngineRequest): Promise<Result> {
  const selector = request.properties?.Selector;
  if (selector !== undefined && selector !== null && selector !== "")
    return findBySelector(call, store, selector);
  if (request.rows !== undefined && request.rows.length > 0) return findByKeys(call, store, request);
  return reading(call, store, async (transaction) =>
    answer(call, transaction, await allRows(call, transaction)),
  );
}

async function findBySelector(call: Call, store: Store, selector: unknown): Promise<Result> {
  const checked = checkSelector(call, selector);
  const expression = checked.output;
  if (expression === undefined) return rejected(checked.diagnostics);
  call.warnings.push(...checked.diagnostics);
  return reading(call, store, async (transaction) => {
    const selected = await gather(call, transaction, () => selectRows(call, expression));
    return selected.output === undefined
      ? rejected(selected.diagnostics)
      : answer(call, transaction, selected.output);
  });
}

async function findByKeys(call: Call, store: Store, request: EngineRequest): Promise<Result> {
  const { rows, diagnostics } = readKeys(call, request);
  if (hasErrors(diagnostics)) return rejected(diagnostics);
  return reading(call, store, async (transaction) =>
    answer(call, transaction, await rowsOfKeys(call, transaction, rows)),
  );
}

/** Works on what the caller may see of the store. */
async function reading(
  call: Call,
  store: Store,
  work: (transaction: ReadTransaction) => Promise<Result>,
): Promise<Result> {
  return store.read((stored) => work(visibleRows(call, stored)));
}

async function rowsOfKeys(
  { table }: Call,
  transaction: ReadTransaction,
  rows: readonly KeyedRow[],
): Promise<readonly Row[]> {
  const { rowNumberIndex } = table.scope;
  const keys = rows.map(({ key }) => key);
  const found = await transaction.getByKeys(table.name, keys);
  const once = new Set(found.filter((row) => row !== undefined));
  return [...once].sort((a, b) => Number(a[rowNumberIndex]) - Number(b[rowNumberIndex]));
}

async function allRows(call: Call, transaction: ReadTransaction): Promise<readonly Row[]> {
  const { table, request: context } = call;
  const { rows } = await transaction.find({ table: table.name, conditions: [], order: [], context });
  return rows;
}

async function answer(call: Call, transaction: ReadTransaction, rows: readonly Row[]): Promise<Result> {
  return gather(call, transaction, () => {
    const shown = rows.filter((row) => isInSlice(call, row));
    return writeCells(call, shown);
  });
}
