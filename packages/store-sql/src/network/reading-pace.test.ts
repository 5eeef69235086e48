import { PassThrough } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { ReadingPace } from "./reading-pace.ts";

const CHUNK = 64 * 1024;

interface Reading {
  readonly stream: PassThrough;
}

/** Connections to one database; `reads` tells which of them was read, and how much of it at a time. */
function connections(
  count: number,
  read: () => void = () => {},
): { readonly all: readonly Reading[]; readonly reads: readonly (readonly [number, Buffer])[] } {
  const pace = new ReadingPace();
  const reads: [number, Buffer][] = [];
  const all = Array.from({ length: count }, (_, at) => {
    const stream = new PassThrough({ highWaterMark: CHUNK });
    stream.on("data", (piece: Uint8Array) => {
      reads.push([at, Buffer.from(piece)]);
      read();
    });
    pace.watch(stream);
    return { stream };
  });
  return { all, reads };
}

/** As long as a driver may read in one round. */
function workLong(): void {
  const end = performance.now() + 5;
  while (performance.now() < end);
}

async function untilRead(reads: { readonly length: number }, count: number): Promise<void> {
  for (let round = 0; reads.length < count && round < 1_000; round++) await setImmediate();
  expect(reads).toHaveLength(count);
}

test("a driver gets all that came, in its order, in pieces of 16 KiB", async () => {
  const { all, reads } = connections(3);
  const sent = Buffer.from(Array.from({ length: 5 * CHUNK }, (_, at) => at % 251));
  for (const { stream } of all) stream.end(sent);
  await untilRead(reads, 3 * 20);
  for (const at of all.keys()) {
    const pieces = reads.filter(([one]) => one === at).map(([, piece]) => piece);
    expect(Buffer.concat(pieces).equals(sent)).toBe(true);
  }
});

test("where pieces take long, one is read in a round, of each connection in turn", async () => {
  const { all, reads } = connections(4, workLong);
  for (const { stream } of all) stream.write(Buffer.alloc(CHUNK));
  await setImmediate();
  for (let round = 0; round < 12; round++) {
    const before = reads.length;
    await setImmediate();
    expect(reads.length - before).toBeLessThanOrEqual(1);
  }
  await untilRead(reads, 16);
  for (let at = 0; at < 16; at += 4)
    expect(new Set(reads.slice(at, at + 4).map(([one]) => one)).size).toBe(4);
});

test("what is no longer than a piece is read as it comes, whoever waits", async () => {
  const { all, reads } = connections(3, workLong);
  const [first, second, third] = all as [Reading, Reading, Reading];
  first.stream.write(Buffer.alloc(CHUNK));
  second.stream.write(Buffer.alloc(CHUNK));
  await setImmediate();
  third.stream.write(Buffer.alloc(100));
  await setImmediate();
  expect(reads.slice(0, 4).map(([one]) => one)).toContain(2);
  await untilRead(reads, 9);
});

test("a driver that has given up, or whose connection is closed, gets nothing more", async () => {
  const { all, reads } = connections(2, workLong);
  const [first, second] = all as [Reading, Reading];
  for (const { stream } of all) stream.write(Buffer.alloc(CHUNK));
  await untilRead(reads, 2);
  first.stream.removeAllListeners("data");
  second.stream.destroy();
  for (let round = 0; round < 20; round++) await setImmediate();
  expect(reads.length).toBeLessThanOrEqual(3); // one piece may have come before the connection was closed
});
