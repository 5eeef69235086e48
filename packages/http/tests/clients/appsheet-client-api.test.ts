/** `appsheet-client-api` of npm: hands rows on as they are answered, so it works on every wire; only its host leads here. */
import http from "node:http";
import https from "node:https";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Wire } from "@tablewright/core";
import { AppSheetApiClient } from "appsheet-client-api";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { KEY, serveShop, WIRES } from "./serve-shop.ts";

const LINES = "Order Lines";

type Cells = Readonly<Record<string, string | number>>;

const anvil: Cells = { Line: "a", Article: "Anvil", Price: 12.5, Quantity: 2, Sold: "03/04/2026", Paid: "Y" };
const bolt: Cells = { Line: "b", Article: "Bolt", Price: "0.1", State: "Sent", Tags: "new , sharp" };

/** The same rows as each wire answers them. */
const ANVILS: Readonly<Record<Wire, object>> = {
  spec: { ...anvil, State: "Open", Tags: "", Packed: "", Total: 25, _RowNumber: 1 },
  appsheet: { ...anvil, Price: "12.5", Quantity: "2", State: "Open", Tags: "", Packed: "", Total: "25" },
  typed: { ...anvil, State: "Open", Tags: [], Sold: "2026-03-04", Packed: null, Paid: true, Total: 25 },
};
const BOLTS: Readonly<Record<Wire, object>> = {
  spec: { ...bolt, Price: 0.1, Paid: "N" },
  appsheet: { ...bolt, Paid: "N", Quantity: "1" },
  typed: { ...bolt, Price: 0.1, Tags: ["new", "sharp"], Paid: false },
};

let shop: Awaited<ReturnType<typeof serveShop>>;
const request = https.request;

function serveFor(wire: Wire): void {
  beforeAll(async () => {
    shop = await serveShop(wire);
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    leadHere();
    await shop.empty();
  });
  afterEach(() => {
    https.request = request;
    vi.unstubAllGlobals();
  });
}

/** The client has one host compiled in; the same requests go to the server under test. */
function leadHere(): void {
  https.request = ((
    url: string,
    options: http.RequestOptions,
    answered: (answer: http.IncomingMessage) => void,
  ) => http.request(shop.url + new URL(url).pathname, options, answered)) as typeof https.request;
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => send(shop.url + new URL(url).pathname, init));
}

const send = fetch;

const browser = await import(
  join(dirname(createRequire(import.meta.url).resolve("appsheet-client-api")), "platforms/browser/index.js")
);

/** The builds of the package, which its exports choose between. */
const BUILDS: readonly (readonly [string, typeof AppSheetApiClient])[] = [
  ["for Node", AppSheetApiClient],
  ["for browsers", browser.AppSheetApiClient],
];

describe.each(WIRES)("on the wire %s", (wire) => {
  serveFor(wire);

  test.each(BUILDS)("every method of the build %s", async (_, Build) => {
    const client = new Build("shop", KEY, { Locale: "en-US", Timezone: "UTC" });
    expect(await client.add(LINES, [anvil, bolt])).toMatchObject([ANVILS[wire], BOLTS[wire]]);
    expect(await client.readAllRows(LINES)).toMatchObject([ANVILS[wire], BOLTS[wire]]);
    expect(await client.readByKeys(LINES, [{ Line: "b" }, { Line: "x" }])).toMatchObject([BOLTS[wire]]);
    expect(await client.readSelectedRows(LINES, 'FILTER("Order Lines", [Price] > 1)')).toMatchObject([
      ANVILS[wire],
    ]);
    expect(await client.update(LINES, [{ Line: "b", Price: "1,000.25" }])).toMatchObject([
      { ...BOLTS[wire], Price: wire === "appsheet" ? "1000.25" : 1000.25 },
    ]);
    expect(await client.delete(LINES, [{ Line: "a" }])).toMatchObject([ANVILS[wire]]);
    expect(await client.readAllRows(LINES)).toHaveLength(1);
  });

  test("the expressions that it builds", async () => {
    const client = new AppSheetApiClient("shop", KEY, { Locale: "en-US" });
    await client.add(LINES, [anvil, bolt]);
    const unpaid = { type: "Not", condition: "[Paid]" } as const;
    const cheap = { type: "And" as const, conditions: ["[Price] < 100", unpaid] };
    const either = { type: "Or" as const, conditions: ["[Paid]", cheap] };
    const dataset = '"Order Lines"';
    const keysOf = async (selector: Parameters<typeof client.readSelectedRows>[1]) =>
      (await client.readSelectedRows<Cells>(LINES, selector)).map(({ Line }) => Line);
    expect(await keysOf({ type: "Filter", dataset, selectRow: cheap })).toEqual(["b"]);
    expect(await keysOf({ type: "Filter", dataset, selectRow: either })).toEqual(["a", "b"]);
    const fromDatasetColumn = "Order Lines[Line]";
    expect(
      await keysOf({ type: "Select", fromDatasetColumn, selectRow: "[Paid]", distinctOnly: "TRUE" }),
    ).toEqual(["a"]);
    expect(
      await keysOf({ type: "OrderBy", keys: fromDatasetColumn, orderBy: [["[Price]", "FALSE"]] }),
    ).toEqual(["b", "a"]);
  });

  test("a row that was read can be written back, and deleted by itself", async () => {
    const client = new AppSheetApiClient("shop", KEY, { Locale: wire === "appsheet" ? "en-US" : "en-GB" });
    await client.add(LINES, [{ ...anvil, Sold: "2026-03-17" }]);
    const rows = await client.readAllRows(LINES);
    expect(await client.update(LINES, rows)).toEqual(rows);
    expect(await client.delete(LINES, rows)).toEqual(rows);
  });

  test.each<[string, (client: AppSheetApiClient) => Promise<unknown>, string]>([
    [
      "a missing row",
      (client) => client.update(LINES, [{ Line: "x", Price: 1 }]),
      "(404) Row 1: Row having key 'x' not found.",
    ],
    [
      "a bad cell",
      (client) => client.add(LINES, [{ ...anvil, Price: "dear" }]),
      '(400) Row 1, column "Price": "dear" cannot be read',
    ],
    ["a missing table", (client) => client.readAllRows("Order"), '(404) There is no table or slice "Order"'],
    ["a wrong key", () => new AppSheetApiClient("shop", "V2-wrong", {}).readAllRows(LINES), "(403) "],
  ])("%s is an error that says so", async (_, act, words) => {
    await expect(act(new AppSheetApiClient("shop", KEY, {}))).rejects.toThrow(words);
  });
});

describe("on the wire appsheet under another Locale", () => {
  serveFor("appsheet");

  test("dates that were read are in American form, and can be written back where the Locale has no other reading", async () => {
    const client = new AppSheetApiClient("shop", KEY, { Locale: "en-GB" });
    await client.add(LINES, [{ ...anvil, Sold: "17/03/2026" }]);
    const [row] = await client.readAllRows<Cells>(LINES);
    expect(row?.Sold).toBe("03/17/2026");
    const [same] = await client.update<Cells>(LINES, [{ Line: "a", Sold: row?.Sold }]);
    expect(same?.Sold).toBe("03/17/2026");
    const [other] = await client.update<Cells>(LINES, [{ Line: "a", Sold: "03/12/2026" }]);
    expect(other?.Sold).toBe("12/03/2026");
  });
});
