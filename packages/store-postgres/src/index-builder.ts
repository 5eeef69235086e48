import { setTimeout } from "node:timers/promises";
import { type BuiltIndex, type IndexBuilder, quoteName } from "@tablewright/store-sql";
import { Client } from "pg";
import type { PostgresDatabase } from "./database.ts";
import { isPostgresError, PostgresError } from "./postgres-error.ts";

/**
 * Runs `work` while no other process does the same on the schema. The lock is that of a transaction which does nothing else:
 * it ends with its process, and a pooler keeps its session. It is asked for and not waited for, because an index that others
 * make waits for every statement under way.
 */
function inAlteringTurn<T>(
  database: PostgresDatabase,
  work: () => Promise<T>,
  otherwise?: () => T,
): Promise<T> {
  const settings = [...database.apart.settings, "idle_in_transaction_session_timeout = 0"];
  const begin = ["begin", ...settings.map((one) => `set local ${one}`)].join("; ");
  return withClientApart(database, async (client) => {
    for (;;) {
      await client.query(begin);
      const { rows } = await client.query<[boolean]>({ text: LOCK, rowMode: "array" });
      if (rows[0]?.[0] === true) return work();
      await client.query("rollback");
      if (otherwise !== undefined) return otherwise();
      await setTimeout(PAUSE);
    }
  });
}

const LOCK =
  "select pg_try_advisory_xact_lock(hashtextextended(current_schema() || ' tablewright altering', 0))";

/** Milliseconds. */
const PAUSE = 100;

/** Makes indexes by CREATE INDEX CONCURRENTLY, for which no writer waits. */
export function indexBuilder(database: PostgresDatabase): IndexBuilder {
  /** A process that is still making an index has this lock, which keeps no writer away. */
  const isComplete = (table: string, index: string) =>
    database.inTransaction({ begin: "begin" }, async (connection) => {
      await connection.exec(
        `${WITHOUT_LIMITS.map((one) => `set local ${one}; `).join("")}` +
          `lock table ${quoteName(table)} in share update exclusive mode`,
      );
      const [isValid] = (await connection.get(IS_VALID, [quoteName(index)])) ?? [];
      if (isValid === 0) await connection.exec(`drop index ${quoteName(index)}`);
      return isValid === 1;
    });

  return {
    inTurn: (work, otherwise) => inAlteringTurn(database, work, otherwise),
    isComplete,

    async build(table, index) {
      for (let attempt = 1; ; attempt++) {
        try {
          await make(table, index);
          return;
        } catch (error) {
          if (
            attempt >= ATTEMPTS ||
            !isPostgresError(error, "conflict") ||
            (await isComplete(table, index.name))
          )
            throw error;
        }
      }
    },
  };

  /** Without sessions nothing can be set for a statement outside of transactions; then writers of the table wait. */
  async function make(table: string, { name, isUnique, on }: BuiltIndex): Promise<void> {
    const kind = isUnique ? "unique index" : "index";
    const statement = (how: string) => `create ${kind} ${how}${quoteName(name)} on ${quoteName(table)} ${on}`;
    if (database.keepsSessions) {
      const settings = [...database.apart.settings, ...WITHOUT_LIMITS].map((one) => `set ${one}`);
      return withClientApart(database, async (client) => {
        await client.query(settings.join("; "));
        await client.query(statement("concurrently "));
      });
    }
    await database.inTransaction({ begin: "begin" }, async (connection) => {
      await connection.exec(`${WITHOUT_LIMITS.map((one) => `set local ${one}; `).join("")}${statement("")}`);
    });
  }
}

const WITHOUT_LIMITS = ["statement_timeout = 0", "lock_timeout = 0"];

const IS_VALID = "select indisvalid from pg_index where indexrelid = to_regclass($1::text)";

/** Of an index whose making was given up in favour of others. */
const ATTEMPTS = 3;

/** Runs `work` on a connection outside the pool, on which nothing is set yet. */
async function withClientApart<T>(
  { apart, place }: Pick<PostgresDatabase, "apart" | "place">,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client(apart.config);
  client.on("error", () => {}); // the next statement on it tells
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    throw PostgresError.of(error, place);
  } finally {
    await client.end().catch(() => undefined);
  }
}
