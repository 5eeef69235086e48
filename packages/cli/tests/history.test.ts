import { join } from "node:path";
import { expect, test } from "vitest";
import { begin, capture } from "./capture.ts";
import { folderOf } from "./folder.ts";

const APP = `
tablewright: 1
app: { id: a, name: A, history: { keep: 1h }, api: { accessKeys: [{ name: k, key: V2-k, as: ann@example.com }] } }
tables: { T: { key: [K], columns: { K: { type: Text }, N: { type: Number } } } }
`;

test("a journal is trimmed by a command", async () => {
  const folder = folderOf({ "app.yaml": APP });
  const file = join(folder, "app.yaml");
  const store = `sqlite:${join(folder, "rows.sqlite")}`;
  const served = begin(["serve", file, "--store", store, "--port", "0"]);
  await expect.poll(() => served.out() + served.err(), { timeout: 20_000 }).toContain("curl ");
  served.stop();
  await served.done;
  const { code, out } = await capture("history", "trim", file, "--store", store);
  expect([code, out]).toEqual([0, "Entries removed from the journal: 0.\n"]);
});
