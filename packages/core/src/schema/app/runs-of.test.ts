import { expect, test } from "vitest";
import { loadDefinition } from "../index.ts";

function load(app: string) {
  return loadDefinition(
    `tablewright: 1\napp: { id: a, name: A${app} }\ntables: { T: { key: [K], columns: { K: { type: Text } } } }`,
  );
}

test.each([
  ["", { tell: "met", sample: 1 }],
  [", runs: all", { tell: "all", sample: 1 }],
  [", runs: {}", { tell: "met", sample: 1 }],
  [", runs: { sample: 0.1 }", { tell: "met", sample: 0.1 }],
  [", runs: { tell: all, sample: 1 }", { tell: "all", sample: 1 }],
  [", runs: { tell: none }", { tell: "none", sample: 1 }],
])("app%s", (app, runs) => {
  const { output, diagnostics } = load(app);
  expect(diagnostics).toEqual([]);
  expect(output?.runs).toEqual(runs);
});

test.each([
  ["some", 'Expected one of "met", "all", "none", or runs, written as a mapping, found "some".'],
  ["{ sample: 0 }", "Expected a number above 0, at most 1, found 0."],
  ["{ sample: 1.001 }", "Expected a number above 0, at most 1, found 1.001."],
  ["{ tell: some }", 'Expected one of "met", "all", "none", found "some".'],
  ["{ smaple: 1 }", 'There is no member "smaple" here.'],
])("runs: %s", (runs, message) => {
  expect(load(`, runs: ${runs}`).diagnostics.map((one) => one.message)).toEqual([message]);
});
