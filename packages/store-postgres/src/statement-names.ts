/**
 * The names under which connections keep their prepared statements. Conditions have as many shapes as callers think of,
 * and no connection forgets one: a statement gets a name when it comes a second time, and only so many do.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #seen = new Set<string>();
  #given = 0;
  readonly #beginning: string;
  readonly #most: number;

  /** At most so many names, which begin in this way. */
  constructor(beginning: string, most: number) {
    this.#beginning = beginning;
    this.#most = most;
  }

  get size(): number {
    return this.#names.size;
  }

  /** Whatever comes again gets another name, and so is prepared once more. */
  forget(): void {
    this.#names.clear();
  }

  /** Undefined for a statement that is not kept. */
  of(sql: string): string | undefined {
    if (sql.length > LONGEST_NAMED) return undefined;
    const existing = this.#names.get(sql);
    if (existing !== undefined || this.#names.size >= this.#most) return existing;
    if (!this.#seen.delete(sql)) {
      if (this.#seen.size >= MOST_NAMES) this.#seen.clear();
      this.#seen.add(sql);
      return undefined;
    }
    const name = `${this.#beginning}${++this.#given}`;
    this.#names.set(sql, name);
    return name;
  }
}

/** A prepared statement takes some kilobytes of the server, on each connection. */
export const MOST_NAMES = 1_000;

/** Characters of such a statement, which is kept here as well. */
const LONGEST_NAMED = 20_000;
