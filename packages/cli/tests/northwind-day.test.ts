/** A day of orders at Northwind: what the engine keeps is compared with books kept in whole numbers. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exampleFiles } from "@tablewright/examples";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStore } from "../src/stores/open-store.ts";
import { type Evening, playDay } from "./northwind-day/play-day.ts";
import { inventedRows, wellKnownRows } from "./northwind-day/starting-rows.ts";

const { hasData, skipped } = exampleFiles("northwind");

/** A seed whose day has everything in it. */
const BUSY = 1;

describe("a day of orders", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "northwind-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test("in SQLite", async () => {
    const store = await openStore(`sqlite:${join(folder, "day.db")}`);
    expectBusy(await playDay(store, inventedRows(), BUSY, 450));
  });

  test.skipIf(!hasData)(`in memory, on the well-known rows${skipped}`, async () => {
    const evening = await playDay(await openStore("memory:"), await wellKnownRows(), 7, 100);
    expect(evening.books.runs.length).toBeGreaterThan(0);
  });
});

/** Every kind of call was carried out and refused, for every reason there is, and every rule ran. */
function expectBusy({ books, done, passedOver, refused, errors }: Evening): void {
  const kinds = new Set([
    ...["addOrders", "editOrders", "markReady", "shipOrders", "deleteOrders"],
    ...["addLines", "editLines", "deleteLines", "giveDiscount"],
    ...["raisePrices", "takeDelivery", "countShelves"],
  ]);
  expect(done).toEqual(kinds);
  expect(refused).toEqual(kinds);
  expect(passedOver).toEqual(
    new Set(["markReady", "shipOrders", "giveDiscount", "raisePrices", "takeDelivery"]),
  );
  expect(errors).toEqual(
    new Set([
      ...["access/not-allowed", "row/not-found", "rule/with-check", "workflow/refused"],
      ...["rule/required", "rule/valid-if"],
      ...["cell/no-such-row", "cell/not-in-list", "key/duplicate"],
    ]),
  );
  expect(new Set(books.runs.map(({ rule }) => rule))).toEqual(
    new Set([
      ...["Reserve goods", "Reserve other quantity", "Release goods", "Send goods off"],
      ...["Tell of cancelled order", "Count stock", "Reorder"],
    ]),
  );
  expect(Math.max(...books.runs.map(({ depth }) => depth))).toBe(2);
}
