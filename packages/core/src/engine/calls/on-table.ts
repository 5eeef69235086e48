import type { TableDefinition } from "../../schema/index.ts";
import type { Call } from "./call.ts";

/** The same call at work on another table: one caller, one budget. */
export function onTable(call: Call, table: TableDefinition): Call {
  return call.table === table ? call : { ...call, table, slice: undefined };
}
