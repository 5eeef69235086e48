import { drive, type MakeRequest } from "./drive.ts";
import type { ServerProcess } from "./server-process.ts";

/**
 * Drives a server, so many milliseconds at a time, until it gets no faster: a program of many functions is compiled long after one
 * of a single function is, and what is measured is what a caller gets of a server that is up. Answers the next request's number.
 */
export async function warmUp(
  server: ServerProcess,
  makeRequest: MakeRequest,
  milliseconds: number,
  from: number,
): Promise<number> {
  let best = 0;
  let next = from;
  for (let piece = 0, sinceBest = 0; piece < MOST_PIECES && sinceBest < NO_FASTER; piece++) {
    const driven = await drive(server, makeRequest, milliseconds, next);
    next = driven.next;
    sinceBest = piece >= FEWEST_PIECES && driven.perCpuSecond < best * A_GAIN ? sinceBest + 1 : 0;
    best = Math.max(best, driven.perCpuSecond);
  }
  return next;
}

/** What counts as faster, and in how many pieces one after the other nothing does. */
const A_GAIN = 1.03;
const NO_FASTER = 5;

const FEWEST_PIECES = 4;
const MOST_PIECES = 50;
