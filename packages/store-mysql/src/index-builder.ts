import { type IndexBuilder, indexStatements } from "@tablewright/store-sql";
import type { Database } from "./database.ts";
import { inAlteringTurn } from "./in-altering-turn.ts";

/**
 * Makes indexes while others write. The server lets writers go on while it makes one on columns that are there; those of a text
 * wait while it adds the column that the index is on. One that is there is complete, and the server tells of it.
 */
export function indexBuilder(database: Database): IndexBuilder {
  return {
    inTurn: (work) => inAlteringTurn(database, work),
    isComplete: async () => false,
    build: (table, index) =>
      database.alter("start transaction", async (connection) => {
        for (const statement of indexStatements(table, index)) await connection.exec(statement);
      }),
  };
}
