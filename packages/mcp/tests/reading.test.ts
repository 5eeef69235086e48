/** What assistants read: what their caller may, and never more than fits. */
import { expect, test } from "vitest";
import { ANSWER_CHARACTERS, fitRows, fitWhole } from "../src/calls/fit-answer.ts";
import { assistantOf, openShop } from "./shop.ts";

test("the tools, with what they do to rows", async () => {
  const { send } = await openShop();
  const { client } = await assistantOf(send, "V2-all");
  const { tools } = await client.listTools();
  expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
    ["list_tables", true],
    ["describe_table", true],
    ["find_rows", true],
    ["summarise_rows", true],
    ["row_history", true],
    ["explain_find", true],
    ["list_decisions", true],
    ["decide", true],
    ["explain_decision", true],
    ["prepare_change", true],
    ["prepare_changes", true],
    ["prepare_undo", true],
    ["carry_out", false],
  ]);
});

test("where rows are only to be read, nothing can be prepared", async () => {
  const { send } = await openShop();
  const { client } = await assistantOf(send, "V2-all", { readOnly: true });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    "list_tables",
    "describe_table",
    "find_rows",
    "summarise_rows",
    "row_history",
    "explain_find",
    "list_decisions",
    "decide",
    "explain_decision",
  ]);
});

test("tables and their columns", async () => {
  const { send } = await openShop();
  const boss = await assistantOf(send, "V2-all");
  expect(await boss.use("list_tables")).toMatchObject({ tables: [{ name: "Orders" }, { name: "Lines" }] });
  expect(await boss.use("describe_table", { table: "orders" })).toMatchObject({
    name: "Orders",
    actions: [{ name: "Send", invocable: true }],
  });
  expect(await boss.codesOf("describe_table", { table: "Ordres" })).toEqual(["table/not-found"]);
  expect(await boss.use("explain_find", { table: "Orders" })).toMatchObject({ store: { name: "memory" } });
});

test("rows by a Selector, by keys, all, and some of many", async () => {
  const { send } = await openShop();
  const boss = await assistantOf(send, "V2-all");
  const ordersOf = async (input: object) => {
    const { rows, note } = await boss.use("find_rows", { table: "Orders", ...input });
    return [rows.map(({ Order }: { Order: number }) => Order), note];
  };
  expect(await ordersOf({})).toEqual([[1, 2, 3], undefined]);
  expect(await ordersOf({ keys: [{ Order: 3 }, { Order: 9 }] })).toEqual([[3], undefined]);
  expect(await ordersOf({ selector: ' = FILTER("Orders", [Total] > 15)' })).toEqual([[2, 3], undefined]);
  const selector = 'FILTER("Orders", [Clerk] = [_PARAM].[who])';
  expect(await ordersOf({ selector, params: { who: "ann@example.com" } })).toEqual([[2], undefined]);
  expect(await ordersOf({ limit: 3 })).toEqual([[1, 2, 3], undefined]);
  expect(await ordersOf({ limit: 2 })).toEqual([
    [1, 2],
    "There are more rows than these 2: narrow the Selector, or raise the limit.",
  ]);
});

test("a summary of the rows that the caller sees", async () => {
  const { send } = await openShop();
  const boss = await assistantOf(send, "V2-all");
  const values = { Orders: "COUNT", Most: { MAX: "Total" } };
  const summary = { table: "Orders", by: ["Clerk"], values, selector: 'FILTER("Orders", [Total] > 10)' };
  expect((await boss.use("summarise_rows", summary)).rows).toEqual([
    { Clerk: null, Orders: 1, Most: 30 },
    { Clerk: "ann@example.com", Orders: 1, Most: 20 },
  ]);
  const ann = await assistantOf(send, "V2-ann");
  expect((await ann.use("summarise_rows", { table: "Orders", values })).rows).toEqual([
    { Orders: 1, Most: 20 },
  ]);
  const reader = await assistantOf(send, "V2-reader");
  expect(await reader.codesOf("summarise_rows", { table: "Lines", values })).toEqual(["table/not-found"]);
  const wrong = { table: "Orders", values: { Middle: { MEDIAN: "Total" } } };
  expect(await boss.codesOf("summarise_rows", wrong)).toEqual(["request/summary-function"]);
});

test("the history of a row, the newest first, for a caller who may read it", async () => {
  const { engine, send } = await openShop();
  await engine.edit("Orders", [{ Order: 2, Total: 25 }]);
  const boss = await assistantOf(send, "V2-all");
  expect(await boss.use("row_history", { table: "Orders", key: 2 })).toMatchObject({
    versions: [
      { operation: "edit", before: { Total: 20 }, after: { Total: 25 } },
      { operation: "add", before: null },
    ],
  });
  const forAnn = await assistantOf(send, "V2-all", { runAs: "ann@example.com" });
  expect(await forAnn.codesOf("row_history", { table: "Orders", key: "1" })).toEqual(["row/not-found"]);
  const reader = await assistantOf(send, "V2-reader");
  expect(await reader.codesOf("row_history", { table: "Orders", key: 2 })).toEqual(["access/not-allowed"]);
});

test.each([
  [0, ["input"]],
  [999, []],
  [1_000, []],
  [1_001, ["input"]],
])("at most %d rows are asked for", async (limit, codes) => {
  const { send } = await openShop();
  const boss = await assistantOf(send, "V2-all");
  expect(await boss.codesOf("find_rows", { table: "Orders", limit })).toEqual(codes);
});

test("an error in a Selector is where the assistant wrote it", async () => {
  const { send } = await openShop();
  const boss = await assistantOf(send, "V2-all");
  for (const selector of ['FILTER("Orders", [Totl] > 1)', '=FILTER("Orders", [Totl] > 1)']) {
    const { errors } = await boss.use("find_rows", { table: "Orders", selector });
    expect(errors).toEqual([
      expect.objectContaining({ code: "name/unknown-column", hint: 'Did you mean "Total"?' }),
    ]);
    expect(selector.slice(errors[0].start, errors[0].end)).toBe("[Totl]");
  }
});

test("a caller sees their rows and tables alone", async () => {
  const { send } = await openShop();
  const ann = await assistantOf(send, "V2-ann");
  expect((await ann.use("find_rows", { table: "Orders" })).rows).toMatchObject([{ Order: 2 }]);
  const reader = await assistantOf(send, "V2-reader");
  expect(await reader.use("list_tables")).toMatchObject({ tables: [{ name: "Orders" }] });
  expect(await reader.codesOf("find_rows", { table: "Lines" })).toEqual(["table/not-found"]);
  const nobody = await assistantOf(send, "V2-wrong");
  expect(await nobody.codesOf("list_tables")).toEqual(["auth/wrong-key"]);
  const forAnn = await assistantOf(send, "V2-all", { runAs: "ann@example.com" });
  expect((await forAnn.use("find_rows", { table: "Orders" })).rows).toHaveLength(1);
});

test("rows fill an answer and no more, and it says how many there are", async () => {
  const { engine, send } = await openShop();
  const lines = Array.from({ length: 60 }, (_, No) => ({ Order: 1, No, Text: "x".repeat(1_000) }));
  await engine.add("Lines", lines);
  const boss = await assistantOf(send, "V2-all");
  const answer = await boss.use("find_rows", { table: "Lines", limit: 60 });
  expect(JSON.stringify(answer).length).toBeLessThanOrEqual(ANSWER_CHARACTERS);
  expect(answer.note).toBe(
    `Only the first ${answer.rows.length} of 60 rows are shown, because an answer has at most 50000 characters.`,
  );
});

test("a row with many others that refer to it is shown, with the first of them", async () => {
  const { engine, send } = await openShop();
  const lines = Array.from({ length: 3_000 }, (_, at) => ({ Order: 1, No: 9e15 + at }));
  expect(await engine.add("Lines", lines)).toMatchObject({ ok: true });
  const boss = await assistantOf(send, "V2-all");
  const keys = { table: "Orders", keys: [{ Order: 1 }] };
  const { rows, note } = await boss.use("find_rows", keys);
  expect(rows).toMatchObject([{ Order: 1, Clerk: "boss@example.com" }]);
  expect(rows[0]["Related Lines"]).toHaveLength(20);
  expect(note).toBe("Of lists of more than 20 items the first 20 are shown.");
  const change = { table: "Orders", action: "Edit", rows: [{ Order: 1, Total: 11 }] };
  expect((await boss.use("prepare_change", change)).rows).toMatchObject([{ Order: 1, Total: 11 }]);
  expect(await boss.use("find_rows", { ...keys, columns: ["Order", "Total"] })).toEqual({
    rows: [{ Order: 1, Total: 10 }],
  });
  expect(await boss.codesOf("find_rows", { ...keys, columns: ["Totl"] })).toEqual(["column/unknown"]);
});

test.each([
  [19, 0],
  [20, 1],
  [21, 1],
  [39, 1],
  [40, 2],
])("with room for %d characters, %d rows of twenty fit", (room, count) => {
  const row = { A: "0123456789a" };
  expect(JSON.stringify(row)).toHaveLength(19);
  expect(fitRows([row, row], room).rows).toHaveLength(count);
});

test("a description is whole or refused", () => {
  const value = { a: "0123" };
  const { length } = JSON.stringify(value);
  expect([length - 1, length, length + 1].map((limit) => fitWhole(value, limit).ok)).toEqual([
    false,
    true,
    true,
  ]);
  expect(fitWhole(value, 3)).toMatchObject({ errors: [{ code: "limit/answer-size" }] });
});

test("decisions, and why, by the rights of the caller", async () => {
  const { send } = await openShop();
  const boss = await assistantOf(send, "V2-all");
  expect(await boss.use("list_decisions")).toMatchObject({ decisions: [{ name: "FEE" }] });
  expect(
    await boss.use("decide", { decision: "FEE", facts: [{ total: 200 }, { total: "much" }] }),
  ).toMatchObject({
    results: [{ outputs: { FEE: 0 }, errors: [] }, { errors: [{ pointer: "/total" }] }],
  });
  expect(await boss.use("explain_decision", { decision: "FEE", facts: { total: 1 } })).toMatchObject({
    outputs: { FEE: 5 },
    rows: [{ row: 1, state: "not matched", conditions: [{ source: "[total] >= 100", value: false }] }],
  });
  expect(await boss.codesOf("decide", { decision: "FES", facts: [{}] })).toEqual(["decision/not-found"]);
  const reader = await assistantOf(send, "V2-reader");
  expect(await reader.codesOf("decide", { decision: "FEE", facts: [{}] })).toEqual(["access/not-allowed"]);
});
