import { expect, test } from "vitest";
import { counted } from "./terminal.ts";

test.each([
  [0, "0 rows"],
  [1, "1 row"],
  [999, "999 rows"],
  [1_000, "1,000 rows"],
  [123_456, "123,456 rows"],
  [1_234_567, "1,234,567 rows"],
])("%i is counted as %s", (number, words) => {
  expect(counted(number, "row")).toBe(words);
});
