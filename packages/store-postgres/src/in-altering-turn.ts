import { setTimeout } from "node:timers/promises";
import type { Database } from "./database.ts";
import { withClientApart } from "./with-client-apart.ts";

/**
 * Runs `work` while no other process does the same on the schema. The lock is that of a transaction which does nothing else:
 * it ends with its process, and a pooler keeps its session. It is asked for and not waited for, because an index that others
 * make waits for every statement under way.
 */
export function inAlteringTurn<T>(database: Database, work: () => Promise<T>): Promise<T> {
  const settings = [...database.apart.settings, "idle_in_transaction_session_timeout = 0"];
  const begin = ["begin", ...settings.map((one) => `set local ${one}`)].join("; ");
  return withClientApart(database, async (client) => {
    for (;;) {
      await client.query(begin);
      const { rows } = await client.query<[boolean]>({ text: LOCK, rowMode: "array" });
      if (rows[0]?.[0] === true) return work();
      await client.query("rollback");
      await setTimeout(PAUSE);
    }
  });
}

const LOCK =
  "select pg_try_advisory_xact_lock(hashtextextended(current_schema() || ' tablewright altering', 0))";

/** Milliseconds. */
const PAUSE = 100;
