/** As many orders as make a scan hurt, and plans of Finds among them. */

import { check } from "@tablewright/core/compiler";
import type { Scope } from "@tablewright/core/expression";
import type {
  CheckedExpression,
  FindPlan,
  Store,
  StoredColumn,
  StoredTable,
  Value,
} from "@tablewright/core/storage";
import { testContext } from "@tablewright/store-contract";
import { afterAll, beforeAll } from "vitest";
import { readScope } from "../../core/conformance/read-context.ts";
import { sqliteStore } from "../src/index.ts";
import { temporaryFile } from "./temporary-file.ts";

/** A store of customers and orders in a file of its own, made before the tests of a file and removed after them. */
export function useStoreOfOrders(count = ORDERS): { readonly store: Store } {
  const { file, remove } = temporaryFile();
  const used = {} as { store: Store };
  beforeAll(async () => {
    used.store = await storeOfOrders(file, count);
  }, 600_000);
  afterAll(async () => {
    await used.store.close();
    remove();
  });
  return used;
}

async function storeOfOrders(file: string, count: number): Promise<Store> {
  const store = sqliteStore(file, { acceptsLoss: true });
  await store.open(tables);
  await store.write(async (transaction) => {
    await transaction.insert(
      "Customers",
      Array.from({ length: CUSTOMERS }, (_, at) => [`C${at}`, at % 2 === 0 ? "Österreich" : "Chile", at % 7]),
    );
    for (let start = 0; start < count; start += 10_000)
      await transaction.insert(
        "Orders",
        Array.from({ length: 10_000 }, (_, at) => order(start + at)),
      );
  });
  return store;
}

/** A plan for the rows of a table that satisfy a condition. */
export function plan(source: string, table = "Orders"): FindPlan {
  return { table, conditions: [checked(source, table)], order: [], context };
}

export function sorted(source: string, descending = false) {
  return { expression: checked(source, "Orders"), descending };
}

export function checked(source: string, table: string): CheckedExpression {
  const { output, diagnostics } = check(source, readScope({ ...scope, table }));
  if (output === undefined) throw new Error(`${source}: ${JSON.stringify(diagnostics)}`);
  return output;
}

export const context = testContext();

/** The environment variable asks for more orders. */
export const ORDERS = Number(process.env.TABLEWRIGHT_ROWS ?? 100_000);

const scope: Scope = {
  table: "Orders",
  tables: {
    Customers: { key: "ID", columns: { ID: "Text", Country: "Text", Rank: "Number" } },
    Orders: {
      key: "ID",
      columns: {
        ID: "Number",
        Customer: { type: "Ref", table: "Customers" },
        Total: "Price",
        Shipped: "Date",
        Status: "Text",
        Note: "Text",
        Urgent: "Yes/No",
      },
    },
  },
};

const column = (
  name: string,
  kind: StoredColumn["kind"],
  family: StoredColumn["family"],
  indexed = false,
): StoredColumn => ({ name, kind, family, indexed });

const tables: readonly StoredTable[] = [
  {
    name: "Customers",
    columns: [
      column("ID", "text", "text"),
      column("Country", "text", "text", true),
      column("Rank", "integer", "number"),
    ],
    key: [0],
    rowNumbers: "stable",
  },
  {
    name: "Orders",
    columns: [
      column("ID", "integer", "number"),
      column("Customer", "text", "text", true),
      column("Total", "real", "number", true),
      column("Shipped", "integer", "date", true),
      column("Status", "text", "text", true),
      column("Note", "text", "text"),
      column("Urgent", "boolean", "yes/no"),
    ],
    key: [0],
    rowNumbers: "stable",
  },
];

export const CUSTOMERS = 1_000;
const STATUSES = ["Open", "Sent", "ZURÜCK", null];

function order(at: number): Value[] {
  const total = ((at * 7_919) % 100_000) / 100;
  return [
    at,
    `C${at % CUSTOMERS}`,
    total,
    20_000 + (at % 1_461),
    STATUSES[at % 4] ?? null,
    `note ${at}`,
    at % 97 === 0,
  ];
}
