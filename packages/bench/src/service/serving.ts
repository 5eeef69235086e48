import type { StoreKind } from "../open-store.ts";
import { answerQuestions } from "./answer-questions.ts";
import type { Shape } from "./records.ts";

/** What is served. */
export interface Serving {
  readonly kind: StoreKind;
  readonly rows: number;
  readonly shape: Shape;
  /** Whether the rows are there already. */
  readonly isFilled: boolean;
  /** How long a call may take, where that is not what callers have by default. */
  readonly milliseconds?: number;
  /** The module of the peer that serves. */
  readonly peer?: string;
}

/** What a serving process is given. */
export interface Told extends Serving {
  /** Where the rows are: a file, or the address of a database; unused in memory. */
  readonly place: string;
}

/** The task from the parent process. */
export function readTold(): Told {
  return JSON.parse(process.argv[2] ?? "") as Told;
}

/** Tells the parent process that this one serves, answers its questions about usage, and ends with it. */
export function answerParent(ready: Ready): void {
  answerQuestions();
  process.send?.(ready);
}

/** Seconds of this process's time that some work takes. */
export async function cpuSecondsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** What a serving process says once it listens. */
export interface Ready {
  readonly port: number;
  readonly fillSeconds: number;
}
