import { type CheckedExpression, RowTable } from "../../expression/index.ts";
import type { TableDefinition } from "../../schema/index.ts";
import type { ReadTransaction } from "../../storage/index.ts";
import type { Call } from "../call.ts";

/**
 * Reads what the table's expressions, and `others`, can ask of tables, before any of them runs: evaluation is
 * synchronous, stores are not. Each table is read at most once per call.
 */
export async function gather(
  call: Call,
  transaction: ReadTransaction,
  others: readonly CheckedExpression[] = [],
  tables: readonly string[] = [],
): Promise<void> {
  const names = new Set(tables);
  for (const expression of [...expressionsOf(call.table), ...others]) {
    for (const name of expression.references.tables) names.add(name);
  }
  for (const name of names) {
    const table = call.app.tables.get(name);
    if (table === undefined || call.gathered.has(name)) continue;
    const { rows } = await transaction.find({
      table: name,
      conditions: [],
      order: [],
      context: call.request,
    });
    call.gathered.set(name, new RowTable(rows, table.scope));
  }
}

function expressionsOf({ columns, updatesExpression }: TableDefinition): readonly CheckedExpression[] {
  return columns
    .flatMap(({ formula, initialValue, requiredIf, validIf, invalidMessage }) => [
      formula,
      initialValue,
      requiredIf,
      validIf,
      invalidMessage,
    ])
    .concat(updatesExpression)
    .filter((expression) => expression !== undefined);
}
