/** What a header `Retry-After` asks for. */
import { expect, test } from "vitest";
import { readRetryAfter } from "../delivery-worker.ts";

const now = Date.UTC(2026, 10, 22, 12);

test.each<[string | undefined, number]>([
  [undefined, 0],
  ["120", 120_000],
  [" 0 ", 0],
  ["Sun, 22 Nov 2026 12:01:00 GMT", 60_000],
  ["Sun, 22 Nov 2026 11:59:00 GMT", 0],
  ["-5", 0],
  ["1.5", 0],
  ["99999999999", 0],
  ["2026", 2_026_000],
  ["soon", 0],
  ["", 0],
])("%j", (header, expected) => expect(readRetryAfter(header, now)).toBe(expected));
