import { join } from "node:path";
import { expect } from "vitest";
import { capture } from "./capture.ts";
import { folderOf } from "./folder.ts";

/** Runs every command that only looks at a store, with a definition of one table `Notes` over a table of another program. */
export async function lookAt(definition: string, store: string): Promise<void> {
  const folder = folderOf({
    "find.json": JSON.stringify({ table: "Notes", Action: "Find" }),
    "add.json": JSON.stringify({ table: "Notes", Action: "Add", Rows: [{ id: 7, note: "n" }] }),
    "app.test.yaml": "tests: { reads: { when: [{ table: Notes, Action: Find }], expect: { errors: [] } } }\n",
  });
  const run = (...input: string[]) => capture(...input, "--store", store);
  const plan = await run("serve", definition, "--check", "--port", "0", "--allow-plain-keys");
  expect(plan).toMatchObject({
    code: 0,
    out: expect.stringContaining("is reached and fits; the start makes tables of ours beside."),
  });
  expect(await run("check", definition)).toMatchObject({ code: 0 });
  expect(await run("migrate", definition, "--dry-run")).toMatchObject({
    code: 0,
    out: expect.stringContaining("Nothing was changed."),
  });
  expect(await run("explain", definition, "Notes")).toMatchObject({ code: 0 });
  expect(await run("why", definition, join(folder, "find.json"))).toMatchObject({ code: 0 });
  expect(await run("export", definition, "--to", join(folder, "out"))).toMatchObject({ code: 0 });
  expect(await run("test", definition, join(folder, "app.test.yaml"))).toMatchObject({ code: 0 });
  for (const records of [
    ["events", "list", definition],
    ["history", definition, "Notes", "1"],
    ["why", definition, join(folder, "add.json")],
    ["undo", definition, "1"],
  ])
    expect(await run(...records)).toMatchObject({
      code: 1,
      err: 'The store keeps nothing of ours yet: serve it first, or run "tablewright migrate".\n',
    });
}
