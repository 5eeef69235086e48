import { expect, test } from "vitest";
import { compile } from "../index.ts";

test("a slice whose name holds an operator is read, whether or not its filter was checked first", () => {
  const tables = { Orders: { key: "ID", columns: { ID: "Text", Price: "Price" } } };
  for (const filter of [{}, { filter: "[Price] > 0" }]) {
    const slices = { "A & B": { table: "Orders", ...filter } };
    expect(compile("SUM(A & B[Price])", { tables, slices }).diagnostics).toEqual([]);
  }
});
