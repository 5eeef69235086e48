import { median } from "../median.ts";
import { drive, type MakeRequest, SAMPLES } from "./drive.ts";
import type { ServerProcess } from "./server-process.ts";
import { warmUp } from "./warm-up.ts";

/** Milliseconds of processor time a request: the median of some samples of a server that has got no faster for a while. */
export async function driveAlone(
  server: ServerProcess,
  makeRequest: MakeRequest,
  milliseconds: number,
): Promise<number> {
  let from = await warmUp(server, makeRequest, milliseconds, 1);
  const samples: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample++) {
    const { perCpuSecond, next } = await drive(server, makeRequest, milliseconds, from);
    from = next;
    samples.push(1_000 / perCpuSecond);
  }
  return median(samples);
}
