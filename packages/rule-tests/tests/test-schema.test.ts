import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { schemaErrors } from "../../core/conformance/schema-errors.ts";
import { testSchema } from "./test-schema.ts";

const root = resolve(import.meta.dirname, "../../..");

describe("docs/test.schema.json", () => {
  /** The page is committed. After a change of what it is made of: `npm test -- test-schema -u`. */
  test("is what it is made of", async () => {
    await expect(testSchema()).toMatchFileSnapshot(resolve(root, "docs/test.schema.json"));
  });

  const errors = schemaErrors(JSON.parse(testSchema()));
  const FIND = { table: "People", Action: "Find" };

  test.each(["people", "sales"])("takes the tests of the example %s", (name) => {
    expect(
      errors(parse(readFileSync(resolve(root, `packages/examples/${name}/app.test.yaml`), "utf8"))),
    ).toEqual([]);
  });

  test.each([
    ["a member that is not known", { when: [{ ...FIND, Row: [] }] }, "/when/0 additionalProperties Row"],
    [
      "a list in an unknown form",
      { when: [{ ...FIND, expect: { rows: { contain: [] } } }] },
      "/when/0/expect/rows anyOf",
    ],
    [
      "a value in an unknown form",
      { when: [FIND], expect: { events: [{ url: { is: 1 } }] } },
      "/expect/events anyOf",
    ],
  ])("refuses %s", (_, test, expected) => {
    expect(errors({ tests: { one: test } })).toContain(`#/tests/one${expected}`);
  });
});
