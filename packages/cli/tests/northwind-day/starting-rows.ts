import { resolve } from "node:path";
import { exampleFiles } from "@tablewright/examples";
import { readCsv } from "../../src/files/open-csv-file.ts";

export type TextRow = Readonly<Record<string, string>>;
export type StartingRows = ReadonlyMap<string, readonly TextRow[]>;

const { data } = exampleFiles("northwind");

const TABLES = [
  "Categories",
  "Suppliers",
  "Products",
  "Customers",
  "Employees",
  "Shippers",
  "Orders",
  "Order Details",
];

/** The well-known rows, which end in 1998. */
export async function wellKnownRows(): Promise<StartingRows> {
  const tables = new Map<string, TextRow[]>();
  for (const table of TABLES) {
    const lines: (readonly string[])[] = [];
    for await (const batch of readCsv(resolve(data, `${table}.csv`)))
      lines.push(...batch.map(({ cells }) => cells));
    const [header = [], ...rows] = lines;
    const named = rows.map((cells) => Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ""])));
    tables.set(table, named);
  }
  return tables;
}

/** A small company with the same names, so that the day can be played where the well-known rows are not in memory. */
export function inventedRows(): StartingRows {
  const product = (id: number, price: string, stock: number, level: number, more: object = {}) => ({
    "Product ID": String(id),
    "Product Name": `Ware "${id}"`,
    "Supplier ID": String(1 + (id % 2)),
    "Category ID": "1",
    "Quantity Per Unit": "1 box",
    "Unit Price": price,
    "Units In Stock": String(stock),
    "Units On Order": "0",
    "Reorder Level": String(level),
    Discontinued: "N",
    ...more,
  });
  const employee = (id: number, first: string, last: string, boss: string) => ({
    "Employee ID": String(id),
    "First Name": first,
    "Last Name": last,
    Title: boss === "" ? "Vice President, Sales" : "Sales Representative",
    "Hire Date": "1993-05-03",
    "Reports To": boss,
  });
  const customer = (id: string, country: string) => ({
    "Customer ID": id,
    "Company Name": `${id} & Co.`,
    City: "Here",
    Region: country === "USA" ? "WA" : "",
    "Postal Code": "1",
    Country: country,
  });
  const supplier = (id: string) => ({ "Supplier ID": id, "Company Name": id, City: "There", Country: "UK" });
  return new Map<string, readonly TextRow[]>([
    ["Categories", [{ "Category ID": "1", "Category Name": "Wares" }]],
    ["Suppliers", ["1", "2"].map(supplier)],
    [
      "Products",
      [
        product(1, "18", 39, 38),
        product(2, "21.35", 120, 115),
        product(3, "0.07", 300, 290),
        product(4, "263.5", 17, 15),
        product(5, "9.99", 8, 0, { Discontinued: "Y" }),
        product(6, "33.25", 60, 20, { Discontinued: "Y" }),
        product(7, "7.45", 200, 205, { "Units On Order": "10" }),
        product(8, "12.5", 45, 44),
      ],
    ],
    ["Customers", [customer("ALFKI", "Germany"), customer("LONEP", "USA"), customer("HUNGO", "Ireland")]],
    [
      "Employees",
      [
        employee(1, "Nancy", "Davolio", "2"),
        employee(2, "Andrew", "Fuller", ""),
        employee(3, "Janet", "Leverling", "2"),
        employee(4, "Margaret", "Peacock", "2"),
      ],
    ],
    ["Shippers", ["1", "2", "3"].map((id) => ({ "Shipper ID": id, "Company Name": `Van ${id}` }))],
  ]);
}
