import { diagnose } from "../../diagnostics/index.ts";
import type { Task } from "../../expression/parts.ts";
import type { TableDefinition } from "../../schema/index.ts";
import type { Row, WriteTransaction } from "../../storage/index.ts";
import type { Value } from "../../values/index.ts";
import { batchLoad } from "../batch-loading/batch-load.ts";
import type { Call } from "../calls/call.ts";
import { evaluateCell } from "../cells/evaluate-cell.ts";
import { toStoredValue } from "../cells/to-stored-value.ts";
import { keyOfRow, writeKey } from "../keys/key-from.ts";
import type { FilledColumn } from "./filled-columns.ts";

/**
 * Writes rows of the call's table with their values in columns that are filled together: an initial value only where there is none.
 * Returns why not, of each value that cannot be.
 */
export async function saveFilled(
  call: Call,
  transaction: WriteTransaction,
  columns: readonly FilledColumn[],
  rows: readonly Row[],
): Promise<readonly string[]> {
  const filled = await batchLoad(call, transaction, () => fillRows(call, columns, rows));
  if (filled.refusals.length === 0) await transaction.update(call.table.name, filled.rows);
  return filled.refusals;
}

interface FilledRows {
  readonly rows: readonly Row[];
  readonly refusals: readonly string[];
}

function* fillRows(call: Call, columns: readonly FilledColumn[], rows: readonly Row[]): Task<FilledRows> {
  const refusals: string[] = [];
  const filled: Row[] = [];
  for (const row of rows) {
    const values = [...row];
    for (const filling of columns) {
      const { column, expression } = filling;
      if (expression === column.initialValue && values[column.index] !== null) continue;
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

/** What is wrong with a value; the other rules are tried when the row is saved. */
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
