import { join } from "node:path";
import { expect, test } from "vitest";
import { capture } from "./capture.ts";
import { folderOf } from "./folder.ts";

const APP = `
tablewright: 1
app: { id: a, name: A, history: { keep: 1h }, api: { accessKeys: [{ name: k, key: V2-k, as: ann@example.com }] } }
tables: { T: { key: [K], columns: { K: { type: Text }, N: { type: Number } } } }
`;

test("the versions of a row are shown, a call is undone, and a journal is trimmed", async () => {
  const folder = folderOf({ "app.yaml": APP, "T.csv": "K,N\na,1\n" });
  const file = join(folder, "app.yaml");
  const store = `sqlite:${join(folder, "rows.sqlite")}`;
  await capture("import", file, "--store", store, join(folder, "T.csv"));
  const { code, out } = await capture("history", file, "T", "a", "--store", store);
  expect([code, out.replace(/^\S+ /u, "").replace(/call [^)]+/u, "call c")]).toEqual([
    0,
    ' add by an unnamed caller: Load (call c)\n    K: "a"\n    N: 1\n',
  ]);
  const json = await capture("history", file, "T", "a", "--store", store, "--json");
  expect(JSON.parse(json.out).versions).toHaveLength(1);
  expect(await capture("history", file, "T", "b", "--store", store)).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringContaining("Row having key 'b' not found."),
  });
  const [{ call }] = JSON.parse(json.out).versions;
  const tried = await capture("undo", file, call, "--store", store, "--dry-run");
  expect(tried).toMatchObject({
    code: 0,
    out: "delete T 'a'\n    K: \"a\"\n    N: 1\nThis would change 1 row.\n",
  });
  const undone = await capture("undo", file, call, "--store", store, "--json");
  expect(JSON.parse(undone.out)).toMatchObject([{ table: "T", operation: "delete", key: "a", after: null }]);
  const again = await capture("undo", file, call, "--store", store);
  expect([again.code, again.err]).toEqual([1, expect.stringContaining("has been changed since, by")]);
  const trimmed = await capture("history", "trim", file, "--store", store);
  expect([trimmed.code, trimmed.out]).toEqual([
    0,
    "Entries removed from the journal: 0. Events: 0. Runs of rules: 0.\n",
  ]);
});
