import { median } from "../median.ts";
import { drive, type MakeRequest, SAMPLES, WARM_UP } from "./drive.ts";
import type { ServerProcess } from "./server-process.ts";

/** Milliseconds of processor time a request: the median of three samples, after a longer one in which the server is optimised. */
export async function driveAlone(
  server: ServerProcess,
  makeRequest: MakeRequest,
  milliseconds: number,
): Promise<number> {
  const samples: number[] = [];
  for (let sample = 0, from = 1; sample <= SAMPLES; sample++) {
    const { perCpuSecond, next } = await drive(
      server,
      makeRequest,
      sample === 0 ? WARM_UP * milliseconds : milliseconds,
      from,
    );
    from = next;
    if (sample > 0) samples.push(1_000 / perCpuSecond);
  }
  return median(samples);
}
