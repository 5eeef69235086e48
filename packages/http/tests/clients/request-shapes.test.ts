/** Requests in the forms that clients of the hosted service send them, on every wire. */
import type { Wire } from "@tablewright/core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { KEY, serveShop, WIRES } from "./serve-shop.ts";

describe.each(WIRES)("on the wire %s", (wire) => {
  let shop: Awaited<ReturnType<typeof serveShop>>;
  beforeAll(async () => {
    shop = await serveShop(wire);
  });
  afterAll(() => shop.close());
  beforeEach(() => shop.empty());

  async function post(body: string | object, path = PATH, type = "application/json") {
    const answer = await fetch(shop.url + path, {
      method: "POST",
      headers: { ApplicationAccessKey: KEY, "Content-Type": type },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
    const json: any = await answer.json();
    const header = (name: string) => JSON.parse(answer.headers.get(`tablewright-${name}`) ?? "null");
    return {
      status: answer.status,
      type: answer.headers.get("content-type"),
      json,
      rows: json.Rows ?? json,
      warnings: json.Warnings ?? header("warnings") ?? [],
      count: json.Count ?? header("count"),
      after: json.After ?? answer.headers.get("tablewright-after"),
    };
  }
  const add = (cells: object, Properties: object = {}) =>
    post({ Action: "Add", Properties, Rows: [{ Line: "a", Article: "Anvil", ...cells }] });
  const find = (Properties: object) => post({ Action: "Find", Properties, Rows: [] });

  test.each([
    ["2026-03-17 00:00:00"],
    ["2026-03-17T00:00:00"],
    ["2026-03-17T00:00:00.000Z"],
    ["03/17/2026 00:00:00"],
    ["2026-03-17"],
  ])("a Date takes the midnight %s", async (Sold) => {
    expect((await add({ Sold })).rows).toMatchObject([{ Sold: SOLD[wire] }]);
  });

  test("the type of an answer is what clients compare it with", async () => {
    const many = Array.from({ length: 101 }, (_, at) => ({ Line: `l${at}`, Article: "Anvil" }));
    const answers = [
      await add({}),
      await find({}),
      await post({ Action: "Add", Rows: many }),
      await find({}),
    ];
    const summary = await post({ By: ["State"], Values: { n: "COUNT" } }, PATH.replace("Action", "summary"));
    const types = [...answers, summary].map(({ status, type }) => [status, type]);
    const type = wire === "appsheet" ? "application/json" : "application/json; charset=utf-8";
    expect(types).toEqual(types.map(() => [200, type]));
    expect((await find({ Selector: "(" })).type).toBe("application/problem+json; charset=utf-8");
  });

  test.each([
    ["ja-JP", "03/12/2026"],
    ["sv-SE", "03/12/2026"],
    ["de-DE", "03/12/2026"],
    ["nl-NL", "03/12/2026"],
    ["en-US", "03/12/2026"],
    ["en-GB", "03/17/2026"],
    ["fr-FR", "12/31/2026"],
  ])("the dates of an answer are written back under %s", async (Locale, day) => {
    const iso = `2026-${day.slice(0, 2)}-${day.slice(3, 5)}`;
    await add({ Sold: iso, Packed: `${iso} 15:04:05` });
    const [read] = (await find({ Locale })).rows;
    const again = await post({
      Action: "Edit",
      Properties: { Locale },
      Rows: [{ ...read, Total: undefined }],
    });
    expect(again).toMatchObject({ status: 200, rows: [{ Sold: read.Sold, Packed: read.Packed }] });
    expect((await find({ Locale: "en-US" })).rows).toMatchObject([{ Sold: wire === "typed" ? iso : day }]);
  });

  test.each([
    ["de-DE", "12.03.2026", "03/12/2026"],
    ["de-DE", "25/12/2026", "12/25/2026"],
    ["nl-NL", "12-03-2026", "03/12/2026"],
    ["en-GB", "12/03/2026", "03/12/2026"],
    ["en-GB", "17/03/2026", "03/17/2026"],
    ["ja-JP", "2026/03/12", "03/12/2026"],
  ])("a date as %s writes it is read as such: %s", async (Locale, Sold, day) => {
    expect((await add({ Sold }, { Locale })).status).toBe(200);
    const [, month, date] = /(\d+)\/(\d+)/u.exec(day) ?? [];
    const [{ Sold: read }] = (await find({ Locale: "en-US" })).rows;
    expect(read).toBe(wire === "typed" ? `2026-${month}-${date}` : day);
  });

  test("a Date says what is wrong with another time of day", async () => {
    const { status, json } = await add({ Sold: "2026-03-17 15:04:05" });
    expect(status).toBe(400);
    expect(json.errors).toMatchObject([{ row: 1, column: "Sold", code: "cell/unreadable" }]);
    expect(json.detail).toContain("a time of day other than midnight");
  });

  const address = { Url: "https://example.com/a", LinkText: "Anvil" };
  test.each([
    ["an object", address],
    ["a text", JSON.stringify(address)],
  ])("an address and its words in %s", async (_, Page) => {
    const { status, rows } = await add({ Page });
    expect(status).toBe(200);
    expect(rows[0].Page).toContain("https://example.com/a");
  });

  test.each([[""], [null]])("a key of %j takes its initial value", async (Line) => {
    expect((await add({ Line })).rows).toMatchObject([{ Line: "L1" }]);
  });

  test.each([
    ["Locale", "ja_JP"],
    ["Locale", "en-gb"],
    ["Timezone", "UTC-5"],
    ["Timezone", "GMT+7"],
    ["Timezone", "+07:00"],
    ["Timezone", "Pacific Standard Time"],
    ["Location", "47.3769, 8.5417"],
    ["Selector", "  "],
    ["UserSettings", {}],
    ["RunAsUserEmail", "ann@example.com"],
  ])("%s may be %j", async (name, value) => {
    const { status, rows, warnings } = await find({ [name]: value });
    expect([status, rows, warnings]).toEqual([200, [], []]);
  });

  test.each([
    ["Timezone", "Middle Earth", { Action: "Send" }],
    ["Location", "here", undefined],
  ])("%s %j is ignored with a warning until a call needs it", async (name, value, needing) => {
    await add({});
    const { status, warnings } = await find({ [name]: value });
    expect(status).toBe(200);
    expect(warnings).toMatchObject([{ code: "request/ignored-property" }]);
    if (needing === undefined) return;
    const { status: refused } = await post({
      ...needing,
      Properties: { [name]: value },
      Rows: [{ Line: "a" }],
    });
    expect(refused).toBe(400);
  });

  test.each(["german", "xx-YY"])("the Locale %j is refused", async (Locale) => {
    const { status, json } = await find({ Locale });
    expect([status, json.code]).toEqual([400, "request/property"]);
  });

  test.each([
    ['FILTER("Customers", TRUE)', 'FILTER("Order Lines", '],
    ['COUNT(FILTER("Order Lines", TRUE))', 'FILTER("Order Lines", '],
    ["Order Lines", 'FILTER("Order Lines", TRUE)'],
    ["[Price] > 1", 'FILTER("Order Lines", [Price] > 1)'],
  ])("the Selector %s is answered with what to write", async (Selector, advice) => {
    const { status, json } = await find({ Selector });
    expect([status, json.code]).toEqual([400, "selector/not-rows"]);
    expect(`${json.errors[0].message} ${json.errors[0].hint}`).toContain(advice);
  });

  test("a list of keys from another table is a Selector", async () => {
    await add({ Customer: "ann@example.com" });
    const Selector = "SELECT(Order Lines[Customer], TRUE)";
    const path = PATH.replace("Order%20Lines", "Customers");
    const { rows } = await post({ Action: "Find", Properties: { Selector } }, path);
    expect(rows).toMatchObject([{ Email: "ann@example.com" }]);
  });

  test("a group that holds an action which calls may not name cannot be called", async () => {
    await add({});
    const calls = ["Send", "Send Twice", "Copy"].map((Action) => post({ Action, Rows: [{ Line: "a" }] }));
    const answers = await Promise.all(calls);
    expect(answers.map(({ json }) => json.code)).toEqual([
      undefined,
      "request/unsupported-action",
      "request/unsupported-action",
    ]);
  });

  test("a Find in parts counts all rows and tells where it goes on", async () => {
    await add({});
    await add({ Line: "b" });
    const Columns = ["Line"];
    const { rows, count, after } = await find({ Limit: 1, Count: true, Columns });
    expect([rows, count]).toEqual([[{ Line: "a" }], 2]);
    expect((await find({ After: after, Columns })).rows).toEqual([{ Line: "b" }]);
  });

  test.each([
    [
      "another case",
      PATH.replace("/Action", "/action").replace("/tables/", "/Tables/"),
      "application/json",
      404,
    ],
    ["a slash at the end", `${PATH}/`, "application/json", 404],
    ["plain text", PATH, "text/plain", 415],
  ])("a request with %s has a hint", async (_, path, type, expected) => {
    const { status, json } = await post({ Action: "Find" }, path, type);
    expect(status).toBe(expected);
    expect(json.errors[0].hint).toMatch(/tables\/\{tableName\}\/Action|application\/json/u);
  });
});

const PATH = "/api/v2/apps/shop/tables/Order%20Lines/Action";

const SOLD: Readonly<Record<Wire, string>> = {
  spec: "03/17/2026",
  appsheet: "03/17/2026",
  typed: "2026-03-17",
};
