import { diagnose } from "../../diagnostics/index.ts";
import type { Steps } from "../../expression/parts.ts";
import type { TableDefinition } from "../../schema/index.ts";
import {
  type Key,
  MigrationRefused,
  type Opening,
  type Row,
  type WriteTransaction,
} from "../../storage/index.ts";
import type { Value } from "../../values/index.ts";
import { batchLoad } from "../batch-loading/batch-load.ts";
import type { Call } from "../calls/call.ts";
import { makeCall } from "../calls/make-call.ts";
import type { CallSettings } from "../calls/prepare-call.ts";
import { evaluateCell } from "../stages/evaluate-cell.ts";
import { keyOfRow, writeKey } from "../stages/key-from.ts";
import { toStoredValue } from "../stages/to-stored-value.ts";
import { type FilledColumn, formulaColumns, initialColumns } from "./filled-columns.ts";

/**
 * Gives the rows of a table their values in columns that are added: initial values where a value is required, then those of
 * formulas. It is the doing of the application, at one instant, without a budget; every row is filled or none.
 */
export function fillColumns(settings: CallSettings): NonNullable<Opening["fill"]> {
  return async (transaction, added) => {
    const now = settings.services.now();
    const unbounded = { ...settings, services: { ...settings.services, now: () => now }, limits: UNBOUNDED };
    const refusals: string[] = [];
    for (const columnsOf of [initialColumns, formulaColumns]) {
      for (const { table: name, columns } of added) {
        const table = settings.definition.tables.get(name);
        const filled = table === undefined ? [] : columnsOf(table, columns);
        if (table === undefined || filled.length === 0) continue;
        for (const refusal of await fillTable(unbounded, transaction, table, filled)) refusals.push(refusal);
      }
      if (refusals.length > 0) throw new MigrationRefused(listed(refusals));
    }
  };
}

const UNBOUNDED = { fuel: Number.POSITIVE_INFINITY };

async function fillTable(
  settings: CallSettings,
  transaction: WriteTransaction,
  table: TableDefinition,
  columns: readonly FilledColumn[],
): Promise<readonly string[]> {
  const refusals: string[] = [];
  const keys = await keysOf(await callOn(settings, table), transaction);
  for (let start = 0; start < keys.length; start += ROWS_AT_ONCE) {
    const call = await callOn(settings, table);
    const stored = await transaction.getByKeys(table.name, keys.slice(start, start + ROWS_AT_ONCE));
    const rows = stored.filter((row) => row !== undefined);
    const filled = await batchLoad(call, transaction, () => fillRows(call, columns, rows));
    for (const refusal of filled.refusals) refusals.push(refusal);
    if (refusals.length === 0) await transaction.update(table.name, filled.rows);
  }
  return refusals;
}

/** An Edit of the owner, who is named in no call. */
async function callOn(settings: CallSettings, table: TableDefinition): Promise<Call> {
  const request = { action: "Edit", table: table.name, caller: "owner" } as const;
  const { output } = await makeCall(settings, { table, slice: undefined }, request, "Edit");
  if (output === undefined) throw new Error("A call without properties was refused.");
  return output;
}

async function keysOf({ table, request }: Call, transaction: WriteTransaction): Promise<readonly Key[]> {
  const keys: Key[] = [];
  const { batches } = await transaction.find({
    table: table.name,
    conditions: [],
    order: [],
    context: request,
  });
  for await (const batch of batches) for (const row of batch) keys.push(keyOfRow(table, row));
  return keys;
}

interface FilledRows {
  readonly rows: readonly Row[];
  readonly refusals: readonly string[];
}

function* fillRows(call: Call, columns: readonly FilledColumn[], rows: readonly Row[]): Steps<FilledRows> {
  const refusals: string[] = [];
  const filled: Row[] = [];
  for (const row of rows) {
    const values = [...row];
    for (const filling of columns) {
      const { column, expression } = filling;
      const { output, diagnostics } = yield* evaluateCell(call, expression, values, row, {});
      const value = toStoredValue(output ?? null, column.type);
      values[column.index] = value;
      const reason = diagnostics[0]?.message ?? reasonAgainst(call, filling, value);
      if (reason !== undefined) refusals.push(refusalFor(call.table, column.name, row, reason));
    }
    filled.push(values);
  }
  return { rows: filled, refusals };
}

function refusalFor(table: TableDefinition, column: string, row: Row, reason: string): string {
  const key = JSON.stringify(writeKey(table, keyOfRow(table, row)));
  return `Column "${column}" of table "${table.name}" cannot be filled in the row ${key}: ${reason}`;
}

/** What is wrong with a value; the other rules are tried when somebody saves the row. */
function reasonAgainst(
  { request }: Call,
  { column, expression }: FilledColumn,
  value: Value,
): string | undefined {
  const { columnType, options, required } = column;
  if (value === null && required) {
    const what = expression === column.initialValue ? "initial value" : "formula";
    return `its ${what} is blank, and a value is required.`;
  }
  const [error] = columnType.check(value, { locale: request.locale, options });
  return error && diagnose(error.code, error.details as never).message;
}

function listed(refusals: readonly string[]): readonly string[] {
  const more = refusals.length - MOST_LISTED;
  return more > 0 ? [...refusals.slice(0, MOST_LISTED), `… and ${more} more.`] : refusals;
}

const MOST_LISTED = 20;

/** Rows whose values are computed, and the rows of other tables read for them, together. */
const ROWS_AT_ONCE = 1_000;
