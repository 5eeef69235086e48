/** The tests of a definition, run by the server that serves it. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestResult } from "@tablewright/client";
import type { RuleTestResult } from "@tablewright/rule-tests";
import { afterAll, expect, expectTypeOf, test } from "vitest";
import { folderOf } from "./folder.ts";
import { start } from "./start.ts";

const DEFINITION = `
tablewright: 1
app: { id: shop, name: Shop, api: { enabled: true, accessKeys: [{ name: k, key: V2-k, tests: true }] } }
tables: { T: { key: [K], columns: { K: { type: Text }, N: { type: Number, validIf: '[_THIS] >= 0' } } } }
`;
const TESTS = `
tests:
  a number is not below zero:
    when: [{ table: T, Action: Add, Rows: [{ K: a, N: -1 }] }]
    expect: { errors: [{ column: N }] }
  a number may be zero:
    when: [{ table: T, Action: Add, Rows: [{ K: a, N: 0 }] }]
    expect: { rows: [{ N: 1 }] }
`;

const folder = folderOf({ "app.yaml": DEFINITION, "app.test.yaml": TESTS });
const served = start("serve", join(folder, "app.yaml"), "--port", "0");
afterAll(async () => {
  served.child.kill();
  await served.code;
});

test("the client's type of a run has what is found in a test", () => {
  type Found = Pick<TestResult, "name" | "failures" | "milliseconds">;
  expectTypeOf<RuleTestResult>().toExtend<Found>();
});

test("a run is answered with its tests and what they cover, also while others ask", async () => {
  const [one, other] = await Promise.all([ask("POST"), ask("POST")]);
  expect(one).toMatchObject({
    ok: false,
    tests: [
      { file: "app.test.yaml", name: "a number is not below zero", failures: [] },
      { name: "a number may be zero", failures: [{ expected: "1", actual: "0" }] },
    ],
    coverage: { cases: 2, covered: 2 },
  });
  expect(other).toEqual(one);
  expect(await ask("GET")).toEqual(one);
});

test("a file with an error is reported without where the server keeps it", async () => {
  writeFileSync(join(folder, "app.test.yaml"), "tests: 1\n");
  const { code, detail } = await ask("POST");
  expect(code).toBe("tests/not-run");
  expect(detail).toMatch(/^The tests of the application cannot be run\. app\.test\.yaml:1:8/u);
  rmSync(join(folder, "app.test.yaml"));
  expect((await ask("POST")).detail).toContain("There are no tests");
});

async function ask(method: "GET" | "POST") {
  const [, address] = / served at (\S+)\n/u.exec(await served.printed("curl ")) ?? [];
  const sent = await fetch(`${address}/tests`, { method, headers: { ApplicationAccessKey: "V2-k" } });
  return sent.json() as Promise<Record<string, unknown> & { code?: string; detail?: string }>;
}
