import type {
  FindPlan,
  Found,
  InMemoryRows,
  InsertOutcome,
  Key,
  Row,
  WriteTransaction,
} from "@tablewright/core/storage";
import { InMemoryVersion } from "./in-memory-version.ts";
import { MemoryRead } from "./memory-read.ts";
import type { Snapshot } from "./snapshot.ts";
import type { TableVersion } from "./table-version.ts";

/** Changes forks of what it touches and reads what it has changed; the caller commits `snapshot`, or drops it. */
export class MemoryWrite extends MemoryRead implements WriteTransaction {
  readonly #before: Snapshot;
  readonly #own: OwnSnapshot;
  #busy: Promise<void> | undefined;

  constructor(before: Snapshot) {
    const own = { ...before, tables: new Map(before.tables) };
    super(own);
    this.#before = before;
    this.#own = own;
  }

  /** To be said of a transaction that is not committed. */
  giveUp(): void {
    for (const [table, version] of this.#own.tables) if (this.#isForked(table, version)) version.giveUp();
  }

  /** What the store holds when this is committed. */
  get snapshot(): Snapshot {
    return this.#own;
  }

  override async find(plan: FindPlan): Promise<Found> {
    return this.#alone(() => super.find(plan));
  }

  override getByKeys(table: string, keys: readonly Key[]): Promise<readonly (Row | undefined)[]> {
    return this.#alone(() => super.getByKeys(table, keys));
  }

  /** Its versions change while it writes. */
  override inMemory(table: string): InMemoryRows {
    return new InMemoryVersion(this.versionOf(table));
  }

  insert(table: string, rows: readonly Row[]): Promise<InsertOutcome> {
    return this.#alone(() => this.#forkOf(table).insert(rows));
  }

  update(table: string, rows: readonly Row[]): Promise<readonly Row[]> {
    return this.#alone(() => this.#forkOf(table).update(rows));
  }

  async delete(table: string, keys: readonly Key[]): Promise<void> {
    await this.#alone(() => this.#forkOf(table).delete(keys));
  }

  /** Whether any work is under way. */
  get isBusy(): boolean {
    return this.#busy !== undefined;
  }

  /** Settles when no work is under way that its caller did not wait for. */
  async whenIdle(): Promise<void> {
    while (this.#busy !== undefined) await this.#busy;
  }

  /** What the same transaction is asked while this work pauses waits for it, so that nothing is seen or changed half-way. */
  async #alone<T>(work: () => T | Promise<T>): Promise<T> {
    while (this.#busy !== undefined) await this.#busy;
    const done = work();
    if (!(done instanceof Promise)) return done;
    const settled = done.then(
      () => {},
      () => {},
    );
    this.#busy = settled;
    try {
      return await done;
    } finally {
      this.#busy = undefined;
    }
  }

  #forkOf(table: string): TableVersion {
    const version = this.versionOf(table);
    if (this.#isForked(table, version)) return version;
    const fork = version.fork();
    this.#own.tables.set(table, fork);
    return fork;
  }

  #isForked(table: string, version: TableVersion): boolean {
    return version !== this.#before.tables.get(table);
  }
}

/** Whatever has been touched is in it as a fork. */
interface OwnSnapshot extends Snapshot {
  readonly tables: Map<string, TableVersion>;
}
