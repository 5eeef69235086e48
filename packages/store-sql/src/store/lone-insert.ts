import type {
  Found,
  InsertOutcome,
  PlanExplanation,
  Row,
  StoredEvent,
  StoredRun,
  WriteTransaction,
} from "@tablewright/core/storage";

/** Thrown where a write has to have a transaction of its own; its work is run again there. */
export class GoesAlone extends Error {
  constructor() {
    super("The write needs a transaction of its own.");
  }
}

/** Inserts rows; the outcome of `WriteTransaction.insert`. */
export type InsertRows = (table: string, rows: readonly Row[]) => Promise<InsertOutcome>;

/** A write that inserts a few rows once, into a table of those that it `takes`, and does nothing else. */
export class LoneInsert implements WriteTransaction {
  readonly #insert: InsertRows;
  readonly #takes: (table: string) => boolean;
  #isOver = false;
  #goesAlone = false;

  constructor(insert: InsertRows, takes: (table: string) => boolean) {
    this.#insert = insert;
    this.#takes = takes;
  }

  /** Whether the work has come to something else, whatever it made of the error. */
  get goesAlone(): boolean {
    return this.#goesAlone;
  }

  async insert(table: string, rows: readonly Row[]): Promise<InsertOutcome> {
    if (this.#isOver) return this.#refuse();
    this.#isOver = true;
    if (rows.length === 0 || rows.length > MOST_ROWS || !this.#takes(table)) return this.#refuse();
    return this.#insert(table, rows);
  }

  async update(): Promise<readonly Row[]> {
    return this.#refuse();
  }

  async delete(): Promise<void> {
    return this.#refuse();
  }

  async find(): Promise<Found> {
    return this.#refuse();
  }

  async explain(): Promise<PlanExplanation> {
    return this.#refuse();
  }

  async getByKeys(): Promise<readonly (Row | undefined)[]> {
    return this.#refuse();
  }

  async listEvents(): Promise<readonly StoredEvent[]> {
    return this.#refuse();
  }

  async listRuns(): Promise<readonly StoredRun[]> {
    return this.#refuse();
  }

  async appendEvents(): Promise<void> {
    return this.#refuse();
  }

  async claimEvents(): Promise<readonly StoredEvent[]> {
    return this.#refuse();
  }

  async settleEvents(): Promise<void> {
    return this.#refuse();
  }

  async appendRuns(): Promise<void> {
    return this.#refuse();
  }

  async removeEvents(): Promise<number> {
    return this.#refuse();
  }

  async removeRuns(): Promise<number> {
    return this.#refuse();
  }

  /** Runs `work` and then refuses every further call. */
  async endAfter<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      this.#isOver = true;
    }
  }

  #refuse(): never {
    this.#goesAlone = true;
    throw new GoesAlone();
  }
}

/** More rows are worth a transaction. */
export const MOST_ROWS = 20;
