/**
 * What was made of texts lately, at most so many and of so many characters together: the one longest out of use makes room.
 * Texts of statements have parameters for values, but conditions have as many shapes as callers think of, and may be long.
 */
export class StatementCache<Statement> {
  readonly #made = new Map<string, Statement>();
  readonly #most: number;
  readonly #mostCharacters: number;
  #characters = 0;

  constructor(most: number, mostCharacters: number = MOST_CHARACTERS) {
    this.#most = most;
    this.#mostCharacters = mostCharacters;
  }

  get size(): number {
    return this.#made.size;
  }

  get(text: string, make: (text: string) => Statement): Statement {
    const existing = this.#made.get(text);
    if (existing !== undefined) {
      this.#made.delete(text);
      this.#made.set(text, existing);
      return existing;
    }
    const statement = make(text);
    if (text.length > this.#mostCharacters) return statement;
    this.#made.set(text, statement);
    this.#characters += text.length;
    while (this.#made.size > this.#most || this.#characters > this.#mostCharacters)
      this.forget(this.#made.keys().next().value as string);
    return statement;
  }

  forget(text: string): void {
    if (this.#made.delete(text)) this.#characters -= text.length;
  }

  clear(): void {
    this.#made.clear();
    this.#characters = 0;
  }
}

/** A prepared statement takes some tens of bytes for each character of its text. */
const MOST_CHARACTERS = 262_144;
