/** What the engine tells its operator is in the server's log. */
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

test("a rule that too many others led to is a line of JSON, like those about requests", async () => {
  const file = join(folderOf({ "app.yaml": definition }), "app.yaml");
  const served = begin(["serve", file, "--port", "0"]);
  await vi.waitFor(() => expect(served.out()).toContain("curl "), { timeout: 20_000 });
  const address = /served at (\S+)/u.exec(served.out())?.[1] ?? "";
  for (const [Action, Count] of [
    ["Add", 0],
    ["Edit", 1],
  ]) {
    const answer = await fetch(`${address}/tables/Counts/Action`, {
      method: "POST",
      headers: { ApplicationAccessKey: "V2-all", "Content-Type": "application/json" },
      body: JSON.stringify({ Action, Rows: [{ Name: "a", Count }] }),
    });
    expect(answer.status).toBe(200);
  }
  served.stop();
  const { err } = await served.done;
  const lines = err.split("\n").filter((line) => line.startsWith("{"));
  expect(lines.map((line) => JSON.parse(line))).toContainEqual({
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
