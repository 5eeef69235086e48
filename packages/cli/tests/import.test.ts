/** Importing files: what is read, what is refused and where that is told, and what a second run does. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import writeWorkbook from "write-excel-file/node";
import { capture } from "./capture.ts";
import { folderOf } from "./folder.ts";

const APP = `
tablewright: 1
app: { id: shop, name: Shop, owner: owner@example.com, locale: en-US, timezone: Europe/Berlin }
tables:
  Orders:
    key: [Order]
    updates: []
    columns:
      Order: { type: Number }
      Customer: { type: Ref, table: Customers, enforce: true }
      Total: { type: Price, min: 0 }
      Placed: { type: Date }
      Sent: { type: DateTime }
      Twice: { type: Price, formula: "[Total] * 2" }
  Customers:
    key: [Customer]
    columns: { Customer: { type: Text }, Name: { type: Text, initialValue: '"unnamed"' } }
`;

const CUSTOMERS = "Customer,Name\nada,Ada\nbo,\n";

describe("what is read", () => {
  test.each<[string, string, readonly string[]]>([
    ["plain", "Order,Customer,Total,Placed,Sent\n1,ada,1234.5,2026-01-31,2026-01-31T09:30:00\n", []],
    [
      "headers in any case, an own order",
      "PLACED,order,total,customer,sent\n2026-01-31 00:00:00,1,1234.5,ada,2026-01-31 09:30\n",
      [],
    ],
    [
      "semicolons and another locale",
      "Order;Customer;Total;Placed;Sent\r\n1;ada;1.234,5;31.01.2026;31.01.2026 09:30:00\r\n",
      ["--locale", "de-DE"],
    ],
    [
      "an offset in another zone",
      "Order,Customer,Total,Placed,Sent\n1,ada,1234.5,1/31/2026,2026-01-31T09:30:00Z\n",
      ["--timezone", "UTC"],
    ],
    [
      "mapped headers",
      "No,Who=,Total,Day,Sent,Note\n1,ada,1234.5,2026-01-31,2026-01-31T09:30:00,x\n",
      ["--column", "No=Order", "--column", "Who==Customer", "--column", "Day=Placed", "--column", "Note="],
    ],
  ])("CSV: %s", async (_, text, options) => {
    const { run, orders } = shop({ "Orders.csv": text, "Customers.csv": CUSTOMERS });
    const { code, out, err } = await run("Orders.csv", "Customers.csv", ...options);
    expect([code, err, out]).toEqual([0, "", "Customers: 2 rows added\nOrders: 1 row added\n"]);
    expect(orders()).toEqual(ORDER);
  });

  test("JSON Lines, where a member that is left out takes its initial value", async () => {
    const lines =
      '{"Order":1,"Customer":"ada","Total":1234.5,"Placed":"2026-01-31"}\n\n{"Sent":"2026-01-31T09:30:00","Order":2,"Customer":"c"}\n';
    const { run, orders } = shop({
      "a.jsonl": lines,
      "c.jsonl": '{"Customer":"ada"}\n{"Customer":"c","Name":""}\n',
    });
    expect(await run("Customers", "c.jsonl", "Orders", "a.jsonl")).toMatchObject({ code: 0 });
    expect(orders()).toMatchObject([
      { Total: 1234.5, Placed: "2026-01-31", Sent: null },
      { Sent: "2026-01-31T09:30:00" },
    ]);
  });

  test("Excel, with its dates, from the sheet of the table's name", async () => {
    const { folder, run, orders } = shop({ "Customers.csv": CUSTOMERS });
    const date = (...parts: [number, number, number, number?, number?]) => ({
      value: new Date(Date.UTC(...parts)),
      type: Date,
      format: "yyyy-mm-dd hh:mm",
    });
    const row = [
      { value: 1 },
      { value: "ada" },
      { value: 1234.5 },
      date(2026, 0, 31),
      date(2026, 0, 31, 9, 30),
    ];
    const head = ["Order", "Customer", "Total", "Placed", "Sent"].map((value) => ({ value }));
    const sheets = [
      { sheet: "Notes", data: [[{ value: "x" }]] },
      { sheet: "Orders", data: [head, row] },
    ];
    await writeWorkbook(sheets).toFile(join(folder, "book.xlsx"));
    expect(await run("Customers.csv", "Orders", "book.xlsx")).toMatchObject({ code: 0, err: "" });
    expect(orders()).toEqual(ORDER);
  });

  test("a folder of files named by their tables", async () => {
    const { folder, run, orders } = shop({
      "in/Orders.csv": "Order,Customer\n1,bo\n",
      "in/Customers.csv": CUSTOMERS,
    });
    expect(await run(join(folder, "in"))).toMatchObject({ code: 0 });
    expect(orders()).toMatchObject([{ Order: 1, Customer: "bo" }]);
  });
});

describe("what is refused as a whole, before anything is written", () => {
  test.each<[string, Record<string, string>, readonly string[], string]>([
    [
      "an unknown column",
      { "Orders.csv": "Order,Totl\n1,2\n" },
      ["Orders.csv"],
      'Table "Orders" has no column "Totl". Did you mean "Total"? (column/unknown)\n  Map it with --column "Totl=Column", or leave it out with --column "Totl=".',
    ],
    [
      "an unknown table",
      { "Order.csv": "Order\n1\n" },
      ["Order.csv"],
      'Order.csv: error: There is no table or slice "Order" in this application. Did you mean "Orders"? (table/not-found)',
    ],
    ["no such file", {}, ["Orders", "no.csv"], "no.csv: error: There is no such file."],
    [
      "no file",
      {},
      ["Orders"],
      '"Orders" is a table without a file, and no folder: write a table and its file, such as Orders Orders.csv.',
    ],
    [
      "another kind of file",
      {},
      ["Orders", "Orders.ods"],
      '"Orders.ods" is no file of rows: its name is to end in .csv, .jsonl, .xlsx.',
    ],
    [
      "quotes that do not match",
      { "Orders.csv": 'Order\n1\n"2\n3\n' },
      ["Orders.csv"],
      "Orders.csv:3: error: A quote opens here and is never closed.",
    ],
    [
      "another encoding",
      { "Orders.csv": "\u{1}" },
      ["Orders.csv"],
      'Orders.csv: error: It is not UTF-8; save it as "CSV UTF-8".',
    ],
    [
      "a workbook that is none",
      { "Orders.xlsx": "Order\n1\n" },
      ["Orders.xlsx"],
      "Orders.xlsx: error: It cannot be read as an Excel workbook: ",
    ],
    [
      "lines that are no JSON",
      { "Orders.jsonl": '{"Order": 1}\n{"Order": 2' },
      ["Orders.jsonl"],
      "Orders.jsonl:2: error: It is not JSON: ",
    ],
    [
      "a map that maps nothing",
      { "Orders.csv": "Order\n1\n" },
      ["Orders.csv", "--column", "No=Order"],
      '--column "No=Order": no file has a column "No".',
    ],
    [
      "an unknown locale",
      { "Orders.csv": "Order\n1\n" },
      ["Orders.csv", "--locale", "xx-yy-zz"],
      'error: "xx-yy-zz" in "Locale" cannot be read as a locale such as en-US. (request/property)',
    ],
  ])("%s", async (_, files, args, words) => {
    const { folder, run, orders } = shop({ "Customers.csv": CUSTOMERS, ...files });
    if (files["Orders.csv"] === "\u{1}") writeFileSync(join(folder, "Orders.csv"), Buffer.from([0x4f, 0xe4]));
    const { code, err } = await run("Customers.csv", ...args);
    expect(code).toBe(1);
    expect(err.replaceAll(`${folder}/`, "")).toContain(words);
    expect(orders("Customers")).toEqual([]);
  });

  test("rows for memory, which would be gone", async () => {
    const { folder } = shop({ "Orders.csv": "Order\n1\n" });
    const { code, err } = await capture("import", join(folder, "app.yaml"), join(folder, "Orders.csv"));
    expect([code, err]).toEqual([1, expect.stringContaining("name a store with --store")]);
  });
});

describe("rows that are refused", () => {
  const text = 'Order,Customer,Total,Note\n1,ada,2,"=1\n"\n2,zoe,-1,\'=2\n3,ada\n4,bo,4,z\n';
  const wrong = ["--column", "Note="];

  test("go into a file with their reasons, which can be corrected and imported", async () => {
    const { folder, run, orders } = shop({ "Customers.csv": CUSTOMERS, "Orders.csv": text });
    const file = join(folder, "bad.csv");
    const { code, out, err } = await run("Customers.csv");
    expect([code, out, err]).toEqual([0, "Customers: 2 rows added\n", ""]);
    const first = await run("Orders.csv", ...wrong, "--rejected", file);
    expect(first.out).toBe(
      `Orders: 2 rows added, 2 refused\nOrders: the refused rows and why are in ${file}\n`,
    );
    expect(first.err.replaceAll(`${folder}/`, "")).toBe(
      [
        'Orders.csv:4: error: column "Customer": "zoe" names no row of "Customers". (cell/no-such-row)',
        'Orders.csv:4: error: column "Total": "-1" is out of bounds: at least 0. (cell/out-of-bounds)',
        "Orders.csv:5: error: The row has 2 cells, and 4 are expected. (row/cell-count)",
        "",
      ].join("\n"),
    );
    expect(readFileSync(file, "utf8")).toBe(
      [
        "_Row,_Column,_Reason,Order,Customer,Total,Note",
        `4,"Customer, Total","""zoe"" names no row of ""Customers"". ""-1"" is out of bounds: at least 0.",2,zoe,-1,'=2`,
        '5,,"The row has 2 cells, and 4 are expected.",3,ada',
        "",
      ].join("\n"),
    );
    const mended = readFileSync(file, "utf8").replace("zoe,-1", "ada,3").replace("3,ada\n", "3,ada,,\n");
    writeFileSync(join(folder, "mended.csv"), mended);
    expect(await run("Orders", join(folder, "mended.csv"), ...wrong)).toMatchObject({ code: 0 });
    expect(orders().map(({ Order }) => Order)).toEqual([1, 4, 2, 3]);
  });

  test.each([
    ["--all-or-nothing", "Nothing was imported, because rows are refused."],
    ["--dry-run", "This was a dry run: nothing was imported."],
  ])("%s keeps none of the others", async (option, words) => {
    const { folder, run, orders } = shop({ "Customers.csv": CUSTOMERS, "Orders.csv": text });
    const file = join(folder, "bad.csv");
    const { code, out } = await run("Orders.csv", "Customers.csv", ...wrong, option, "--rejected", file);
    expect([code, out]).toEqual([1, expect.stringContaining(`2 refused\n`)]);
    expect(out).toContain(words);
    expect([orders(), orders("Customers"), existsSync(file.replace(".csv", ".Orders.csv"))]).toEqual([
      [],
      [],
      true,
    ]);
  });

  test.each([
    ["refuse", 1, "Customers: 0 rows added, 2 refused\n", "Ada"],
    ["skip", 0, "Customers: 0 rows added, 2 skipped because their keys exist\n", "Ada"],
    ["update", 0, "Customers: 0 rows added, 2 updated\n", "Zoë"],
  ])("keys that exist: %s", async (what, code, out, name) => {
    const { folder, run, orders } = shop({
      "Customers.csv": CUSTOMERS,
      "b.csv": "Customer,Name\nada,Bea\nada,Zoë\n",
    });
    await run("Customers.csv");
    const again = await run(
      "Customers",
      "b.csv",
      "--on-duplicate",
      what,
      "--rejected",
      join(folder, "bad.csv"),
    );
    expect([again.code, again.out.split("Customers: the")[0], orders("Customers")[0]?.Name]).toEqual([
      code,
      out,
      name,
    ]);
  });
});

test("a file that was imported is not imported once more unless that is said", async () => {
  const { run } = shop({ "Customers.csv": CUSTOMERS });
  await run("Customers.csv");
  const second = await run("Customers.csv");
  expect([second.code, second.out]).toEqual([
    0,
    expect.stringContaining("was imported before (2 rows added). To import it once more, say --again."),
  ]);
  expect(await run("Customers.csv", "--again", "--on-duplicate", "skip")).toMatchObject({
    out: expect.stringContaining("0 rows added, 2 skipped"),
  });
});

const ORDER = [
  {
    Order: 1,
    Customer: "ada",
    Total: 1234.5,
    Placed: "2026-01-31",
    Sent: "2026-01-31T09:30:00",
    Twice: 2469,
  },
];

/** A folder with the application, and what its tables hold. File names are those of the folder. */
function shop(files: Record<string, string>) {
  const folder = folderOf({ "app.yaml": APP, ...files });
  const store = join(folder, "rows.sqlite");
  const run = (...args: string[]) =>
    capture(
      "import",
      join(folder, "app.yaml"),
      ...args.map((one) => (/^[\w]+\.(csv|jsonl|xlsx|ods)$/u.test(one) ? join(folder, one) : one)),
      "--store",
      `sqlite:${store}`,
    );
  const orders = (
    table = "Orders",
  ): Readonly<Record<string, unknown> & { Name?: unknown; Order?: unknown }>[] => {
    if (!existsSync(store)) return [];
    const database = new DatabaseSync(store, { readOnly: true });
    try {
      return database
        .prepare(`select * from "${table}"`)
        .all()
        .map(({ _Slot, ...row }) => row);
    } finally {
      database.close();
    }
  };
  return { folder, run, orders };
}
