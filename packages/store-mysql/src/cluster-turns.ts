import { setTimeout } from "node:timers/promises";
import type { Guards, SqlValue } from "@tablewright/store-sql";
import type { MysqlConnection } from "./connection.ts";
import type { MysqlDatabase } from "./database.ts";
import { isMysqlError, MysqlError } from "./mysql-error.ts";

/**
 * Turns that the servers over a cluster take, whose nodes know nothing of each other's locks: while one has its turn, the
 * writers of the others wait before they begin. It is a row that is changed and committed, and says until when. So a turn of a
 * server that is gone ends by itself, and nothing depends on it but that writes end: what may be committed, the guards say.
 */
export class ClusterTurns {
  readonly #database: MysqlDatabase;

  constructor(database: MysqlDatabase) {
    this.#database = database;
  }

  /** Runs `work` in a turn. Rejects when others do not end theirs within `longestWait`, in milliseconds. */
  async hold<T>(work: () => Promise<T>, longestWait = this.#database.longestWait): Promise<T> {
    const holder = crypto.randomUUID();
    await this.#until(async () => (await this.#database.runAlone(TAKE, [holder])) > 0, longestWait);
    const renew = () => this.#database.runAlone(RENEW, [holder]).catch(() => undefined);
    const renewing = setInterval(renew, LEASE / 4);
    renewing.unref();
    try {
      return await work();
    } finally {
      clearInterval(renewing);
      await this.#database.runAlone(END, [holder]).catch(() => undefined);
    }
  }

  /** Runs `work`, again when it throws a `TurnTaken` and the turn has ended. Rejects when that takes too long. */
  async respect<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof TurnTaken)) throw error;
        await this.#until(async () => (await this.#database.readAlone(TAKEN, []))[0]?.[0] === 0);
      }
    }
  }

  async #until(isSo: () => Promise<boolean>, longestWait = this.#database.longestWait): Promise<void> {
    const { place } = this.#database;
    for (const begun = performance.now(); performance.now() - begun < longestWait; ) {
      const isDone = await isSo().catch((error: unknown) => {
        if (!isMysqlError(error, "conflict") || isMysqlError(error, "lock taken")) throw error;
        return false;
      });
      if (isDone) return;
      await setTimeout(SHORTEST_WAIT * (1 + Math.random()));
    }
    throw new MysqlError(
      `${place} did not answer in time: another server over its cluster writes exclusively.`,
    );
  }
}

/** Thrown by work that finds that another server over the cluster has its turn. */
export class TurnTaken extends Error {}

/** Milliseconds for which a server that says nothing more has its turn. */
const LEASE = 4_000;

/** Milliseconds. */
const SHORTEST_WAIT = 3;

const NOW = "cast(unix_timestamp(now(3)) * 1000 as signed)";

/** Answers 1 while a turn is taken, and 0 else. */
export const TAKEN = `select until_at > ${NOW} from tablewright_turns`;

const TAKE = `update tablewright_turns set holder = ?, until_at = ${NOW} + ${LEASE} where until_at <= ${NOW}`;

const RENEW = `update tablewright_turns set until_at = ${NOW} + ${LEASE} where holder = ?`;

const END = "update tablewright_turns set holder = '', until_at = 0 where holder = ?";

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
