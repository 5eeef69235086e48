/**
 * What was made of texts lately, at most so many: the one longest out of use makes room. Texts of statements have holes
 * for values, but conditions have as many shapes as callers think of.
 */
export class StatementCache<Statement> {
  readonly #made = new Map<string, Statement>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get(text: string, make: (text: string) => Statement): Statement {
    const known = this.#made.get(text);
    if (known !== undefined) {
      this.#made.delete(text);
      this.#made.set(text, known);
      return known;
    }
    const made = make(text);
    this.#made.set(text, made);
    if (this.#made.size > this.#most) this.#made.delete(this.#made.keys().next().value as string);
    return made;
  }

  forget(text: string): void {
    this.#made.delete(text);
  }

  clear(): void {
    this.#made.clear();
  }
}
