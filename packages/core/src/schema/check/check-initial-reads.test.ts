import { expect, test } from "vitest";
import { loadDefinition } from "../load-definition.ts";

const columns = `
      Id: { type: Text, initialValue: UNIQUEID() }
      Track: { type: Text }
      Kind: { type: Text, initialValue: '"plain"' }
      Twice: { type: Text, formula: "[Track] & [Track]" }
      Shown: { type: Text, virtual: true, formula: "[Track]" }
      Price: { type: Text, initialValue: '`;

const beforeRequest = /initialValues: afterRequest/u;
const afterRequest = /computed later/u;

test.each<[order: string | undefined, initial: string, warned: readonly [column: string, hint: RegExp][]]>([
  [undefined, "[Kind]", []],
  [undefined, "[Track]", [["Track", beforeRequest]]],
  [undefined, "[Shown]", [["Track", beforeRequest]]],
  ["beforeRequest", "[Twice]", [["Twice", beforeRequest]]],
  ["afterRequest", "[Track] & [Kind]", []],
  ["afterRequest", "[Twice]", [["Twice", afterRequest]]],
])("with initialValues: %s, what %s reads", (order, initial, warned) => {
  const said = order === undefined ? "" : `, initialValues: ${order}`;
  const { output, diagnostics } = loadDefinition(
    `tablewright: 1\napp: { id: a, name: A${said} }\ntables:\n  T:\n    key: [Id]\n    columns:${columns}${initial}' }\n`,
  );
  expect(output).toBeDefined();
  expect(diagnostics).toMatchObject(
    warned.map(([column, hint]) => ({
      code: "definition/initial-value-reads-blank",
      severity: "warning",
      message: `The initial value reads "${column}", which is blank at that time.`,
      hint: expect.stringMatching(hint),
      line: 12,
    })),
  );
});

test.each([
  ["beforeRequest", "[_THIS]"],
  ["afterRequest", "[Price] & [Kind]"],
])("with initialValues: %s, %s reads its own column", (order, initial) => {
  const { diagnostics } = loadDefinition(
    `tablewright: 1\napp: { id: a, name: A, initialValues: ${order} }\ntables:\n  T:\n    key: [Id]\n    columns:${columns}${initial}' }\n`,
  );
  expect(diagnostics).toMatchObject([
    { code: "definition/initial-value-reads-itself", severity: "warning", line: 12 },
  ]);
});
