/** The main job over HTTP on the sales example: keys, rejected batches, and what bad input is answered. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Row, START_LIMIT, serveExample } from "./serve-example.ts";

let served: Awaited<ReturnType<typeof serveExample>>;
beforeAll(async () => {
  served = await serveExample("sales");
}, START_LIMIT);
afterAll(() => served?.stop());

const carrier = (key: string, name: string) => ({ Carrier: key, Name: name, Days: 1 });

test("key rows, one of them missing, in table order", async () => {
  const Rows = [{ "Order ID": 7003 }, { "Order ID": 99999 }, { "Order ID": "7001" }];
  const { answer } = await served.call("Orders", { Action: "Find", Rows });
  expect(answer.Rows.map((row) => row["Order ID"])).toEqual([7001, 7003]);
});

test("a batch with one bad row changes nothing and says row and column", async () => {
  const Rows = [carrier("A1", "Swift"), { ...carrier("A2", "Slow"), Days: "1o2" }, carrier("A3", "Sure")];
  const { status, answer } = await served.call("Carriers", { Action: "Add", Rows });
  expect(status).toBe(400);
  expect(answer).toMatchObject({
    code: "cell/unreadable",
    errors: [{ row: 2, column: "Days", code: "cell/unreadable" }],
  });
  expect(await served.find("Carriers", 'FILTER("Carriers", STARTSWITH([Carrier], "A"))')).toEqual([]);
});

test("Delete gives the full rows back", async () => {
  const row = { Carrier: "ÄRZTE", Name: "Ärzte & Söhne", "Base Fee": 0.1, "Fee Per Kilo": 0.2, Days: 3 };
  await served.call("Carriers", { Action: "Add", Rows: [row] });
  const { answer } = await served.call("Carriers", { Action: "Delete", Rows: [{ Carrier: "ÄRZTE" }] });
  expect(answer.Rows).toEqual([{ _RowNumber: 5, ...row, "Related Orders": "" }]);
  expect(await served.find("Carriers", 'FILTER("Carriers", [Carrier] = "ärzte")')).toEqual([]);
});

describe("bad input gets its status and code, and nothing is written", () => {
  const add = (row: Row) => ({ Action: "Add", Rows: [{ ...carrier("NEW", "X"), ...row }] });
  const select = (selector: string) => ({ Action: "Find", Properties: { Selector: selector } });

  test.each([
    ["an unknown column", "Carriers", add({ Fone: "1" }), 400, "column/unknown"],
    [
      "a bad date",
      "Orders",
      { Action: "Edit", Rows: [{ "Order ID": 7001, "Ordered On": "30/02/2026" }] },
      400,
      "cell/unreadable",
    ],
    ["malformed JSON", "Carriers", '{"Action": "Add", ', 400, "request/unreadable-body"],
    [
      "an unbalanced bracket",
      "Carriers",
      select('FILTER("Carriers", ([Days] = 1)'),
      400,
      "syntax/missing-bracket",
    ],
    [
      "10,000 parentheses",
      "Carriers",
      select(`${"(".repeat(10_000)}1${")".repeat(10_000)}`),
      400,
      "limit/nesting",
    ],
    ["a body of 20 MB", "Carriers", JSON.stringify(add({ Name: "x".repeat(20_000_000) })), 413, "limit/body"],
    [
      "a missing row",
      "Carriers",
      { Action: "Edit", Rows: [{ Carrier: "NONE", Days: 1 }] },
      404,
      "row/not-found",
    ],
    ["an unknown table", "Cariers", add({}), 404, "table/not-found"],
    ["an unknown action", "Carriers", { Action: "Upsert", Rows: [] }, 400, "request/unknown-action"],
    [
      "a key that is there",
      "Carriers",
      { Action: "Add", Rows: [carrier("GULL", "X")] },
      400,
      "key/duplicate",
    ],
  ])("%s", async (_, table, body, status, code) => {
    const before = await served.find("Carriers");
    const rejected = await served.call(table, body);
    expect([rejected.status, rejected.answer.code]).toEqual([status, code]);
    expect(await served.find("Carriers")).toEqual(before);
  });

  test("a wrong key", async () => {
    const { status, answer } = await served.call("Carriers", add({}), "V2-wrong");
    expect(status).toBe(403);
    expect(answer).toMatchObject({ code: "auth/wrong-key" });
  });
});
