import type {
  Found,
  InsertOutcome,
  Key,
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

/** What a write may ask for that shares a transaction. Each answers undefined to what needs a transaction of its own. */
export interface LoneSteps {
  insert?(table: string, rows: readonly Row[]): Promise<InsertOutcome> | undefined;
  getByKeys?(table: string, keys: readonly Key[]): Promise<readonly (Row | undefined)[]> | undefined;
  update?(table: string, rows: readonly Row[]): Promise<readonly Row[]> | undefined;
}

/** A write that takes some steps, each once, and does nothing else. */
export class LoneWrite implements WriteTransaction {
  readonly #steps: LoneSteps;
  readonly #taken = new Set<keyof LoneSteps>();
  #isOver = false;
  #goesAlone = false;

  constructor(steps: LoneSteps) {
    this.#steps = steps;
  }

  /** Whether the work has come to something else, whatever it made of the error. */
  get goesAlone(): boolean {
    return this.#goesAlone;
  }

  async insert(table: string, rows: readonly Row[]): Promise<InsertOutcome> {
    return this.#take("insert", (steps) => steps.insert?.(table, rows));
  }

  async update(table: string, rows: readonly Row[]): Promise<readonly Row[]> {
    return this.#take("update", (steps) => steps.update?.(table, rows));
  }

  async getByKeys(table: string, keys: readonly Key[]): Promise<readonly (Row | undefined)[]> {
    return this.#take("getByKeys", (steps) => steps.getByKeys?.(table, keys));
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

  #take<T>(step: keyof LoneSteps, take: (steps: LoneSteps) => Promise<T> | undefined): Promise<T> {
    if (this.#isOver || this.#taken.has(step)) return this.#refuse();
    this.#taken.add(step);
    return take(this.#steps) ?? this.#refuse();
  }

  #refuse(): never {
    this.#goesAlone = true;
    throw new GoesAlone();
  }
}
