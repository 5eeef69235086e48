import type { JsonValue, Value } from "../../values/index.ts";
import { EvaluationError, PendingAnswer } from "./evaluation-error.ts";
import type { Meter } from "./meter.ts";

/** The code of a function of the program around, and how it is asked. */
export interface HostCode {
  /** Is given one JSON value for each parameter. */
  readonly evaluate: (...values: JsonValue[]) => unknown;
  /** Whether it answers with a Promise. */
  readonly isAsync: boolean;
  /** `call`: it is asked once for each different argument list of a request; `none`: whenever its value is needed. */
  readonly cache: "call" | "none";
  /** Milliseconds that an asynchronous answer may take. */
  readonly timeout: number;
}

/** The code of functions by their names in capitals. */
export type HostCodes = ReadonlyMap<string, HostCode>;

/** Runs something after so many milliseconds, and returns what cancels it. */
export type After = (milliseconds: number, run: () => void) => () => void;

/** One call of a function: its name, its code, what it is given, and how its answer is read, which throws for a wrong one. */
interface Question {
  readonly name: string;
  /** Undefined where the definition declares only the signature. Code of the request goes before it. */
  readonly code: HostCode | undefined;
  readonly given: readonly JsonValue[];
  readonly read: (answer: unknown) => Value;
}

interface HostCallsOptions {
  /** The code of functions of which the definition has only the signature, by their names. */
  readonly codes?: ReadonlyMap<string, HostCode>;
  readonly after: After;
  /** Whether the evaluation is repeated when asynchronous answers have come. */
  readonly waits: boolean;
}

/**
 * The calls of functions of the program around in one request. An asynchronous answer that is not there yet is noted, and the
 * evaluation ends with `PendingAnswer`. `answerAll` waits for what was noted; then the evaluation is repeated and finds it here.
 */
export class HostCalls {
  readonly #codes: ReadonlyMap<string, HostCode> | undefined;
  readonly #after: After;
  readonly #waits: boolean;
  /** By name and arguments: what gives the answer, or throws what went wrong. */
  readonly #answers = new Map<string, () => Value>();
  readonly #noted = new Map<string, Question & { readonly code: HostCode }>();
  #deferred = 0;
  #rows = new WeakSet<readonly Value[]>();

  constructor({ codes, after, waits }: HostCallsOptions) {
    this.#codes = codes;
    this.#after = after;
    this.#waits = waits;
  }

  /** The answer to a question. Throws `EvaluationError`, and `PendingAnswer` where it is still to come. */
  ask(question: Question): Value {
    const { name, given, read } = question;
    const code = this.#codes?.get(name) ?? question.code;
    if (code === undefined) throw failure(name, "has no code here");
    if (!code.isAsync && code.cache === "none") return read(callCode(name, code, given));
    const key = JSON.stringify([name, ...given]);
    const known = this.#answers.get(key);
    if (known !== undefined) return known();
    if (code.isAsync && !this.#waits) throw new EvaluationError("run/asynchronous", { name });
    if (!this.#noted.has(key) && this.#answers.size + this.#noted.size >= MOST_CALLS)
      throw new EvaluationError("limit/host-calls", { limit: MOST_CALLS });
    if (code.isAsync) {
      this.#noted.set(key, { ...question, code });
      throw new PendingAnswer(name);
    }
    const value = read(callCode(name, code, given));
    this.#answers.set(key, () => value);
    return value;
  }

  /** Whether no answer is waited for. */
  get isComplete(): boolean {
    return this.#noted.size === 0;
  }

  /** How often a part of an expression was left out because its answer is pending. */
  get deferred(): number {
    return this.#deferred;
  }

  /**
   * Whether what was thrown is a pending answer, so that the work goes on to the next row: its answers are then asked for
   * together. Nothing more is computed from such a row until then.
   */
  defers(thrown: unknown, row?: readonly Value[]): boolean {
    if (!(thrown instanceof PendingAnswer)) return false;
    this.#deferred += 1;
    if (row !== undefined) this.#rows.add(row);
    return true;
  }

  /** Throws `PendingAnswer` for a row from which nothing more is to be computed before the answers are there. */
  checkRow(row: readonly Value[]): void {
    if (this.#noted.size > 0 && this.#rows.has(row)) throw new PendingAnswer("");
  }

  /** Drops what was noted by work that lacked something else, and is repeated. */
  forgetNoted(): void {
    this.#noted.clear();
    this.#rows = new WeakSet();
  }

  /** Waits for the answers that were noted, a few at a time. The time is not taken off the budget of the request. */
  async answerAll(meter: Meter): Promise<void> {
    const waiting = [...this.#noted];
    this.#rows = new WeakSet();
    let next = 0;
    const work = async () => {
      while (next < waiting.length) {
        const [key, question] = waiting[next++] as (typeof waiting)[number];
        this.#answers.set(key, await answerOf(question, this.#after));
      }
    };
    const workers = Array.from({ length: Math.min(AT_ONCE, waiting.length) }, work);
    await meter.waitFor(() => Promise.all(workers));
    for (const [key] of waiting) this.#noted.delete(key);
  }
}

/** Different argument lists in one request. */
const MOST_CALLS = 10_000;

/** Answers that are waited for at the same time. */
const AT_ONCE = 8;

/** An error of a function, located where it is called. */
export function failure(name: string, problem: string, cause?: unknown): EvaluationError {
  const error = new EvaluationError("run/host-function", { name, problem });
  error.cause = cause;
  return error;
}

/** What a function is found to do wrong by who calls it for the program, as a clause about the function. */
export class HostProblem extends Error {}

function problemOf(thrown: unknown): string {
  try {
    return thrown instanceof HostProblem ? thrown.message : "threw an error";
  } catch {
    return "threw an error"; // what is thrown may be a revoked proxy
  }
}

function callCode(name: string, { evaluate }: HostCode, given: readonly JsonValue[]): unknown {
  try {
    return evaluate(...given);
  } catch (thrown) {
    throw failure(name, problemOf(thrown), thrown);
  }
}

/** The answer of an asynchronous function, or what went wrong. */
function answerOf(
  { name, code, given, read }: Question & { readonly code: HostCode },
  after: After,
): Promise<() => Value> {
  const { promise, resolve } = Promise.withResolvers<() => Value>();
  const open: OpenQuestion = {
    answered: (answer) => resolve(reading(read, answer)),
    failed: (thrown) => resolve(throwing(name, problemOf(thrown), thrown)),
  };
  const cancel = after(code.timeout, () =>
    resolve(throwing(name, `gave no answer within ${code.timeout} ms`)),
  );
  listen(callLater(code, given), open);
  return promise.finally(() => {
    delete open.answered;
    delete open.failed;
    cancel();
  });
}

interface OpenQuestion {
  answered?: (answer: unknown) => void;
  failed?: (thrown: unknown) => void;
}

/** A scope of its own: the promise of a function may live for ever, and it must hold nothing of the request. */
function listen(answer: Promise<unknown>, open: OpenQuestion): void {
  answer.then(
    (value) => open.answered?.(value),
    (thrown) => open.failed?.(thrown),
  );
}

async function callLater({ evaluate }: HostCode, given: readonly JsonValue[]): Promise<unknown> {
  return evaluate(...given);
}

/** An error has a place of its own each time. */
function throwing(name: string, problem: string, cause?: unknown): () => Value {
  return () => {
    throw failure(name, problem, cause);
  };
}

function reading(read: (answer: unknown) => Value, answer: unknown): () => Value {
  try {
    const value = read(answer);
    return () => value;
  } catch (thrown) {
    const { code, details, cause } = thrown as EvaluationError;
    return () => {
      const error = new EvaluationError(code, details);
      error.cause = cause;
      throw error;
    };
  }
}
