/** What a changed definition does to the rows there are, told before it is done. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { begin, capture } from "./capture.ts";
import { definitionOf, folderOf } from "./folder.ts";

test("a new store gets every table; then there is nothing to do", async () => {
  const { migrate } = place();
  expect(await migrate()).toEqual({
    code: 0,
    err: "",
    out:
      'Goods Sold: a new table with the columns "Good", "Name", "Price", "Sold", "Twice"\n' +
      'Notes: a new table with the columns "Note"\n' +
      "The store fits the definition.\n",
  });
  expect((await migrate()).out).toBe(
    "The store has every table, column and index of the definition.\nThe store fits the definition.\n",
  );
});

test("names that have changed are suspected, and --dry-run changes nothing", async () => {
  const { migrate, define, fill } = place();
  await migrate();
  await fill();
  define((text) =>
    text.replaceAll("Name:", "Label:").replace("Notes:", "Remarks:").replace("Price:", "Cost:"));
  define((text) => text.replace("[Price]", "[Cost]"));
  const told = [
    'Goods Sold: a new column "Label" (Text), blank in the rows there are',
    'Goods Sold: a new column "Cost" (Price), blank in the rows there are',
    'Goods Sold: the column "Name" (Text, 1 value) is not named any more and is kept aside',
    'Goods Sold: the column "Price" (Decimal, 0 values) is not named any more and is kept aside',
    'Remarks: a new table with the columns "Note"',
    "Notes: the table (1 row) is not named any more and is kept aside",
    'Goods Sold: is "Label" the old "Name" under another name? With "was: Name" next to its type the values come along; write it before the store is changed.',
    'Remarks: is it the old "Notes" under another name? With "was: Notes" next to its columns the rows come along; write it before the store is changed.',
  ];
  for (let time = 0; time < 2; time++) {
    const { code, out } = await migrate("--dry-run");
    expect([code, out.split("\n")]).toEqual([0, [...told, "Nothing was changed.", ""]]);
  }
  expect((await migrate()).out.split("\n").slice(0, -2)).toEqual(told);
  expect((await migrate()).out).not.toContain("a new");
});

test("values that do not fit are reported, by migrate and by serve, and nothing is changed", async () => {
  const { migrate, define, fill, serve, file, store } = place();
  await migrate();
  await fill();
  define((text) =>
    text.replace("Name: { type: Text,", "Name: { type: Date,").replace('"unnamed"', "TODAY()"));
  define((text) => text.replace("Sold: {", "Bought: { type: Date }\n      Sold: {"));
  const reason =
    'Goods Sold: this cannot be done. Column "Name" of table "Goods Sold" has 1 value of the type Text that cannot be read as Date: "Anvil" in the row "1".';
  for (const option of [["--dry-run"], []]) {
    const { code, out, err } = await migrate(...option);
    expect([code, out, err]).toEqual([
      1,
      expect.stringContaining(reason),
      "Nothing was changed, and the definition cannot be served from this store.\n",
    ]);
    expect(out).toContain('the column "Name" (1 value) is converted from Text to Date');
    expect(out).toContain('a new column "Bought"');
  }
  const served = await serve();
  expect([served.code, served.out]).toEqual([1, ""]);
  expect(served.err).toContain(
    `${file}: Column "Name" of table "Goods Sold" holds values of the type Text, and the definition now wants Date; only a migration converts them.\n` +
      `Run: tablewright migrate ${file} --store sqlite:${store}\n`,
  );
  const rows = join(folderOf({ "Notes.csv": "Note\nx\n" }), "Notes.csv");
  expect((await capture("import", file, rows, "--store", `sqlite:${store}`)).err).toContain(
    'only a migration converts them.\nRun "tablewright migrate" with this definition and this store.\n',
  );
  define((text) => text.replace("Name: { type: Date,", "Other: { type: Date,"));
  expect((await migrate()).code).toBe(0);
});

test("new names and types take the values along, and --drop removes what is not named any more", async () => {
  const { migrate, define, fill, serve, rows } = place();
  await migrate();
  await fill();
  define((text) => text.replace("Good: { type: Number }", "Good: { type: Text }"));
  define((text) =>
    text.replace("Name: {", "Label: { was: Name,").replace("Goods Sold:", "Sales:\n    was: Goods Sold"));
  define((text) => text.slice(0, text.indexOf("  Notes:")));
  expect((await serve()).err).toContain('The table "Goods Sold" is called "Sales" now');
  const changes = [
    'Sales: the table "Goods Sold" (1 row) gets this name',
    'Sales: the column "Name" (1 value) becomes "Label"',
    'Sales: the column "Good" (1 value) is converted from Number to Text',
  ];
  const kept = "Notes: the table (1 row) is not named any more and is kept aside";
  const waits = 'Calls that change rows wait while this is done to the rows of "Sales".';
  const lines = [...changes, kept, waits, "The store fits the definition.", ""];
  expect((await migrate()).out.split("\n")).toEqual(lines);
  expect(rows("Sales")).toMatchObject([{ Good: "1", Label: "Anvil" }]);
  const dropped = "Notes: the table (1 row) is removed for good";
  expect((await migrate("--drop", "--dry-run")).out).toBe(`${dropped}\nNothing was changed.\n`);
  expect((await migrate("--drop")).out).toBe(`${dropped}\nThe store fits the definition.\n`);
  expect(() => rows("Notes")).toThrow("no such table");
});

test("--refill computes what is stored again, and what is still to be filled is told beforehand", async () => {
  const { migrate, define, fill, rows, write, file, store } = place();
  await migrate();
  await fill();
  write('update "Goods Sold" set "Price" = 4, "Twice" = 1');
  const told =
    'Goods Sold: the column "Twice" is computed in 1 row\n' +
    'Calls that change rows wait while this is done to the rows of "Goods Sold".\n';
  expect((await migrate("--refill", "--dry-run")).out).toBe(`${told}Nothing was changed.\n`);
  expect(rows("Goods Sold")).toMatchObject([{ Twice: 1 }]);
  expect((await migrate("--refill")).out).toBe(`${told}The store fits the definition.\n`);
  expect(rows("Goods Sold")).toMatchObject([{ Twice: 8 }]);

  write(`update tablewright_tables set columns = replace(columns, '"fills":true', '"filledTo":0')`);
  expect((await migrate("--dry-run")).out).toBe(`${told}Nothing was changed.\n`);
  const checked = await capture("serve", file, "--store", `sqlite:${store}`, "--port", "0", "--check");
  expect(checked.out).toContain("the start makes 1 change to it. Calls that change rows wait while this is");
  await migrate();
  expect((await migrate("--dry-run")).out).toContain("The store has every table, column and index");

  define((text) => text.replace("formula: '[Price] * 2' }", "min: 100, formula: '[Price] * 2' }"));
  const refused = await migrate("--refill");
  expect([refused.code, refused.err]).toEqual([
    1,
    expect.stringContaining('Column "Twice" of table "Goods Sold" cannot be filled in the row "1"'),
  ]);
  expect(rows("Goods Sold")).toMatchObject([{ Twice: 8 }]);
});

test("the file of another application is left as it is", async () => {
  const { migrate, define, serve, file } = place();
  await migrate();
  define((text) => text.replace("id: shop", "id: stall"));
  const words = 'The tables there belong to the application "shop", and applications never share a table.';
  const { code, err } = await migrate("--drop");
  expect([code, err]).toEqual([1, expect.stringContaining(words)]);
  expect((await serve()).err).toContain(`${file}: ${words}`);
});

test("events of an earlier program are named before anything is done", async () => {
  const { migrate, write, file, store } = place();
  await migrate();
  write("delete from tablewright_tables where name = 'tablewright_outbox'");
  write("create table tablewright_outbox (sequence integer primary key, id text not null) strict");
  const words =
    'A program of before 2026-11-27 has kept events or runs there in a table "tablewright_outbox"';
  const { code, out } = await migrate("--dry-run");
  expect([code, out]).toEqual([1, expect.stringContaining(words)]);
  const checked = await capture("serve", file, "--store", `sqlite:${store}`, "--port", "0", "--check");
  expect([checked.code, checked.out + checked.err]).toEqual([1, expect.stringContaining(words)]);
});

test("--dry-run makes no file, and a store in memory has nothing to tell", async () => {
  const { migrate, store, file } = place();
  const { code, err } = await migrate("--dry-run");
  expect([code, err]).toEqual([1, `There is no file "${store}".\n`]);
  expect(existsSync(store)).toBe(false);
  const inMemory = await capture("migrate", file, "--store", "memory:", "--dry-run");
  expect(inMemory).toEqual({
    code: 1,
    out: "",
    err: 'A store of the kind "memory" cannot say what it lacks before it adds it.\n',
  });
  const unknown = await capture("migrate", file, "--store", "mongo:", "--dry-run");
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('There is no store for "mongo:"')]);
});

/** A definition and a file of rows, with what can be done to them. */
function place() {
  const folder = folderOf({ "app.yaml": definitionOf() });
  const file = join(folder, "app.yaml");
  const store = join(folder, "rows.sqlite");
  let text = definitionOf();
  const address = ["--store", `sqlite:${store}`];
  return {
    file,
    store,
    migrate: (...options: string[]) => capture("migrate", file, ...address, ...options),
    serve: () => capture("serve", file, ...address, "--port", "0"),
    rows(table: string) {
      const database = new DatabaseSync(store, { readOnly: true });
      try {
        return database.prepare(`select * from "${table}"`).all();
      } finally {
        database.close();
      }
    },
    write(statement: string) {
      const database = new DatabaseSync(store);
      try {
        database.exec(statement);
      } finally {
        database.close();
      }
    },
    define(change: (text: string) => string) {
      text = change(text);
      writeFileSync(file, text);
    },
    /** A row in each table, through the data of a run of the server. */
    async fill() {
      const rows = folderOf({ "Goods Sold.csv": "Good,Name\n1,Anvil\n", "Notes.csv": "Note\nx\n" });
      const served = begin(["serve", file, ...address, "--port", "0", "--data", rows]);
      await expect.poll(() => served.out() + served.err()).toContain("curl ");
      served.stop();
      expect((await served.done).code).toBe(0);
    },
  };
}
