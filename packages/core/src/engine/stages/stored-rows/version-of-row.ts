import type { Row } from "../../../storage/index.ts";
import { fingerprintOf } from "../../../values/index.ts";
import type { Call } from "../../calls/call.ts";

/**
 * A text that is another one when the row has other values in the stored columns that the call shows. Columns that a slice does
 * not show are no part of it, or their values could be guessed by it.
 */
export function versionOfRow({ table, slice }: Pick<Call, "table" | "slice">, row: Row): string {
  const { storedColumns } = slice ?? table;
  return fingerprintOf(JSON.stringify(storedColumns.map(({ index }) => row[index] ?? null)));
}
