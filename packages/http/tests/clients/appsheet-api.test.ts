/** `appsheet-api` of npm: reads and writes typed rows on the wire `appsheet`, the one that it was written for. */
import type { Wire } from "@tablewright/core";
import { AppsheetClient, type ObjectData, type Schema } from "appsheet-api";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { KEY, serveShop, WIRES } from "./serve-shop.ts";

interface Line {
  id: string;
  article: string;
  customer: string;
  price: number;
  quantity: number;
  state: string | null;
  tags: string[];
  sold: Date;
  packed: Date;
  paid: boolean;
  page: string;
  notes: unknown;
  sums: { total: number };
}

const columns: ObjectData = {
  id: { type: "string", primary: true, key: "Line" },
  article: { type: "string", key: "Article" },
  customer: { type: "string", key: "Customer", default: "ann@example.com" },
  price: { type: "number", key: "Price" },
  quantity: { type: "integer", key: "Quantity" },
  state: { type: "string", key: "State", nullable: true },
  tags: { type: "array", itemType: "string", key: "Tags" },
  sold: { type: "date", key: "Sold" },
  packed: { type: "date", key: "Packed" },
  paid: { type: "boolean", key: "Paid" },
  page: { type: "string", key: "Page" },
  notes: { type: "json", key: "Notes" },
  sums: { type: "object", properties: { total: { type: "number", key: "Total" } } },
};

const anvil = {
  id: "a",
  article: "Anvil",
  price: 1012.5,
  quantity: 2,
  tags: ["heavy", "new"],
  sold: new Date("2026-03-04T00:00:00Z"),
  packed: new Date("2026-03-17T15:04:05Z"),
  paid: true,
  page: "https://example.com/anvil",
  notes: { colours: ["grey", null], "a , b": 1 },
};
const anvilRead = { ...anvil, customer: "ann@example.com", state: "Open", sums: { total: 2025 } };
const bolt = { id: "b", article: "Bolt", price: 0.1, state: "Sent" };
const boltRead = {
  ...bolt,
  customer: "ann@example.com",
  quantity: 1,
  tags: [],
  paid: false,
  sums: { total: 0.1 },
};

let shop: Awaited<ReturnType<typeof serveShop>>;
let lines: Schema<Line>;

function linesBy(config: object, client: object = {}): Schema<Line> {
  const context = { config, client: { url: shop.url, ...client } };
  return new AppsheetClient({ appId: "shop", apiKey: KEY }, context).createSchema("Order Lines", columns);
}

/** Serves the shop for the tests of a group. */
function serveFor(wire: Wire): void {
  beforeAll(async () => {
    shop = await serveShop(wire);
    lines = linesBy({});
  });
  afterAll(() => shop.close());
  beforeEach(() => shop.empty());
}

describe("on the wire appsheet", () => {
  serveFor("appsheet");

  test("rows are created one by one and together, and come back as they were sent", async () => {
    expect(await lines.create(anvil)).toEqual(anvilRead);
    expect(await lines.createMany([bolt, { ...bolt, id: "c" }])).toEqual([
      boltRead,
      { ...boltRead, id: "c" },
    ]);
  });

  test("rows are found all, by id, by keys and by Selectors", async () => {
    await lines.createMany([anvil, bolt]);
    expect(await lines.find()).toEqual([anvilRead, boltRead]);
    expect(await lines.findById("a")).toEqual(anvilRead);
    expect(await lines.findById("x")).toBeUndefined();
    expect(await lines.find({}, [{ Line: "b" }, { Line: "x" }])).toEqual([boltRead]);
    expect(await lines.find({ Selector: "Filter(Order Lines, [Price] >= 1)" })).toEqual([anvilRead]);
    const ordered = "Top(OrderBy(Filter(Order Lines, [Quantity] > 0), [Price], true), 1)";
    expect(await lines.find({ Selector: ordered })).toEqual([anvilRead]);
    const keys = "Select(Order Lines[Line], And([Price] < 1, Not([Paid])), true)";
    expect(await lines.find({ Selector: keys })).toEqual([boltRead]);
    expect(await lines.find({ Selector: "Filter(Order Lines, False)" })).toEqual([]);
  });

  test("rows are updated one by one and together, and what is null becomes blank", async () => {
    await lines.createMany([anvil, bolt]);
    expect(await lines.update({ id: "a", price: 2, sold: new Date("2026-04-03T00:00:00Z") })).toEqual({
      ...anvilRead,
      price: 2,
      sold: new Date("2026-04-03T00:00:00Z"),
      sums: { total: 4 },
    });
    const changed = await lines.updateMany([
      { id: "b", state: null },
      { id: "a", tags: ["sharp"], paid: false },
    ]);
    expect(changed).toMatchObject([{ state: null }, { tags: ["sharp"], paid: false, price: 2 }]);
  });

  test("rows are deleted one by one and together", async () => {
    await lines.createMany([anvil, bolt, { ...bolt, id: "c" }]);
    expect(await lines.delete({ id: "a" })).toEqual(anvilRead);
    expect(await lines.deleteMany([{ id: "b" }, { id: "c" }])).toMatchObject([{ id: "b" }, { id: "c" }]);
    expect(await lines.find()).toEqual([]);
  });

  test("a key that is left out takes its initial value", async () => {
    expect(await lines.create({ article: "Nut" })).toMatchObject({ id: "L1", article: "Nut" });
  });

  test.each(["en-US", "en-GB"])(
    "dates of the Locale %s come back as the days that they are",
    async (locale) => {
      await lines.create(anvil);
      expect((await linesBy({}, { locale }).findById("a"))?.sold).toEqual(anvil.sold);
    },
  );

  test("dates are read in the zone of the client", async () => {
    await lines.create(anvil);
    const inRiga = linesBy({ timezone: "Europe/Riga" }, { timezone: "Europe/Riga" });
    expect((await inRiga.findById("a"))?.packed).toEqual(new Date("2026-03-17T13:04:05Z"));
  });

  test.each<[string, () => Promise<unknown>, number, string]>([
    ["a missing row", () => lines.update({ id: "x", price: 1 }), 404, "Row 1: Row having key 'x' not found."],
    ["a bad cell", () => lines.create({ ...anvil, state: "Lost" }), 400, 'Row 1, column "State": "Lost"'],
    [
      "a bad Selector",
      () => lines.find({ Selector: "Filter(Order Line, True)" }),
      400,
      'no table or slice "Order Line"',
    ],
  ])("%s is an error with its status and words", async (_, act, status, words) => {
    const detail = expect.stringContaining(words);
    await expect(act()).rejects.toMatchObject({ response: { status, data: { detail } } });
  });
});

describe.each(WIRES)("raw rows on the wire %s", (wire) => {
  serveFor(wire);
  const forms = {
    spec: { Price: 1012.5, Paid: "Y", Sold: "04/03/2026", Tags: "heavy , new", Total: 2025 },
    appsheet: { Price: "1012.5", Paid: "Y", Sold: "03/04/2026", Tags: "heavy , new", Total: "2025" },
    typed: { Price: 1012.5, Paid: true, Sold: "2026-03-04", Tags: ["heavy", "new"], Total: 2025 },
  };

  test("every method gives the rows as they are answered", async () => {
    const raw = linesBy({ returnRawData: true }) as unknown as Schema<Record<string, unknown>>;
    const expected = { Line: "a", ...forms[wire] };
    expect(await raw.create(anvil)).toMatchObject(expected);
    expect(await raw.find()).toMatchObject([expected]);
    expect(await raw.findById("a")).toMatchObject(expected);
    expect(await raw.update({ id: "a", paid: true })).toMatchObject(expected);
    expect(await raw.updateMany([{ id: "a", quantity: 2 }])).toMatchObject([expected]);
    expect(await raw.delete({ id: "a" })).toMatchObject(expected);
    expect(await raw.createMany([anvil])).toMatchObject([expected]);
    expect(await raw.deleteMany([{ id: "a" }])).toMatchObject([expected]);
  });

  test("a row is sent as it is", async () => {
    const raw = linesBy({ returnRawData: true, sendRawData: true }) as unknown as Schema<object>;
    const line = {
      id: "",
      Line: "a",
      Article: "Anvil",
      Page: { Url: "https://example.com", LinkText: "Anvil" },
    };
    await expect(raw.create(line)).rejects.toMatchObject({ response: { data: { code: "column/unknown" } } });
    const { id: _, ...known } = line;
    expect(await raw.create(known)).toMatchObject({ Line: "a", Article: "Anvil" });
  });
});

// It takes every cell for a text. The call was carried out when it finds that one is not.
describe.each([
  ["spec", "value.includes is not a function"],
  ["typed", /value.includes is not a function|Cannot read properties of null/u],
] as const)("typed rows on the wire %s", (wire, words) => {
  serveFor(wire);

  test("cannot be read by it, because cells are not all texts", async () => {
    await expect(lines.create(anvil)).rejects.toThrow(words);
    await expect(lines.findById("a")).rejects.toThrow(words);
    await expect(lines.delete({ id: "a" })).rejects.toThrow(words);
    expect(await lines.find()).toEqual([]);
  });
});
