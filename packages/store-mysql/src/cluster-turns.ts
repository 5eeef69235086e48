import { setTimeout } from "node:timers/promises";
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
