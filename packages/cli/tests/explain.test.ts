/** How a Find would be carried out, told on the command line. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { capture } from "./capture.ts";
import { definitionOf, folderOf } from "./folder.ts";

test("what the store does and what the engine, with the statement and its values", async () => {
  const { explain, migrate } = place();
  await migrate();
  const condition = 'AND([Good] > 2, IN("x", SPLIT([Name], " ")))';
  const { code, out, err } = await explain(
    "goods sold",
    `TOP(ORDERBY(FILTER("Goods Sold", ${condition}), [Price], TRUE), 3)`,
  );
  expect([code, err]).toEqual([0, ""]);
  expect(out.split("\n")).toEqual([
    'Find in "Goods Sold" by conditions, order and limit',
    "condition: [Good] > 2 (the store)",
    expect.stringMatching(/^condition: IN\("x", SPLIT\(\[Name\], " "\)\) \(the engine, because .+\)$/u),
    "order: [Price] descending (the engine)",
    "limit: 3 rows (the engine)",
    "store: sqlite",
    expect.stringMatching(/^indexes: .*Goods Sold/u),
    expect.stringMatching(/^statement: select .* where .* limit \?$/u),
    "values: 2, 10001",
    "",
  ]);
});

test("a Selector that is no plan, all rows, and JSON", async () => {
  const { explain, migrate } = place();
  await migrate();
  const selector = "Goods Sold[Good] - LIST(1)";
  expect((await explain("Goods Sold", selector)).out).toMatch(
    /^Find in "Goods Sold" by the keys in the Selector's value, because .+\nstore: sqlite\n$/u,
  );
  const { out } = await explain("Notes", "--json");
  expect(JSON.parse(out)).toMatchObject({ table: "Notes", shape: "plan", store: { name: "sqlite" } });
});

test("errors are reported where they stand, and nothing else is printed", async () => {
  const { explain, migrate } = place();
  await migrate();
  const wrong = await explain("Goods Sold", 'FILTER("Goods Sold", [Prise] > 1)');
  expect([wrong.code, wrong.out]).toEqual([1, ""]);
  expect(wrong.err).toContain('FILTER("Goods Sold", [Prise] > 1)');
  expect(wrong.err).toContain("Price");
  expect((await explain("Gods Sold")).err).toContain("Goods Sold");
});

test("a store that does not fit is left as it is", async () => {
  const { explain, file, store } = place();
  expect(await explain("Notes")).toMatchObject({ code: 1, out: "" });
  expect(existsSync(store)).toBe(false);
  await capture("migrate", file, "--store", `sqlite:${store}`);
  const other = join(folderOf({ "app.yaml": definitionOf().replaceAll("Notes:", "Remarks:") }), "app.yaml");
  expect((await capture("explain", other, "Remarks", "--store", `sqlite:${store}`)).err).toBe(
    'The store does not fit the definition; "tablewright migrate" tells what it lacks.\n',
  );
});

function place() {
  const folder = folderOf({ "app.yaml": definitionOf() });
  const [file, store] = [join(folder, "app.yaml"), join(folder, "rows.sqlite")];
  const address = `sqlite:${store}`;
  return {
    file,
    store,
    migrate: () => capture("migrate", file, "--store", address),
    explain: (...input: string[]) => capture("explain", file, ...input, "--store", address),
  };
}
