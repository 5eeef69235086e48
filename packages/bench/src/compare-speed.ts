import { deepStrictEqual } from "node:assert";
import { medianOf } from "./figure.ts";

/**
 * Milliseconds of one run of each contestant, the medians of samples taken in turn, so that whatever else the machine
 * does affects all equally. Each gets `duration` milliseconds to be optimised first, and as many to be measured.
 */
export function compareSpeed<K extends string>(
  contestants: Readonly<Record<K, () => unknown>>,
  duration: number,
): Readonly<Record<K, number>> {
  const names = Object.keys(contestants) as K[];
  const runs = new Map(names.map((name) => [name, warmUp(contestants[name], duration)]));
  const samples = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of names) {
      const count = runs.get(name) ?? 1;
      samples.get(name)?.push(timeOf(contestants[name], count) / count);
    }
  }
  return Object.fromEntries(names.map((name) => [name, medianOf(samples.get(name) ?? [])])) as Record<
    K,
    number
  >;
}

const ROUNDS = 15;

/** Answers how many runs fill one sample. */
function warmUp(contestant: () => unknown, duration: number): number {
  const end = performance.now() + duration;
  let last = 0;
  do {
    last = timeOf(contestant, 1);
  } while (performance.now() < end);
  return Math.max(1, Math.round(duration / ROUNDS / last));
}

/**
 * Milliseconds of one run that may be asynchronous: the median of the later half of the samples taken in twice `duration` milliseconds,
 * which are at least three.
 */
export async function medianTime(run: () => unknown, duration: number): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + 2 * duration;
  do {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  } while (performance.now() < end || times.length < 3);
  return medianOf(times.slice(times.length >> 1));
}

function timeOf(contestant: () => unknown, count: number): number {
  const start = performance.now();
  for (let run = 0; run < count; run++) {
    // Looking at the answer keeps the run from being optimised away.
    if (contestant() === NEVER) throw new Error("A contestant gave no answer.");
  }
  return performance.now() - start;
}

const NEVER = Symbol("never");

/** Speed means nothing for a wrong answer: throws unless all answers equal the first, which is the one by hand. */
export function expectSame(answers: Readonly<Record<string, unknown>>): void {
  const [[, expected], ...others] = Object.entries(answers) as [[string, unknown], ...[string, unknown][]];
  for (const [name, answer] of others) deepStrictEqual(answer, expected, `${name} gives another answer.`);
}
