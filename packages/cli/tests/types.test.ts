/** TypeScript types of an application. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { capture } from "./capture.ts";
import { folderOf } from "./folder.ts";

/** The definition that the client's tests are made with; the type check holds these to its types. */
const depot = resolve(import.meta.dirname, "../../client/tests/depot.yaml");

test("names, choices, blanks and what a table takes", async () => {
  const { code, out, err } = await capture("types", depot);
  expect([code, err]).toEqual([0, ""]);
  await expect(out).toMatchFileSnapshot("../../client/tests/depot.snapshot.ts");
});

test("--out writes the same into a file", async () => {
  const { out } = await capture("types", depot);
  const target = join(folderOf({}), "depot.ts");
  expect(await capture("types", depot, "--out", target)).toMatchObject({
    code: 0,
    out: "",
  });
  expect(readFileSync(target, "utf8")).toBe(out);
});

test("a file that cannot be written is named", async () => {
  const target = join(folderOf({}), "no/depot.ts");
  const { code, err } = await capture("types", depot, "--out", target);
  expect(code).toBe(1);
  expect(err).toContain(`The file "${target}" cannot be written: `);
});

test("a definition with errors has no types", async () => {
  const folder = folderOf({ "bad.yaml": readFileSync(depot, "utf8").replace("key: [Job]", "key: [Jop]") });
  const { code, out, err } = await capture("types", join(folder, "bad.yaml"));
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain('"Jop"');
});

test("objects have their fields, which rows that are sent may leave out", async () => {
  const definition = `
tablewright: 1
app: { id: shop, name: Shop }
types: { Line: { sku: Text, price: Price, "unit tags": { type: List, itemType: Text } } }
tables:
  Orders:
    key: [Order]
    columns:
      Order: { type: Text }
      Customer: { type: Object, fields: { name: Text, last: Line } }
      Lines: { type: List, of: Line }
      Payload: { type: Json }
      Parts: { type: List, of: Json }
`;
  const { out } = await capture("types", join(folderOf({ "app.yaml": definition }), "app.yaml"));
  const line = (mark: string) =>
    `{ readonly sku${mark}: string | null; readonly price${mark}: number | null; readonly "unit tags"${mark}: readonly string[] }`;
  for (const mark of ["", "?"]) {
    expect(out).toContain(`Payload${mark}: unknown;`);
    expect(out).toContain(`Parts${mark}: ${mark === "" ? "" : "readonly "}unknown[];`);
    expect(out).toContain(`Lines${mark}: ${mark === "" ? "" : "readonly "}(${line(mark)})[];`);
    expect(out).toContain(
      `Customer${mark}: { readonly name${mark}: string | null; readonly last${mark}: ${line(mark)} | null } | null;`,
    );
  }
});

test("a column that not everybody may read is optional", async () => {
  const definition = `
tablewright: 1
app: { id: staff, name: Staff }
tables:
  People:
    key: [Person]
    columns:
      Person: { type: Text }
      Pay: { type: Price, required: true, readIf: 'USERROLE() = "HR"' }
      Rank: { type: Text, required: true, writeIf: 'USERROLE() = "HR"' }
`;
  const file = join(folderOf({ "app.yaml": definition }), "app.yaml");
  const { out } = await capture("types", file);
  const membersOf = (name: string) =>
    [
      ...(new RegExp(`interface ${name} \\{[^}]*`, "u").exec(out)?.[0] ?? "").matchAll(/\w+\??: [^;]+/gu),
    ].join();
  expect(membersOf("PeopleRow")).toBe("_RowNumber: number,Person: string,Pay?: number,Rank: string");
  expect(membersOf("PeopleNew")).toBe("Person: string,Pay?: number,Rank?: string");
});
