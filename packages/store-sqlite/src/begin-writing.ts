import { setTimeout } from "node:timers/promises";
import type { SqliteConnection } from "./connection.ts";
import { SqliteError } from "./sqlite-error.ts";

/**
 * Begins the transaction of which a file has one at a time. While another program has it this one goes on with other
 * work; gives up at `deadline`, in milliseconds of `performance.now()`, and not before it has tried once.
 */
export async function beginWriting(
  connection: Pick<SqliteConnection, "run">,
  deadline: number,
): Promise<void> {
  for (;;) {
    try {
      connection.run("begin immediate");
      return;
    } catch (error) {
      if (!(error instanceof SqliteError && error.isBusy) || performance.now() >= deadline) throw error;
    }
    await setTimeout(PAUSE);
  }
}

/** Milliseconds between two attempts. */
const PAUSE = 10;
