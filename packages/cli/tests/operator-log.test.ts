/** What the operator reads in the log: the start, a line for each call, what the engine has to tell, the end. */
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { begin } from "./capture.ts";
import { folderOf } from "./folder.ts";

const rules = [1, 2, 3, 4, 5, 6].map(
  (at) => `  R${at}: { table: Counts, on: [edit], condition: '[Count] = ${at}', steps: [{ action: Bump }] }`,
);
const definition = `
tablewright: 1
app: { id: counts, name: Counts, api: { enabled: true, accessKeys: [{ name: all, key: V2-all }] } }
tables:
  Counts: { key: [Name], columns: { Name: { type: Text }, Count: { type: Number, initialValue: "0" } } }
actions:
  Bump: { table: Counts, set: { Count: '[Count] + 1' } }
rules:
${rules.join("\n")}
`;

/** Serves with some options, makes the calls and answers the lines of the log. */
async function logOf(calls: readonly (readonly [action: string, count: number])[], ...options: string[]) {
  const file = join(folderOf({ "app.yaml": definition }), "app.yaml");
  const served = begin(["serve", file, "--port", "0", ...options]);
  await vi.waitFor(() => expect(served.out()).toContain("curl "), { timeout: 150_000 });
  const address = /served at (\S+)/u.exec(served.out())?.[1] ?? "";
  for (const [Action, Count] of calls) {
    const answer = await fetch(`${address}/tables/Counts/Action`, {
      method: "POST",
      headers: { ApplicationAccessKey: "V2-all", "Content-Type": "application/json" },
      body: JSON.stringify({ Action, Rows: [{ Name: "a", Count }] }),
    });
    await answer.text();
  }
  await fetch(`${new URL(address).origin}/healthz`);
  served.stop();
  return (await served.done).err.trimEnd().split("\n");
}

test("a rule that too many others led to is a line of JSON, like those about calls", async () => {
  const lines = await logOf([
    ["Add", 0],
    ["Edit", 1],
  ]);
  expect(jsonOf(lines)).toContainEqual({
    level: 40,
    time: expect.any(Number),
    app: "counts",
    rule: "R6",
    table: "Counts",
    after: "R1, R2, R3, R4, R5",
    changes: 1,
    msg: "A workflow rule was not run, because too many rules had set off one another.",
  });
});

test("the start, each call and the end are logged, and the key is not", async () => {
  const lines = await logOf([
    ["Add", 0],
    ["Add", 0],
  ]);
  const about = { app: "counts", key: "all", table: "Counts", action: "Add", rowsSent: 1 };
  const told = jsonOf(lines).filter(({ msg }) => !/listening/u.test(String(msg)));
  expect(told).toMatchObject([
    { msg: "started", applications: "counts", stores: "memory", node: process.versions.node },
    { msg: "call", ...about, status: 200, rows: 1 },
    { msg: "call", ...about, status: 400, code: "key/duplicate", traceId: expect.any(String) },
    { msg: "stopping", calls: 3 },
    { msg: "stopped" },
  ]);
  expect(lines.join("\n")).not.toContain("V2-all");
});

test.each([
  ["debug", "/healthz", "400 Add Counts"],
  ["info", "started", "400 Add Counts"],
  ["warn", "WARNING A workflow rule was not run", undefined],
])("level %s, in words", async (level, least, more) => {
  const calls = [
    ["Add", 0],
    ["Add", 0],
    ["Edit", 1],
  ] as const;
  const lines = (await logOf(calls, "--log-level", level, "--log-format", "text")).join("\n");
  expect(lines).toContain(least);
  if (more !== undefined) expect(lines).toContain(more);
  else expect(lines).not.toContain("Add Counts");
  if (level !== "debug") expect(lines).not.toContain("healthz");
});

function jsonOf(lines: readonly string[]): Record<string, unknown>[] {
  return lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
}
