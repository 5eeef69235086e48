import type { Connection } from "./connection.ts";

/** Runs `work` in the transaction that was begun and commits; rolls back when it throws, and rejects with what it threw. */
export async function commitAfter<T>(connection: Connection, work: () => T | Promise<T>): Promise<T> {
  try {
    const answer = await work();
    connection.run("commit");
    return answer;
  } catch (error) {
    if (connection.isInTransaction) connection.run("rollback");
    throw error;
  }
}
