import { expect, test } from "vitest";
import { defaultServiceLimits, limitsForMemory, memoryOfProcess } from "./limits.ts";

const MIB = 1024 * 1024;

test.each([
  ["a platform that does not tell", Number.POSITIVE_INFINITY, 64, 256],
  ["a large machine", 16_384, 64, 256],
  ["2 GiB", 2_048, 64, 256],
  ["1 GiB", 1_024, 64, 128],
  ["512 MiB", 512, 32, 64],
  ["so little that a body takes a large part of it", 64, 10, 10],
])("%s: %i MiB of memory hold %i MiB of bodies of a key, and %i of all", (_, memory, ofKey, inAll) => {
  expect(limitsForMemory(memory * MIB)).toEqual({
    bodyBytesPerKey: ofKey * MIB,
    bodyBytesInAll: inAll * MIB,
  });
});

test("this process has memory, and a single body is taken in any", () => {
  expect(memoryOfProcess()).toBeGreaterThan(64 * MIB);
  expect(limitsForMemory(0).bodyBytesPerKey).toBe(defaultServiceLimits.bodyBytes);
});
