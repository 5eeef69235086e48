import { describe, expect, test } from "vitest";
import { exampleContext, exampleScope } from "../../../conformance/example-tables.ts";
import { compile } from "../entrances/trace.ts";
import { allFunctions } from "../extract/all-functions.ts";

describe("the examples of every function, as its documentation shows them", () => {
  const examples = allFunctions.flatMap((definition) =>
    (definition.examples ?? []).map((example) => ({ ...definition, example })),
  );

  test.each(examples)("$name: $example.0 is $example.1", ({ category, example: [source, answer, now] }) => {
    const isOfRow = category !== "link"; // a link names the row that it is in
    const compiled = compile(source, isOfRow ? exampleScope : {});
    expect(compiled.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const context = isOfRow ? exampleContext : {};
    const given = compiled.evaluate({ ...context, ...(now === undefined ? {} : { now }), random: () => 0.5 });
    if (typeof answer === "number") expect(given).toBeCloseTo(answer, 9);
    else expect(given).toEqual(answer);
  });
});

describe("what every function says of itself", () => {
  test.each(allFunctions.map((definition) => [definition.name, definition] as const))(
    "%s",
    (name, definition) => {
      expect(name).toMatch(/^[A-Z][A-Z0-9_]*$/);
      expect(definition.summary).toMatch(/^[A-Z].*\.$/);
      expect(definition.details ?? "Ends.").toMatch(/\.$/);
      const repeats = definition.parameters.map(({ repeat }) => repeat === true);
      expect([...repeats].sort(), "repeated parameters stand last").toEqual(repeats);
    },
  );

  test("no two functions have one name", () => {
    expect(new Set(allFunctions.map(({ name }) => name)).size).toBe(allFunctions.length);
  });
});
