import type {
  Found,
  Key,
  PlanExplanation,
  ReadTransaction,
  Row,
  StoredEvent,
  StoredRun,
} from "@tablewright/core/storage";

/** Reads the rows of keys as they are when it is called. */
export type ReadByKeys = (table: string, keys: readonly Key[]) => Promise<readonly (Row | undefined)[]>;

/** A read that asks for the rows of keys once and for nothing else: one statement needs no transaction around it. */
export class LoneRead implements ReadTransaction {
  readonly #read: ReadByKeys;
  #isOver = false;

  constructor(read: ReadByKeys) {
    this.#read = read;
  }

  async getByKeys(table: string, keys: readonly Key[]): Promise<readonly (Row | undefined)[]> {
    if (this.#isOver) return refuse();
    this.#isOver = true;
    return this.#read(table, keys);
  }

  async find(): Promise<Found> {
    return refuse();
  }

  async explain(): Promise<PlanExplanation> {
    return refuse();
  }

  async listEvents(): Promise<readonly StoredEvent[]> {
    return refuse();
  }

  async listRuns(): Promise<readonly StoredRun[]> {
    return refuse();
  }

  /** Runs `work` and then refuses every further call. */
  async endAfter<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      this.#isOver = true;
    }
  }
}

/** What comes later would see another snapshot. */
function refuse(): never {
  throw new Error("A read of the rows of keys, once, is used for something else, or has ended.");
}
