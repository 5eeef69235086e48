import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { Meter } from "@tablewright/core/expression";
import { nativeFunctions } from "@tablewright/core/storage";

/**
 * Gives a connection the functions of the evaluator, so that it computes what the evaluator does. They answer NULL for
 * NULL. Indexes on the fold of texts call them whenever a row is written.
 */
export function registerFunctions(database: DatabaseSync): RunningStatement {
  let thrown: unknown;
  const watched =
    <Values extends readonly unknown[], Answer>(evaluate: (...values: Values) => Answer) =>
    (...values: Values): Answer => {
      try {
        return evaluate(...values);
      } catch (error) {
        thrown = error;
        throw error;
      }
    };
  const { sum, mean, overflow, ...pure } = nativeFunctions;
  for (const [name, evaluate] of Object.entries(pure))
    database.function(`tw_${name}`, { deterministic: true, varargs: true }, watched(strict(evaluate)));
  database.function("tw_overflow", watched(overflow));
  for (const [name, evaluate] of Object.entries({ sum, mean }))
    database.aggregate(`tw_${name}`, {
      start: () => [] as never,
      step: (values: unknown, value) => {
        if (value !== null) (values as number[]).push(value as number);
        return values as never;
      },
      result: watched((values: unknown) => evaluate(values as number[])),
    });
  const running: RunningStatement = {
    meter: undefined,
    filterMeter: undefined,
    takeThrown: () => {
      const taken = thrown;
      thrown = undefined;
      return taken;
    },
  };
  const spend = watched(() => {
    running.meter?.spend(1);
    return 1;
  });
  database.function("tw_spend", { varargs: true }, spend);
  const spendOfFilters = watched(() => {
    running.filterMeter?.spend(1);
    return 1;
  });
  database.function("tw_spend_filter", { varargs: true }, spendOfFilters);
  return running;
}

/** What the functions share with whoever runs a statement. */
export interface RunningStatement {
  /** The budget of the request that the statement is for. */
  meter: Meter | undefined;
  /** That of its security filters. */
  filterMeter: Meter | undefined;
  /**
   * What a function threw. Beside an aggregate under way node:sqlite forgets it, and answers as if there had been nothing.
   */
  takeThrown(): unknown;
}

function strict(evaluate: unknown): (...values: SQLInputValue[]) => SQLInputValue {
  const answer = evaluate as (...values: SQLInputValue[]) => SQLInputValue;
  return (...values) => (values.includes(null) ? null : answer(...values));
}
