import { keyOf, writeJson } from "../../expression/index.ts";
import type { ColumnDefinition } from "../../schema/index.ts";
import type { Row } from "../../storage/index.ts";
import type { JsonValue } from "../../values/index.ts";
import type { Call } from "../call.ts";
import type { Result, ResultRow } from "../result.ts";
import { evaluateCell } from "./evaluate-cell.ts";

/** The answer: every column of every row in the order of the table or slice, the row number first, in the wire form of the call. */
export function writeCells(call: Call, rows: readonly Row[]): Result {
  const written = rows.map((row) => writeRow(call, row));
  return { ok: true, rows: written, warnings: call.warnings };
}

function writeRow(call: Call, row: Row): ResultRow {
  const { table, slice, wire } = call;
  const rowNumber = Number(row[table.scope.rowNumberIndex]);
  const cells: [string, JsonValue][] = [["_RowNumber", wire === "appsheet" ? String(rowNumber) : rowNumber]];
  for (const column of (slice ?? table).columns) cells.push([column.name, writeCell(call, column, row)]);
  if (table.key.length > 1) cells.push(["_ComputedKey", keyOf(row, table.scope) as string]);
  return Object.fromEntries(cells);
}

function writeCell(call: Call, column: ColumnDefinition, row: Row): JsonValue {
  const value = column.index < 0 ? computed(call, column, row) : (row[column.index] ?? null);
  if (call.wire === "typed") return writeJson(value, column.type);
  const { columnType, options } = column;
  const writing = { locale: call.request.locale, options };
  return call.wire === "appsheet" ? columnType.writeText(value, writing) : columnType.write(value, writing);
}

/** A virtual column is computed whenever it is read. */
function computed(call: Call, { name, formula }: ColumnDefinition, row: Row) {
  if (formula === undefined) return null;
  const { output, diagnostics } = evaluateCell(call, formula, row, undefined, { column: name });
  call.warnings.push(...diagnostics);
  return output ?? null;
}
