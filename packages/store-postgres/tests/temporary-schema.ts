/** A place for the tables of one test. */
import { Pool } from "pg";
import { inject } from "vitest";
import type { PostgresOptions } from "../src/index.ts";

/** Where the server of the tests is; empty where there is none, and then they are skipped. */
export const server = inject("postgres");

export interface TemporarySchema {
  /** Of a store in a schema that holds no tables of a definition, no events and no runs. */
  readonly options: PostgresOptions;
  /** Empties the schema, for another test; those of a run are dropped all at once at its end. */
  readonly release: () => Promise<void>;
}

export function temporarySchema(): TemporarySchema {
  const schema = released.pop() ?? `${inject("schemas")}_${crypto.randomUUID()}`;
  return {
    options: { connectionString: server, schema, acceptsLoss: true, max: 5 },
    release: async () => {
      const tables = await ask(`select quote_ident(stored_as) as name from "${schema}".tablewright_tables`);
      const drops = tables.map(({ name }) => `drop table "${schema}".${name}`);
      // Where there are few rows, to delete them takes a tenth of the time of a truncate.
      const applications = `drop table if exists "${schema}".tablewright_application`;
      await ask([...drops, applications, ...emptied(schema)].join("; "));
      released.push(schema);
    },
  };
}

/** What the server answers to a statement. */
export async function ask(sql: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]> {
  return (await pool.query(sql, values === undefined ? undefined : [...values])).rows;
}

/** Names carry their schema: others release theirs on the same connection. */
function emptied(schema: string): readonly string[] {
  const deletes = ["outbox", "runs", "tables"].map((name) => `delete from "${schema}".tablewright_${name}`);
  const restarts = ["outbox", "runs"].map(
    (name) => `alter table "${schema}".tablewright_${name} alter column sequence restart`,
  );
  return [...deletes, ...restarts];
}

const released: string[] = [];

/** One connection; it keeps no process alive. */
const pool = new Pool({ connectionString: server, max: 1, allowExitOnIdle: true });
pool.on("error", () => {});
