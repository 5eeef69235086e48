import { type BuiltIndex, type IndexBuilder, quoteName } from "@tablewright/store-sql";
import type { Database } from "./database.ts";
import { inAlteringTurn } from "./in-altering-turn.ts";
import { isConflict } from "./postgres-error.ts";
import { withClientApart } from "./with-client-apart.ts";

/** Makes indexes by CREATE INDEX CONCURRENTLY, for which no writer waits. */
export function indexBuilder(database: Database): IndexBuilder {
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
    inTurn: (work) => inAlteringTurn(database, work),
    isComplete,

    async build(table, index) {
      for (let attempt = 1; ; attempt++) {
        try {
          await make(table, index);
          return;
        } catch (error) {
          if (attempt >= ATTEMPTS || !isConflict(error) || (await isComplete(table, index.name))) throw error;
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
