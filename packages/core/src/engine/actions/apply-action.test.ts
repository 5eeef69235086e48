import { expect, test } from "vitest";
import { groupWithoutRepeats } from "./apply-action.ts";

const named = (keys: string) => [...keys].map((key, at) => ({ key, position: at + 1 }));

test("what has the same key comes into different rounds, first come first", () => {
  const { output } = groupWithoutRepeats(named("abaab"), ({ key }) => key);
  expect(output?.map((round) => round.map(({ position }) => position))).toEqual([[1, 2], [3, 5], [4]]);
});

test("a key comes a thousand times and no more", () => {
  expect(groupWithoutRepeats(named("a".repeat(1_000)), ({ key }) => key).output).toHaveLength(1_000);
  expect(groupWithoutRepeats(named(`${"ab".repeat(1_000)}b`), ({ key }) => key)).toMatchObject({
    output: undefined,
    diagnostics: [{ code: "limit/repeats", row: 2_001 }],
  });
});
