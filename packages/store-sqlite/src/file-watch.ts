import { statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { SqliteError } from "./sqlite-error.ts";

/**
 * Whether an open file can be relied on. SQLite goes on with a file that was deleted or replaced, and what it then commits is
 * gone with it; so the file at the path is compared with the open one, and so are the log and the index of the log. It
 * remembers a full disk and a damaged file, so that the store is not ready meanwhile. As long as the trouble is the same, the error is the
 * same object: it is logged once.
 */
export class DatabaseFileWatch {
  readonly #paths: readonly string[];
  readonly #now: () => number;
  readonly #free: () => number;
  /** By their paths, the files as they were when first seen. */
  readonly #seen = new Map<string, string>();
  #lookedAt = Number.NEGATIVE_INFINITY;
  #lost: SqliteError | undefined;
  #trouble: SqliteError | undefined;

  /** `now` is a clock of milliseconds, `free` how many bytes the disk has room for. */
  constructor(
    file: string,
    { now = () => performance.now(), free = () => freeBytes(file) }: FileWatching = {},
  ) {
    this.#paths = [file, `${file}-wal`, `${file}-shm`];
    this.#now = now;
    this.#free = free;
    this.look();
  }

  /** Throws when one of the files is not there any more, or is another one. */
  look(): void {
    this.#lookedAt = this.#now();
    for (const path of this.#paths) {
      const identity = identityOf(path);
      const known = this.#seen.get(path);
      if (known === undefined) {
        if (identity !== undefined) this.#seen.set(path, identity);
      } else if (identity !== known) {
        const what = identity === undefined ? "deleted" : "replaced";
        this.#lost ??= new SqliteError(
          `"${path}" was ${what} while it was open; put it back, or start the server again.`,
          { code: "server/store-replaced" },
        );
        throw this.#lost;
      }
    }
    this.#lost = undefined;
  }

  /** Throws when what is committed could not be relied on: a damaged file takes no write, wherever the damage was met. */
  lookToWrite(): void {
    this.look();
    if (this.#trouble?.code === "server/store-damaged") throw this.#trouble;
  }

  /** Looks, unless it has just been looked. */
  lookNowAndThen(): void {
    if (this.#lost !== undefined || this.#now() - this.#lookedAt >= INTERVAL) this.look();
  }

  /** Runs `work`, and remembers a full disk or a damaged file. */
  async noting<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof SqliteError) || !REMEMBERED.has(error.code)) throw error;
      if (this.#trouble?.code !== error.code) this.#trouble = error;
      throw this.#trouble;
    }
  }

  /** A commit has gone through: the disk has room. */
  committed(): void {
    this.lookToWrite();
    if (this.#trouble?.code === "server/store-full") this.#trouble = undefined;
  }

  /** Throws when the file cannot be relied on. A damaged one is not mended by itself. */
  check(): void {
    this.look();
    if (this.#trouble?.code === "server/store-full" && this.#free() >= ROOM) this.#trouble = undefined;
    if (this.#trouble !== undefined) throw this.#trouble;
  }
}

interface FileWatching {
  readonly now?: () => number;
  readonly free?: () => number;
}

/** Undefined where there is none, or none that can be seen. */
function identityOf(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}

function freeBytes(file: string): number {
  const { bavail, bsize } = statfsSync(dirname(file));
  return bavail * bsize;
}

const REMEMBERED: ReadonlySet<string> = new Set(["server/store-full", "server/store-damaged"]);

/** Milliseconds between two looks of those who only read; every commit looks. */
const INTERVAL = 1_000;

/** Bytes that a disk has to have for its trouble to be over. */
const ROOM = 16_777_216;
