import type { Connection } from "./connection.ts";

/** Runs `work` between begin and commit; rolls back when it throws, and rejects with what it threw. */
export async function inSqliteTransaction<T>(
  connection: Connection,
  begin: "begin" | "begin immediate",
  work: () => T | Promise<T>,
): Promise<T> {
  connection.exec(begin);
  try {
    const answer = await work();
    connection.exec("commit");
    return answer;
  } catch (error) {
    if (connection.isInTransaction) connection.exec("rollback");
    throw error;
  }
}
