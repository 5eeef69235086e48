import { setTimeout } from "node:timers/promises";
import mysql from "mysql2";
import type { Database } from "./database.ts";
import { MysqlError } from "./mysql-error.ts";

/**
 * Runs `work` while no other process does the same on the database. The lock is that of a session beside the pool, and ends
 * with it.
 */
export async function inAlteringTurn<T>(
  { options, place }: Pick<Database, "options" | "place">,
  work: () => Promise<T>,
): Promise<T> {
  const connection = mysql.createConnection(options);
  connection.on("error", () => {}); // the next question on it tells
  const hasTurn = () =>
    new Promise<boolean>((resolve, reject) => {
      connection.query({ sql: LOCK, rowsAsArray: true }, (error: unknown, rows: unknown) =>
        error ? reject(MysqlError.of(error, place)) : resolve((rows as number[][])[0]?.[0] === 1),
      );
    });
  try {
    while (!(await hasTurn())) await setTimeout(PAUSE);
    return await work();
  } finally {
    connection.end(() => {});
  }
}

/** Names of locks are those of the server, and have up to 64 characters. */
const LOCK = "select get_lock(concat('tablewright ', left(sha2(database(), 256), 40)), 0)";

/** Milliseconds. */
const PAUSE = 100;
