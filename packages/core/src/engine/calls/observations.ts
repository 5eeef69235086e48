import type { CheckedExpression } from "../../expression/parts.ts";
import type { ActionDefinition } from "../../schema/index.ts";
import type { Value } from "../../values/index.ts";

/** What a program learns of calls under way, such as which conditions of a definition were met. */
export interface EngineObserver {
  /** An expression of the definition gave a value for a row, or without one. Blank is null. */
  evaluates(expression: CheckedExpression, value: Value): void;
  /** An action is carried out on at least one row. */
  acts(action: ActionDefinition): void;
}

/**
 * What one run of a call has evaluated and done. A stage that runs once more, because it read rows that were not loaded yet,
 * takes back what it noted; a run of the call that does not count is never told.
 */
export class Observations {
  readonly #observer: EngineObserver;
  #pending: ((observer: EngineObserver) => void)[] = [];

  constructor(observer: EngineObserver) {
    this.#observer = observer;
  }

  evaluates(expression: CheckedExpression, value: Value): void {
    this.#pending.push((observer) => observer.evaluates(expression, value));
  }

  acts(action: ActionDefinition): void {
    this.#pending.push((observer) => observer.acts(action));
  }

  mark(): number {
    return this.#pending.length;
  }

  rewind(mark: number): void {
    this.#pending.length = mark;
  }

  /** Hands on what is certain. */
  tell(): void {
    for (const tell of this.#pending) tell(this.#observer);
    this.#pending = [];
  }
}
