import { expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";

test("no call makes a generator function of its own", () => {
  const made = sourceFiles
    .filter(({ path }) => /^packages\/(core\/src\/engine|http\/src)\//u.test(path))
    .filter(({ text }) => /function\*\s*\(/u.test(text))
    .map(({ path }) => path);
  expect(
    made,
    "Declare the generator function at the top of the module and give it what it needs as arguments. The platform makes " +
      "a prototype and a hidden class for each function* expression that is called; they live until the next full garbage " +
      "collection, and keep alive what the generator held.",
  ).toEqual([]);
});
