/** Commands that only look leave a store as it is. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { capture } from "./capture.ts";
import { definitionOf, folderOf } from "./folder.ts";
import { lookAt } from "./looking-commands.ts";

test("at a file of another program", async () => {
  const folder = folderOf({ "app.yaml": OVER_NOTES });
  const file = join(folder, "rows.sqlite");
  const database = new DatabaseSync(file);
  database.exec("create table notes (id integer primary key, note text); insert into notes values (1, 'n')");
  database.close();
  const before = readFileSync(file);
  const [definition, store] = [join(folder, "app.yaml"), `sqlite:${file}`];
  await lookAt(definition, store);
  const copy = join(folderOf({}), "copy.sqlite");
  expect(await capture("backup", definition, "--store", store, "--to", copy)).toMatchObject({ code: 0 });
  expect(new DatabaseSync(copy).prepare("select note from notes").all()).toEqual([{ note: "n" }]);
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(readdirSync(folder).sort()).toEqual(["app.yaml", "rows.sqlite"]);
});

test("at a file of another program that would get tables of ours only", async () => {
  const folder = folderOf({ "app.yaml": definitionOf() });
  const file = join(folder, "rows.sqlite");
  const database = new DatabaseSync(file);
  database.exec("create table notes (id integer primary key)");
  database.close();
  const before = readFileSync(file);
  const at = [join(folder, "app.yaml"), "--store", `sqlite:${file}`];
  for (const look of [
    ["serve", ...at, "--check", "--port", "0"],
    ["migrate", ...at, "--dry-run"],
    ["explain", ...at, "Notes"],
  ])
    expect(await capture(...look)).toMatchObject({
      code: 1,
      err: expect.stringContaining("holds tables of another program"),
    });
  expect(readFileSync(file).equals(before)).toBe(true);
});

test("at an empty file, which stays empty", async () => {
  const folder = folderOf({ "app.yaml": definitionOf(), "rows.sqlite": "" });
  const at = [join(folder, "app.yaml"), "--store", `sqlite:${join(folder, "rows.sqlite")}`];
  const { code, out } = await capture("serve", ...at, "--check", "--port", "0");
  expect({ code, out }).toMatchObject({
    code: 0,
    out: expect.stringContaining("the start makes 2 changes to it."),
  });
  expect((await capture("migrate", ...at, "--dry-run")).out).toContain("Nothing was changed.");
  expect((await capture("explain", ...at, "Notes")).err).toContain("The store does not fit the definition");
  expect(readFileSync(join(folder, "rows.sqlite")).length).toBe(0);
});

test("at rows in a file of a store in memory", async () => {
  const folder = folderOf({ "app.yaml": definitionOf() });
  const [definition, file] = [join(folder, "app.yaml"), join(folder, "rows.jsonl")];
  const at = [definition, "--store", `memory:${file}`];
  await capture(
    "import",
    definition,
    join(folderOf({ "Notes.csv": "Id,Note\n1,n\n" }), "Notes.csv"),
    ...at.slice(1),
  );
  const before = readFileSync(file, "utf8");
  for (const look of [
    ["serve", ...at, "--check", "--port", "0"],
    ["explain", ...at, "Notes"],
    ["export", ...at, "--to", join(folder, "out")],
  ])
    expect(await capture(...look)).toMatchObject({ code: 0 });
  expect(readFileSync(file, "utf8")).toBe(before);
});

const OVER_NOTES = `
tablewright: 1
app: { id: looking, name: Looking, timezone: UTC, locale: en-US, api: { enabled: true, accessKeys: [{ name: all, key: V2-looking }] } }
tables:
  Notes: { source: notes, history: { keep: 30d }, key: [id], columns: { id: { type: Number }, note: { type: Text } } }
`;
