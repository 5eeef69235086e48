import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { capture } from "../capture.ts";
import { folderOf } from "../folder.ts";

/** Orders, which no caller may change, refer to customers that come after them. */
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

export const CUSTOMERS = "Customer,Name\nada,Ada\nbo,\n";

/** A folder with the application, and what its tables hold. File names are those of the folder. */
export function shop(files: Record<string, string | Uint8Array>) {
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
  ): Readonly<Record<string, unknown> & { Name?: unknown; Order?: unknown; Customer?: unknown }>[] => {
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
