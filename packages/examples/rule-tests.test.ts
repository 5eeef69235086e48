/** The tests that examples carry beside their definitions pass, and show all of them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { definitionLocations, loadDefinition } from "@tablewright/core";
import { readRuleTests, runRuleTests } from "@tablewright/rule-tests";
import { memoryStore } from "@tablewright/store-memory";
import { expect, test } from "vitest";

test.each(["people", "sales"])("%s", async (example) => {
  const textOf = (name: string) => readFileSync(join(import.meta.dirname, example, name), "utf8");
  const { output: definition } = loadDefinition(textOf("app.yaml"));
  if (definition === undefined) throw new Error("The definition has errors.");
  const read = readRuleTests(textOf("app.test.yaml"), definition, { file: "app.test.yaml" });
  if (read.output === undefined) throw new Error(JSON.stringify(read.diagnostics));
  const run = await runRuleTests({
    definition,
    tests: [read.output],
    openStore: memoryStore,
    now: Date.now(),
    locations: definitionLocations(textOf("app.yaml")),
  });
  expect(run.tests.filter(({ failures }) => failures.length > 0)).toEqual([]);
  expect(run.coverage?.points.filter(({ missing }) => missing.length > 0)).toEqual([]);
});
