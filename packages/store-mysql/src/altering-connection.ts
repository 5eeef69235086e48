import type { SqlValue } from "@tablewright/store-sql";
import { Connection } from "./connection.ts";
import { isGone, isThere } from "./mysql-error.ts";

/**
 * A connection that alters tables. The server commits each such statement by itself, and what was written before it; what
 * is written after it is a transaction again. A column or an index that an interrupted opening has left is taken over, and
 * one that it has removed is gone: the server completes a statement whose process has ended.
 */
export class AlteringConnection extends Connection {
  override async exec(sql: string): Promise<SqlValue[][]> {
    const { rows } = await this.send(async () => {
      const answer = await this.#alter(sql.replace(/^create index if not exists /u, "create index "));
      await this.client.query("start transaction");
      return answer;
    });
    return rows;
  }

  async #alter(sql: string) {
    try {
      return await this.client.query(sql);
    } catch (error) {
      if (isGone(error)) return NOTHING;
      if (!isThere(error)) throw error;
      // No row has used such a column yet, which may be of another type by now.
      return ADDED.test(sql) ? this.client.query(sql.replace(ADDED, "$1 modify column ")) : NOTHING;
    }
  }
}

const ADDED = /^(alter table "(?:[^"]|"")*") add column (?:\/\*.*?\*\/ )?/u;

const NOTHING = { rows: [], changed: 0 };
