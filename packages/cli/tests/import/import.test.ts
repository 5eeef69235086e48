/** Importing files: what is read, which rows are refused and where they go, and what a second run does. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import writeWorkbook from "write-excel-file/node";
import { CUSTOMERS, shop } from "./shop.ts";

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
    expect(await run("customers", "c.jsonl", "ORDERS", "a.jsonl")).toMatchObject({ code: 0 });
    expect(orders()).toMatchObject([
      { Total: 1234.5, Placed: "2026-01-31", Sent: null },
      { Sent: "2026-01-31T09:30:00" },
    ]);
  });

  test("JSON Lines: whole numbers that are not kept exactly are refused with their own digits, fractions are rounded", async () => {
    const row = (order: string, total: string) => `{"Order":${order},"Customer":"ada","Total":${total}}\n`;
    const { folder, run } = shop({
      "Customers.csv": CUSTOMERS,
      "a.jsonl": `${row("9007199254740993", "1")}${row("1", "1234567890.12345678901")}${row("2", "1.2500000000000000000")}`,
    });
    await run("Customers", "Customers.csv");
    const { err } = await run("Orders", "a.jsonl", "--dry-run", "--rejected", join(folder, "r.csv"));
    expect(err).toContain('column "Order": "9007199254740993" cannot be read');
    expect(err).not.toContain("a.jsonl:2");
    expect(err).not.toContain("a.jsonl:3");
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

describe("rows that are refused", () => {
  const text = 'Order,Customer,Total,Note\n1,ada,2,"=1\n"\n2,zoe,-1,\'=2\n3,ada,,,x\n4,bo,4,z\n';
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
        "Orders.csv:5: error: The row has 5 cells, and 4 are expected. (row/cell-count)",
        "",
      ].join("\n"),
    );
    expect(readFileSync(file, "utf8")).toBe(
      [
        "_Row,_Column,_Reason,Order,Customer,Total,Note",
        `4,"Customer, Total","""zoe"" names no row of ""Customers"". ""-1"" is out of bounds: at least 0.",2,zoe,-1,'=2`,
        '5,,"The row has 5 cells, and 4 are expected.",3,ada,,,x',
        "",
      ].join("\n"),
    );
    const corrected = readFileSync(file, "utf8").replace("zoe,-1", "ada,3").replace("3,ada,,,x\n", "3,ada\n");
    writeFileSync(join(folder, "corrected.csv"), corrected);
    expect(await run("Orders", join(folder, "corrected.csv"), ...wrong)).toMatchObject({ code: 0 });
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
    expect(again.err.includes("Some keys exist: --on-duplicate update changes the rows")).toBe(
      what === "refuse",
    );
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
