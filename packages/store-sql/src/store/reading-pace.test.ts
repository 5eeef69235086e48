import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { ReadingPace } from "./reading-pace.ts";

const CHUNK = 64 * 1024;

/** Connections that have received so many chunks each; `reads` tells which of them was read. */
function connections(count: number, chunks: number): { readonly reads: readonly number[] } {
  const pace = new ReadingPace();
  const reads: number[] = [];
  for (let at = 0; at < count; at++) {
    let left = chunks;
    const stream = new Readable({
      highWaterMark: CHUNK,
      read() {
        this.push(left-- > 0 ? Buffer.alloc(CHUNK) : null);
      },
    });
    pace.watch(stream);
    stream.on("data", () => reads.push(at));
  }
  return { reads };
}

test("of what many connections have received little is read in a round, of each in turn, and all in the end", async () => {
  const { reads } = connections(8, 10);
  let rounds = 0;
  for (; reads.length < 80 && rounds < 200; rounds++) {
    const before = reads.length;
    await setImmediate();
    // The first of each comes before any can be stopped.
    expect(reads.length - before).toBeLessThanOrEqual(rounds === 0 ? 10 : 5);
  }
  expect(rounds).toBeLessThan(200);
  const turns = reads.filter((one, at) => one !== reads[at - 1]);
  for (let at = 0; at < 24; at += 8) expect(new Set(turns.slice(at, at + 8)).size).toBe(8);
  expect(reads.toSorted()).toEqual(Array.from({ length: 80 }, (_, at) => Math.floor(at / 10)));
});

test("a connection that receives little is never stopped", async () => {
  const { reads } = connections(2, 1);
  await setImmediate();
  expect(reads).toEqual([0, 1]);
});
