import { expect, test } from "vitest";

test("the patterns are made in small steps, once", async () => {
  const { chronoPatterns } = await importAgain("./read-prose.ts");
  const steps = [...chronoPatterns("pause")];
  expect(steps.length).toBeGreaterThan(50);
  expect(new Set(steps)).toEqual(new Set(["pause"]));
  expect(chronoPatterns("pause").next()).toEqual({ done: true, value: expect.anything() });
});

/** The module as a process has it that has not used it yet. */
function importAgain(file: string): Promise<typeof import("./read-prose.ts")> {
  return import(`${file}?again`);
}
