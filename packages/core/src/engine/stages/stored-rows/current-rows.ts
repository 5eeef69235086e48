import type { TableDefinition } from "../../../schema/index.ts";
import type { Row } from "../../../storage/index.ts";
import { keyOfRow } from "../../keys/key-from.ts";
import type { CallTransaction } from "../../transaction/in-transaction.ts";

/**
 * Rows as they are after further writes, undefined for one that is gone. They are the caller's own, so he is given them
 * although they may have left the security filter meanwhile.
 */
export async function currentRows(
  table: TableDefinition,
  transaction: CallTransaction,
  rows: readonly Row[],
): Promise<readonly (Row | undefined)[]> {
  return transaction.unfiltered.getByKeys(
    table.name,
    rows.map((row) => keyOfRow(table, row)),
  );
}
