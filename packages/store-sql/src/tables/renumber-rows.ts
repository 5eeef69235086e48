import { setImmediate } from "node:timers/promises";
import type { SqlConnection } from "../store/sql-connection.ts";
import type { TableStatements } from "./table-statements.ts";

/**
 * Gives the rows of a table the slots 1, 2, 3 … in the same order; answers how many there are. Some
 * slots at a time, so that others are served between: a row moves to a slot that is free, because all before it have moved.
 */
export async function renumberRows(
  connection: SqlConnection,
  { selectHighest, countBetween, rankBetween, takeRanks }: TableStatements,
): Promise<number> {
  const [highest] = (await connection.get(selectHighest)) ?? [];
  let count = 0;
  for (let above = 0; above < Number(highest); above += SLOTS_AT_ONCE) {
    const upTo = above + SLOTS_AT_ONCE;
    const [ranked] = (await connection.get(countBetween, [above, upTo])) ?? [];
    await connection.run(rankBetween, [count, above, upTo]);
    await connection.run(takeRanks);
    count += Number(ranked);
    await setImmediate();
  }
  return count;
}

/** A row that moves takes some microseconds. */
const SLOTS_AT_ONCE = 512;
