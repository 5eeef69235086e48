import { median } from "../median.ts";
import { drive, type MakeRequest, SAMPLES } from "./drive.ts";
import type { ServerProcess } from "./server-process.ts";
import { warmUp } from "./warm-up.ts";

type Driven = readonly [server: ServerProcess, makeRequest: MakeRequest];

/**
 * Requests per second of processor time of two servers that have got no faster for a while, driven in turn so that whatever else the
 * machine does befalls both: the medians of some samples of so many milliseconds.
 */
export async function driveInTurn(
  first: Driven,
  second: Driven,
  milliseconds: number,
  from = 1,
): Promise<readonly [first: number, second: number]> {
  const contestants = [first, second].map((driven) => ({ driven, next: from, samples: [] as number[] }));
  for (const contestant of contestants) {
    contestant.next = await warmUp(...contestant.driven, milliseconds, contestant.next);
  }
  for (let sample = 0; sample < SAMPLES; sample++) {
    for (const contestant of contestants) {
      const { perCpuSecond, next } = await drive(...contestant.driven, milliseconds, contestant.next);
      contestant.next = next;
      contestant.samples.push(perCpuSecond);
    }
  }
  const [one = Number.NaN, other = Number.NaN] = contestants.map(({ samples }) => median(samples));
  return [one, other];
}
