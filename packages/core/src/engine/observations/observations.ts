import type { Location } from "../../diagnostics/index.ts";
import type { CheckedExpression, RequestContext, Task } from "../../expression/parts.ts";
import type { ActionDefinition, AppDefinition, RuleDefinition, TableDefinition } from "../../schema/index.ts";
import type { Row } from "../../storage/index.ts";
import type { Value } from "../../values/index.ts";
import type { RuleMatch } from "../calls/change-log.ts";

/** What a program learns of calls under way, such as which conditions of a definition were met. */
export interface EngineObserver {
  /** An expression of the definition gave a value for a row, or without one. Blank is null. */
  evaluates(expression: CheckedExpression, value: Value): void;
  /** An action is carried out on at least one row. */
  acts(action: ActionDefinition): void;
}

/**
 * What one run of a call has evaluated and done. A stage that runs once more, because it read rows that were not loaded yet,
 * takes back what it noted; of a run of the call that does not count nothing is handed on.
 */
export interface Observations {
  /** `at` is where a cell is concerned. */
  evaluates(expression: CheckedExpression, value: Value, at?: EvaluatedCell): void;
  acts(action: ActionDefinition): void;
  /** `chain` are the rules whose writing it is tried on, one after the other; none for the call's own. */
  tries(rule: RuleDefinition, matches: readonly RuleMatch[], chain: readonly RuleDefinition[]): void;
  mark(): number;
  rewind(mark: number): void;
  /** Hands on what is certain. */
  tell(): void;
}

/** The row that an expression was evaluated on, the cell that it was for, and what the call could read at that moment. */
export interface EvaluatedCell {
  readonly call: {
    readonly app: AppDefinition;
    readonly table: TableDefinition;
    readonly read: { readonly context: RequestContext };
  };
  readonly row: Row;
  readonly before: Row | undefined;
  readonly location: Location;
}

/**
 * A stage that may run more than once, and what takes back what its last run noted. Reading rows for it notes the filters that
 * were tried on them, and that stays.
 */
export function observing<T>(
  observations: Observations,
  stage: () => Task<T>,
): { readonly stage: () => Task<T>; readonly undo: () => void } {
  let mark = observations.mark();
  return {
    stage: () => {
      mark = observations.mark();
      return stage();
    },
    undo: () => observations.rewind(mark),
  };
}

/** Observations that are handed on to an observer when the run has ended. */
export class BufferedObserver implements Observations {
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
