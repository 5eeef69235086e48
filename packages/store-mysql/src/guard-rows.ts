import type { Guards, SqlValue } from "@tablewright/store-sql";
import type { MysqlConnection } from "./connection.ts";

/**
 * Guards that are rows of `tablewright_guards`, which a transaction has for itself to its end. Each row of a table belongs to
 * one of them by its key, and each table has many, so that those who work on different rows seldom meet.
 *
 * On one server a locked row keeps others waiting. The nodes of a cluster know nothing of each other's locks, and refuse at
 * the commit what changes a row that another has changed meanwhile; so there the guards are changed.
 */
export class GuardRows implements Guards {
  readonly #connection: MysqlConnection;
  readonly #isCluster: boolean;
  readonly #held = new Set<number>();

  constructor(connection: MysqlConnection, isCluster: boolean) {
    this.#connection = connection;
    this.#isCluster = isCluster;
  }

  rows(table: string, keys: readonly (readonly SqlValue[])[]): Promise<void> {
    const first = hash(table);
    return this.#hold(keys.map((key) => first + (hash(JSON.stringify(key)) % OF_A_TABLE)));
  }

  tables(names: readonly string[]): Promise<void> {
    return this.#hold(
      names.flatMap((name) => {
        const first = hash(name);
        return Array.from({ length: OF_A_TABLE }, (_, at) => first + at);
      }),
    );
  }

  /** One after the other in their order, so that those who guard at the same time wait for each other in no circle. */
  async #hold(places: readonly number[]): Promise<void> {
    const missing = [...new Set(places.map((place) => place % GUARDS))].filter((one) => !this.#held.has(one));
    if (missing.length === 0) return;
    const where = `where guard in (${missing.toSorted((one, other) => one - other).join(", ")}) order by guard`;
    await this.#connection.exec(
      this.#isCluster
        ? `update tablewright_guards set touched = touched + 1 ${where}`
        : `select guard from tablewright_guards force index (primary) ${where} for update`,
    );
    for (const one of missing) this.#held.add(one);
  }
}

/** All guards there are. */
export const GUARDS = 1_024;

/** Two writers of one table meet by chance one time in so many; a reader of all of it guards so many rows. */
const OF_A_TABLE = 64;

/** FNV-1a, the same in every process. */
function hash(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
