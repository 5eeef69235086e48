import { median } from "../median.ts";
import { drive, type MakeRequest, SAMPLES, WARM_UP } from "./drive.ts";
import type { ServerProcess } from "./server-process.ts";

type Driven = readonly [server: ServerProcess, makeRequest: MakeRequest];

/**
 * Requests per second of processor time of two servers, driven in turn so that whatever else the machine does befalls
 * both: the medians of three samples of so many milliseconds, after a longer one in which both are optimised.
 */
export async function driveInTurn(
  first: Driven,
  second: Driven,
  milliseconds: number,
  from = 1,
): Promise<readonly [first: number, second: number]> {
  const contestants = [first, second].map((driven) => ({ driven, next: from, samples: [] as number[] }));
  for (let sample = 0; sample <= SAMPLES; sample++) {
    for (const contestant of contestants) {
      const { perCpuSecond, next } = await drive(
        ...contestant.driven,
        sample === 0 ? WARM_UP * milliseconds : milliseconds,
        contestant.next,
      );
      contestant.next = next;
      if (sample > 0) contestant.samples.push(perCpuSecond);
    }
  }
  const [one = Number.NaN, other = Number.NaN] = contestants.map(({ samples }) => median(samples));
  return [one, other];
}
