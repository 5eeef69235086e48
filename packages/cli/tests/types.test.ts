/** TypeScript types of an application: what they say, and that a compiler holds programs to them. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { capture } from "./capture.ts";
import { folderOf } from "./folder.ts";

const DEPOT = `
tablewright: 1
app: { id: "the depot", name: 'The */ "Depot"' }
tables:
  2026 Jobs:
    key: [Job]
    columns:
      Job: { type: Number, initialValue: "1" }
      Title: { type: Text, required: true, description: "What to\\n  do, */ at least." }
      State: { type: Enum, values: [Open, "It's \\"done\\""], initialValue: '"Open"' }
      Size: { type: Enum, values: [S, L], allowOtherValues: true }
      Tags: { type: EnumList, values: [a, b], required: true }
      Due: { type: Date }
      Late: { type: Yes/No, virtual: true, formula: "[Due] < TODAY()" }
  Parts:
    key: [Job, No]
    updates: [add]
    columns: { Job: { type: Ref, table: 2026 Jobs }, No: { type: Number } }
slices:
  Open Jobs: { table: 2026 Jobs, filter: '[State] = "Open"', columns: [Job, Title], updates: [edit] }
actions:
  Close: { table: 2026 Jobs, set: { State: '"Open"' } }
  Drop: { table: 2026 Jobs, deleteRow: true }
`;

test("names, choices, blanks and what a table takes", async () => {
  const file = join(folderOf({ "depot.yaml": DEPOT }), "depot.yaml");
  const { code, out, err } = await capture("types", file);
  expect([code, err]).toEqual([0, ""]);
  await expect(out).toMatchFileSnapshot("types/depot.snapshot.txt");
});

test("--out writes the same into a file", async () => {
  const folder = folderOf({ "depot.yaml": DEPOT });
  const { out } = await capture("types", join(folder, "depot.yaml"));
  const target = join(folder, "depot.ts");
  expect(await capture("types", join(folder, "depot.yaml"), "--out", target)).toMatchObject({
    code: 0,
    out: "",
  });
  expect(readFileSync(target, "utf8")).toBe(out);
});

test("a file that cannot be written is named", async () => {
  const folder = folderOf({ "depot.yaml": DEPOT });
  const { code, err } = await capture("types", join(folder, "depot.yaml"), "--out", join(folder, "no/x.ts"));
  expect(code).toBe(1);
  expect(err).toContain(`The file "${join(folder, "no/x.ts")}" cannot be written: `);
});

test("a definition with errors has no types", async () => {
  const folder = folderOf({ "bad.yaml": DEPOT.replace("key: [Job]", "key: [Jop]") });
  const { code, out, err } = await capture("types", join(folder, "bad.yaml"));
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain('"Jop"');
});

test("programs are held to the types of every example", async () => {
  const folder = folderOf({ "depot.yaml": DEPOT, "uses.ts": USES });
  await capture("types", join(folder, "depot.yaml"), "--out", join(folder, "depot.ts"));
  const examples = ["people", "sales", "northwind"];
  for (const name of examples) {
    const definition = resolve(import.meta.dirname, `../../examples/${name}/app.yaml`);
    await capture("types", definition, "--out", join(folder, `${name}.ts`));
  }
  const compiler = resolve(import.meta.dirname, "../../../node_modules/typescript/bin/tsc");
  const files = ["uses", ...examples].map((name) => join(folder, `${name}.ts`));
  const flags = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--skipLibCheck", "--types", ""];
  const wide = ["--module", "nodenext", "--moduleResolution", "nodenext", "--allowImportingTsExtensions"];
  const run = promisify(execFile)(process.execPath, [compiler, ...flags, ...wide, ...files]);
  expect(await run.catch(({ stdout }) => ({ stdout }))).toMatchObject({ stdout: "" });
});

/** Each line below a comment that expects an error has one; a line without an error makes the compiler complain. */
const USES = `
import type { Application, PartsKey, PartsNew, Table2026JobsChange, Table2026JobsNew, Table2026JobsRow } from "./depot.ts";

declare const row: Table2026JobsRow;
export const title: string = row.Title;
export const due: string | null = row.Due;
export const late: boolean | null = row.Late;
export const back: Table2026JobsChange = row;
export const size: Table2026JobsNew = { Title: "x", Tags: ["a"], Size: "huge" };
export const parts: PartsKey[] = [{ Job: 1, No: 2 }, { _ComputedKey: "1: 2" }];
export const closes: Application["tables"]["2026 Jobs"]["actions"] = "Close";

// @ts-expect-error: a date may be blank
export const always: string = row.Due;
// @ts-expect-error: no such choice
export const state: Table2026JobsNew = { Title: "x", Tags: [], State: "Opened" };
// @ts-expect-error: a column that must be filled
export const none: Table2026JobsNew = { Tags: ["b"] };
// @ts-expect-error: and not with blank
export const blank: Table2026JobsNew = { Title: null, Tags: ["b"] };
// @ts-expect-error: what is computed is not sent
export const computed: Table2026JobsNew = { Title: "x", Tags: [], Late: true };
// @ts-expect-error: no such column
export const unknown: PartsNew = { Job: 1, No: 2, Noo: 3 };
// @ts-expect-error: a change without a key
export const keyless: Table2026JobsChange = { Title: "x" };
// @ts-expect-error: half of a key
export const half: PartsKey = { Job: 1 };
// @ts-expect-error: only rules run it
export const drops: Application["tables"]["2026 Jobs"]["actions"] = "Drop";
// @ts-expect-error: a table that takes no Edit
export const edits: Application["tables"]["Parts"]["edit"] = { Job: 1, No: 2 };
// @ts-expect-error: a slice without the column
export const hidden: Application["tables"]["Open Jobs"]["row"]["Due"] = null;
`;
