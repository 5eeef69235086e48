import type { Value } from "@tablewright/core/storage";
import type { ComputedValue } from "../plans/plan-statement.ts";
import { readSqlValue, type SqlValue } from "../values/sql-value.ts";

/** Takes the values that were computed beside a row, from their place before its number, and puts them behind it. */
export function putBehindNumber(row: Value[], computed: readonly ComputedValue[]): void {
  if (computed.length === 0) return;
  const number = row.pop() as number;
  const values = row.splice(row.length - computed.length) as SqlValue[];
  row.push(number);
  for (const [at, { form }] of computed.entries()) row.push(readSqlValue(values[at] as SqlValue, form));
}
