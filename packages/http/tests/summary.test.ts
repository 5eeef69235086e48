/** Summaries over HTTP: the plain answer, the wires, and each error in the order of checks. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { depot, listening } from "./depot.ts";

let served: Awaited<ReturnType<typeof listening>>;
beforeAll(async () => {
  served = await listening({ engines: [await depot()], limits: { wrongKeys: 1_000 } });
});
afterAll(() => served.close());

const summary = (table: string) => `/api/v2/apps/depot/tables/${encodeURIComponent(table)}/summary`;
const ask = (body: unknown, table = "Jobs", key: string | null = "V2-all", wire?: string) =>
  served.ask(summary(table), {
    method: "POST",
    body,
    key,
    ...(wire === undefined ? {} : { headers: { prefer: `wire=${wire}` } }),
  });

test("groups of the rows that the caller may see, with values under their names", async () => {
  const { status, json } = await ask({ By: ["State"], Values: { Rows: "COUNT", Hours: { SUM: "Hours" } } });
  expect([status, json]).toEqual([
    200,
    {
      Rows: [
        { State: "Closed", Rows: 1, Hours: 2.5 },
        { State: "Open", Rows: 1, Hours: 0 },
      ],
    },
  ]);
});

test.each<[string, unknown]>([
  [
    "spec",
    {
      Rows: [
        { Due: "", n: 1 },
        { Due: "03/01/2026", n: 1 },
      ],
    },
  ],
  [
    "appsheet",
    {
      Rows: [
        { Due: "", n: "1" },
        { Due: "03/01/2026", n: "1" },
      ],
    },
  ],
  [
    "typed",
    {
      Rows: [
        { Due: null, n: 1 },
        { Due: "2026-03-01", n: 1 },
      ],
    },
  ],
])("the wire %s answers an object, with cells in its form", async (wire, answer) => {
  const { json, headers } = await ask({ by: ["Due"], values: { n: "COUNT" } }, "Jobs", "V2-all", wire);
  expect([json, headers.get("preference-applied")]).toEqual([answer, `wire=${wire}`]);
});

test("a Selector, a slice, and a member that is not known", async () => {
  const Properties = { Selector: "FILTER(Jobs, [Job] = 1)" };
  const { json } = await ask({ Action: "find", Properties, Values: { n: "COUNT" }, Vals: 1 }, "Open Jobs");
  expect(json).toMatchObject({ Rows: [{ n: 1 }], Warnings: [{ code: "request/unknown-member" }] });
});

test.each<[string, unknown, string, string | null, number, string]>([
  ["no key", {}, "Jobs", null, 400, "auth/missing-key"],
  ["a wrong key", {}, "Jobs", "wrong", 403, "auth/wrong-key"],
  ["no such table", {}, "Nowhere", "V2-all", 404, "table/not-found"],
  ["a key that may not Find", { Values: { n: "COUNT" } }, "Jobs", "V2-quiet", 403, "access/not-allowed"],
  ["a table out of reach", { Values: { n: "COUNT" } }, "People", "V2-jobs", 404, "table/not-found"],
  [
    "a Selector that reaches further than its key",
    { Values: { n: "COUNT" }, Properties: { Selector: "FILTER(Jobs, COUNT(People[Email]) > 0)" } },
    "Jobs",
    "V2-jobs",
    400,
    "name/unknown-table",
  ],
  ["another action", { Action: "Delete", By: ["State"] }, "Jobs", "V2-all", 400, "request/unknown-action"],
  ["a member given twice", { By: ["State"], by: ["Due"] }, "Jobs", "V2-all", 400, "request/duplicate-member"],
  ["a body that is no object", [], "Jobs", "V2-all", 400, "request/unreadable-body"],
  ["a body that asks for nothing", {}, "Jobs", "V2-all", 400, "request/summary-empty"],
])("%s is refused", async (_, body, table, key, status, code) => {
  const answer = await ask(body, table, key);
  expect([answer.status, answer.json.code]).toEqual([status, code]);
});

test("a column that is not there is suggested, at the name of its value", async () => {
  const { json } = await ask({ Values: { Total: { SUM: "Hour" } } });
  expect(json.errors).toMatchObject([{ column: "Total", code: "column/unknown" }]);
  expect(json.detail).toContain('"Hours"');
});

test("another method", async () => {
  const { status, headers } = await served.ask(summary("Jobs"));
  expect([status, headers.get("allow")]).toEqual([405, "POST"]);
});
