/** What is known of attempts, as text and back. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../../core/conformance/any-text.ts";
import { readNote, writeNote } from "./settlements.ts";

test("a note is read as it was written, whatever a receiver answers", () => {
  const note = fc.record({
    attempts: fc.nat({ max: 1_000 }),
    since: fc.integer({ min: 0, max: 4e12 }),
    reason: anyText(),
    answer: anyText(),
  });
  fc.assert(
    fc.property(note, (one) => {
      const reason = one.reason.replace(/\s+/gu, " ");
      expect(readNote(writeNote(one))).toEqual({ ...one, reason });
    }),
  );
});

test.each([
  undefined,
  "",
  "410 Gone",
  "Attempt x since now: y",
  "Attempt 1 since 2026-99-99T00:00:00.000Z: z",
])("%j is no note", (text) => expect(readNote(text)).toBeUndefined());
