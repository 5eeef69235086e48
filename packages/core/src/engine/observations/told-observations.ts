import type { CheckedExpression } from "../../expression/parts.ts";
import type { ActionDefinition } from "../../schema/index.ts";
import type { Value } from "../../values/index.ts";
import type { EngineObserver, Observations } from "./observations.ts";

/** Observations that are handed on to an observer when the run has ended. */
export class ToldObservations implements Observations {
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

  /** Of a rule only its conditions and what it does are reported. */
  tries(): void {}

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
