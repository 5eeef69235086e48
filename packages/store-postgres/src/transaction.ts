import type { SqlValue } from "@tablewright/store-sql";
import { COMMIT, type Send } from "./connection.ts";
import { mayBeginPostgresAgain } from "./postgres-error.ts";

/** A transaction that begins: the statements that begin it are under way, and others can be sent after them. */
export interface Beginning {
  readonly send: Send;
  /** The rows of the last statement that begins. */
  readonly begun: Promise<SqlValue[][]>;
  /** Gives the connection back; once. */
  readonly release: (isBroken: boolean) => void;
}

/**
 * A transaction whose work sends its first statement while it begins, so that both travel together. Where beginning meets an
 * error, nothing was done yet: it begins on another connection, and the statement is sent again.
 */
export class Transaction {
  readonly #begin: () => Promise<Beginning>;
  #beginning: Beginning;
  #again: Promise<void> | undefined;
  #attempts = 1;

  private constructor(begin: () => Promise<Beginning>, beginning: Beginning) {
    this.#begin = begin;
    this.#beginning = beginning;
  }

  /** Begins one; rejects when there is no connection for it. */
  static async begin(begin: () => Promise<Beginning>): Promise<Transaction> {
    return new Transaction(begin, await begin());
  }

  readonly send: Send = async (query) => {
    const beginning = this.#beginning;
    const sent = beginning.send(query);
    sent.catch(() => undefined); // after an error of the beginning that one is thrown
    return (await this.#hasBegun(beginning)) ? sent : this.send(query);
  };

  /** The rows of the last statement that begins. */
  async begun(): Promise<SqlValue[][]> {
    const beginning = this.#beginning;
    return (await this.#hasBegun(beginning)) ? beginning.begun : this.begun();
  }

  /**
   * Ends one that has only read. What was read is true however it ends, so nothing waits for that. It is committed, so that the
   * database goes on to keep writers from what would make it untrue.
   */
  end(): void {
    this.#beginning.send(COMMIT).then(
      () => this.release(false),
      () => this.release(true),
    );
  }

  /** Gives its connection back after it has ended. */
  release(isBroken: boolean): void {
    this.#beginning.release(isBroken);
  }

  /** Rejects with what hindered it, unless it begins again. */
  async #hasBegun(beginning: Beginning): Promise<boolean> {
    try {
      await beginning.begun;
      return true;
    } catch (error) {
      if (beginning !== this.#beginning) return false;
      this.#again ??= this.#beginAgain(error);
      await this.#again;
      return false;
    }
  }

  async #beginAgain(error: unknown): Promise<void> {
    if (this.#attempts >= ATTEMPTS || !mayBeginPostgresAgain(error)) throw error;
    this.#attempts++;
    this.#beginning.release(true);
    this.#beginning = await this.#begin();
    this.#again = undefined;
  }
}

/** More than a pool has connections, so that a restart of the server, which breaks them all, is not felt. */
export const ATTEMPTS = 12;
