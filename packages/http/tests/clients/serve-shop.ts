/** A shop that is served on a port of its own: what independent clients of the hosted service are tried on. */
import type { Wire } from "@tablewright/core";
import { createServer } from "../../src/index.ts";
import { engineOf } from "../engine-of.ts";

export const WIRES: readonly Wire[] = ["spec", "appsheet", "typed"];

export const KEY = "V2-client";

const definition = `
tablewright: 1
app:
  id: shop
  name: Shop
  owner: owner@example.com
  locale: en-US
  timezone: UTC
  api: { enabled: true, accessKeys: [{ name: client, key: ${KEY} }] }
tables:
  Customers:
    key: [Email]
    columns: { Email: { type: Email }, Name: { type: Name, label: true, required: true } }
  Order Lines:
    rowNumbers: position
    key: [Line]
    columns:
      Line: { type: Text, initialValue: '"L" & (COUNT(FILTER("Order Lines", TRUE)) + 1)' }
      Article: { type: Text, required: true }
      Customer: { type: Ref, table: Customers }
      Price: { type: Price, min: 0 }
      Quantity: { type: Number, initialValue: "1" }
      State: { type: Enum, values: [Open, Sent], initialValue: '"Open"' }
      Tags: { type: EnumList, values: [heavy, new, sharp] }
      Sold: { type: Date }
      Packed: { type: DateTime }
      Paid: { type: Yes/No, initialValue: "FALSE" }
      Page: { type: Url }
      Notes: { type: LongText }
      Total: { type: Price, formula: "[Price] * [Quantity]" }
actions:
  Send: { table: Order Lines, condition: '[State] = "Open"', set: { State: '"Sent"', Packed: NOW() } }
  Copy: { table: Order Lines, addRow: { table: Order Lines, set: { Article: "[Article]" } } }
  Send Twice: { table: Order Lines, run: [Send, Copy] }
`;

/** The shop without rows, on one wire. */
export async function serveShop(wire: Wire) {
  const engine = await engineOf(definition);
  await engine.add("Customers", [{ Email: "ann@example.com", Name: "Ann" }]);
  const server = createServer({ engines: [engine], wire });
  const url = await server.listen({ host: "127.0.0.1", port: 0 });
  return {
    url,
    /** Takes away what a test left. */
    empty: async () => {
      const lines = await engine.find("Order Lines");
      if (lines.ok && lines.rows.length > 0) await engine.delete("Order Lines", lines.rows);
    },
    close: () => server.close(),
  };
}
