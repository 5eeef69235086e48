import { setImmediate, setTimeout } from "node:timers/promises";
import type { WriteQueue } from "@tablewright/core/storage";
import type { SqliteConnection } from "./connection.ts";
import type { DatabaseFileWatch } from "./file-watch.ts";
import { SqliteError } from "./sqlite-error.ts";

/**
 * Lets writers work one after another and commits for all of them that wait for one another at once, because a commit
 * costs more than most work. Each works after a savepoint of its own, and none is answered before the commit that holds
 * its work is in the file.
 */
export class SharedCommits {
  readonly #connection: Pick<SqliteConnection, "run" | "isInTransaction">;
  readonly #queue: WriteQueue;
  readonly #limits: SharingLimits;
  readonly #watch: CommitWatch;
  #group: Group | undefined;

  /** `watch` throws where what is committed cannot be relied on. */
  constructor(
    connection: Pick<SqliteConnection, "run" | "isInTransaction">,
    queue: WriteQueue,
    limits: SharingLimits,
    watch: CommitWatch = UNWATCHED,
  ) {
    this.#watch = watch;
    this.#connection = connection;
    this.#queue = queue;
    this.#limits = limits;
  }

  /** Runs `work`, rolls back what it did when it throws, and settles as it does when that can be relied on. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + this.#limits.wait;
    const { group, outcome } = await this.#queue.run(async () => {
      const joined = this.#group ?? (await this.#begin(deadline));
      const ended = await this.#behindSavepoint(joined, work);
      await this.#commitUnlessOthersWait(joined);
      return { group: joined, outcome: ended };
    });
    const lost = await group.ended;
    // Who was refused because of rows that were lost with the group has to be told of the loss, not of the rows.
    if ("error" in outcome && (lost === undefined || outcome.error instanceof SqliteError))
      throw outcome.error;
    if (lost !== undefined) throw lost.error;
    return (outcome as { readonly answer: T }).answer;
  }

  /** Runs `work` when what others did is committed; it begins and ends its own transactions. */
  runAlone<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue.run(() => {
      this.#end();
      return work();
    });
  }

  async #begin(deadline: number): Promise<Group> {
    this.#watch.lookToWrite();
    await beginWriting(this.#connection, deadline);
    this.#group = new Group();
    return this.#group;
  }

  async #behindSavepoint<T>(group: Group, work: () => Promise<T>): Promise<{ answer: T } | Failure> {
    group.size++;
    try {
      this.#connection.run("savepoint member");
      const answer = await work();
      if (!this.#connection.isInTransaction) throw new Error("The transaction was lost to an earlier error.");
      this.#connection.run("release member");
      group.hasChanges = true;
      return { answer };
    } catch (error) {
      if (!this.#undo("rollback to member", "release member")) {
        // After some errors SQLite rolls back by itself, and all the others' work is gone with this one's.
        this.#undo("rollback");
        group.lost = { error: SqliteError.around(error) };
      }
      return { error };
    }
  }

  /** Whether the statements went well. */
  #undo(...statements: readonly string[]): boolean {
    try {
      for (const statement of statements) this.#connection.run(statement);
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Requests that have come in by now get into the queue when the event loop goes round once; when none did, or the
   * group has become large or slow, it ends. Answers go out before the next one begins.
   */
  async #commitUnlessOthersWait(group: Group): Promise<void> {
    const { members, milliseconds } = this.#limits;
    const mayGrow = group.size < members && performance.now() - group.begun < milliseconds;
    if (mayGrow && group.lost === undefined) {
      if (this.#queue.waiting === 0) await setImmediate();
      if (this.#queue.waiting > 0) return;
    }
    this.#end();
    if (this.#queue.waiting > 0) await setImmediate();
  }

  #end(): void {
    const group = this.#group;
    this.#group = undefined;
    group?.end(group.lost ?? this.#commit(group));
  }

  #commit({ hasChanges }: Group): Failure | undefined {
    try {
      this.#connection.run(hasChanges ? "commit" : "rollback");
      if (hasChanges) this.#watch.committed();
      return undefined;
    } catch (error) {
      if (this.#connection.isInTransaction) this.#undo("rollback");
      return { error };
    }
  }
}

/** Looks whether the file is the one that is written to, before a transaction and after its commit. */
type CommitWatch = Pick<DatabaseFileWatch, "lookToWrite" | "committed">;

const UNWATCHED: CommitWatch = { lookToWrite: () => {}, committed: () => {} };

/** How many writers share a commit, how long one that came early waits for others, and how long for other programs. */
interface SharingLimits {
  readonly members: number;
  /** After so long no other call joins a group. */
  readonly milliseconds: number;
  /** Milliseconds. */
  readonly wait: number;
}

interface Failure {
  readonly error: unknown;
}

/** The writers whose work is in one transaction. */
class Group {
  readonly begun = performance.now();
  size = 0;
  hasChanges = false;
  /** Why SQLite has dropped the transaction. */
  lost: Failure | undefined;
  /** Settles, and never rejects, when the commit has succeeded or failed. */
  readonly ended: Promise<Failure | undefined>;
  end: (failure: Failure | undefined) => void = () => {};

  constructor() {
    this.ended = new Promise((resolve) => {
      this.end = resolve;
    });
  }
}

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
