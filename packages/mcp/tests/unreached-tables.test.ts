/**
 * Two applications that differ only in what a limited key may not reach (tables, slices, columns, actions, rules, keys, rows and
 * changes) give that key the same answers, byte for byte, whatever it asks by the record API or as an assistant.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { assistantOf } from "./shop.ts";
import { type Hidden, NOTHING, openWorld, SECRETS, SECRETS_OF_SLICE } from "./shop-with-secrets.ts";

const oneOf = fc.constantFrom;
const table = oneOf(
  "Customers",
  "Orders",
  "Names",
  "Late Orders",
  "Secret Orders",
  "Secret Names",
  "Customer",
  "Secret Order",
  "Ordrs",
  "customers",
  "Nothing",
);
const column = oneOf(
  "Id",
  "Name",
  "Size",
  "Pin",
  "Pni",
  "Order",
  "Customer",
  "Total",
  "Related Orders",
  "Related Secret Orders",
  "Related Secret Order",
  "Related Customers",
  "_Version",
  "_RowNumber",
);
const action = oneOf(
  "Add",
  "Edit",
  "Delete",
  "Find",
  "Grow",
  "Grwo",
  "Grow Secretly",
  "Grow Secretl",
  "Set Pin",
  "Nothing",
  "",
);
const cell = oneOf<unknown>("a", "b", "c", 1, 2, 4, 99, "", null);
const row = fc.dictionary(column, cell, { maxKeys: 3 });
const condition = fc.oneof(
  oneOf("TRUE", "1", "[_THISROW].[Id] = 1"),
  fc.tuple(column, oneOf('"a"', "1", "[Name]", "LIST(1)")).map(([name, value]) => `[${name}] = ${value}`),
  column.map((name) => `COUNT([${name}]) > 0`),
  fc.tuple(column, column).map(([one, other]) => `ISBLANK([${one}].[${other}])`),
  fc.tuple(column, column).map(([one, other]) => `ISBLANK(INDEX([${one}][${other}], 1))`),
  fc.tuple(table, column).map(([name, by]) => `COUNT(REF_ROWS("${name}", "${by}")) > 0`),
);
const selector = fc.oneof(
  fc.tuple(table, condition).map(([name, where]) => `FILTER("${name}", ${where})`),
  fc.tuple(table, column).map(([name, by]) => `ORDERBY(FILTER("${name}", TRUE), [${by}])`),
  fc
    .tuple(table, column, table, condition)
    .map(([own, by, name, where]) => `FILTER("${own}", IN([${by}], SELECT(${name}[${by}], ${where})))`),
  fc.tuple(table, column).map(([name, by]) => `${name}[${by}]`),
  condition,
  table,
);
/** Where the caller was, by what it was answered before: the place among all cursors that it has seen. */
const seenCursor = fc.nat(30).map((at) => ({ seen: at }));
const cursor = fc.oneof(seenCursor, oneOf("0", "1", "2", "3-1", "4", "7-1", "99", "x"));
const properties = fc.record(
  {
    Selector: selector,
    Columns: fc.array(column, { minLength: 1, maxLength: 3 }),
    DryRun: fc.boolean(),
    OnDuplicate: oneOf("update"),
    Form: fc.boolean(),
    Version: oneOf<unknown>(true, "x"),
    AsOf: fc.oneof(cursor, oneOf("2026-03-14T00:05:00Z", "2026-03-14T01:00:00Z")),
    Limit: oneOf(1, 2),
    Count: fc.boolean(),
  },
  { requiredKeys: [] },
);
const summary = fc.record({
  By: fc.array(column, { maxLength: 2 }),
  Values: fc.dictionary(
    oneOf("n", "sum"),
    fc.oneof(
      oneOf<unknown>("COUNT"),
      column.map((name) => ({ SUM: name })),
    ),
    { maxKeys: 2 },
  ),
  Properties: fc.record({ Selector: selector }, { requiredKeys: [] }),
});

const decision = oneOf(
  "DISCOUNT",
  "DISCONT",
  "SPENT",
  "SECRET_TOTAL",
  "OF_SECRET",
  "AROUND",
  "discount",
  "NOTHING",
);
const facts = fc.array(
  fc.record(
    { size: oneOf<unknown>(1, 7, 99, "x"), id: oneOf("a", "b", "s"), order: oneOf("s", 1) },
    { requiredKeys: [] },
  ),
  { maxLength: 3 },
);

type Asked =
  | {
      readonly does: "post";
      readonly path: string;
      readonly body: unknown;
      readonly headers?: Record<string, string>;
    }
  | { readonly does: "get"; readonly path: string; readonly after?: unknown }
  | { readonly does: "use"; readonly tool: string; readonly input: Record<string, unknown> }
  | { readonly does: "hidden"; readonly key: string; readonly calls: number };

const pathOf = (name: string, end: string) => `/tables/${encodeURIComponent(name)}/${end}`;
/** Changes that are carried out, so that there is something to read between hidden ones. */
const soundChange: fc.Arbitrary<Asked> = fc.record({
  does: oneOf("post" as const),
  path: oneOf("Customers", "Names").map((name) => pathOf(name, "Action")),
  body: fc.record({
    Action: oneOf("Add", "Edit", "Edit"),
    Rows: fc.tuple(fc.record({ Id: oneOf("a", "b", "c"), Name: oneOf("Al", "Bea", "Cy") })),
  }),
});
const asked: fc.Arbitrary<Asked> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: oneOf("post" as const),
      path: table.map((name) => pathOf(name, "Action")),
      body: fc.record(
        { Action: action, Properties: properties, Rows: fc.array(row, { maxLength: 3 }) },
        { requiredKeys: ["Action"] },
      ),
      headers: oneOf<Record<string, string>>(
        {},
        { prefer: "wire=typed" },
        { prefer: "trace" },
        { "idempotency-key": "one" },
        { "idempotency-key": "two" },
      ),
    }),
  },
  fc.record({
    does: oneOf("post" as const),
    path: table.map((name) => pathOf(name, "explain")),
    body: fc.record({ Properties: properties }),
  }),
  fc.record({
    does: oneOf("post" as const),
    path: table.map((name) => pathOf(name, "summary")),
    body: summary,
  }),
  {
    weight: 3,
    arbitrary: fc.record({
      does: oneOf("post" as const),
      path: decision.map((name) => `/decisions/${name}`),
      body: fc.record({ Facts: facts, Explain: fc.boolean() }, { requiredKeys: ["Facts"] }),
    }),
  },
  fc.record({
    does: oneOf("use" as const),
    tool: oneOf("decide", "explain_decision"),
    input: fc.record({ decision, facts: fc.record({ size: oneOf(1, 7), id: oneOf("a", "s") }) }),
  }),
  fc.record({
    does: oneOf("get" as const),
    path: fc.oneof(
      oneOf("/decisions", "/tables", "/openapi.json", "/rules", "/runs", "/events", "/tests"),
      table.map((name) => pathOf(name, "schema")),
      fc.tuple(table, oneOf("a", "b", "1", "s")).map(([name, key]) => pathOf(name, `history?key=${key}`)),
    ),
  }),
  { weight: 3, arbitrary: soundChange },
  {
    weight: 2,
    arbitrary: fc.record({
      does: oneOf("post" as const),
      path: oneOf("id-1", "id-2", "id-3", "id-4", "hidden-1", "hidden-2").map(
        (call) => `/calls/${call}/undo`,
      ),
      body: fc.record({ Properties: fc.record({ DryRun: fc.boolean() }) }),
      headers: oneOf<Record<string, string>>({}, { "idempotency-key": "undo" }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: oneOf("get" as const),
      path: oneOf("/changes?limit=1", "/changes?limit=50"),
      after: fc.option(cursor),
    }),
  },
  fc.record({
    does: oneOf("use" as const),
    tool: oneOf("describe_table", "find_rows", "explain_find", "list_tables", "list_decisions"),
    input: table.map((name) => ({ table: name })),
  }),
  fc.record({
    does: oneOf("use" as const),
    tool: oneOf("prepare_change"),
    input: fc
      .tuple(table, action, row)
      .map(([name, act, one]) => ({ table: name, action: act, rows: [one] })),
  }),
  {
    weight: 3,
    arbitrary: fc.record({ does: oneOf("hidden" as const), key: oneOf("s", "t", "u"), calls: oneOf(1, 3) }),
  },
);

/** What was changed in secret is between what is read. */
const AROUND_HIDDEN: Asked[] = ["Customers", "Names"].flatMap((name) => [
  { does: "get", path: "/changes?limit=50" },
  { does: "hidden", key: "s", calls: 3 },
  { does: "get", path: "/changes?limit=50" },
  { does: "post", path: pathOf(name, "Action"), body: { Action: "Edit", Rows: [{ Id: "a", Name: "Al" }] } },
  { does: "get", path: "/changes?limit=50" },
  { does: "get", path: pathOf(name, "history?key=a") },
  { does: "post", path: pathOf(name, "Action"), body: { Action: "Find", Properties: { AsOf: { seen: 0 } } } },
]);

test.each([
  ["V2-limited", SECRETS],
  ["V2-reader", SECRETS],
  ["V2-slim", SECRETS_OF_SLICE],
])(
  "to %s",
  async (key, secrets) => {
    const property = fc.asyncProperty(
      fc.array(asked, { minLength: 1, maxLength: 20, size: "max" }),
      async (all) => {
        const [without, withSecrets] = [await answers(NOTHING, key, all), await answers(secrets, key, all)];
        for (const [at, answer] of without.entries())
          expect([all[at], withSecrets[at]]).toEqual([all[at], answer]);
      },
    );
    await fc.assert(property, {
      numRuns: Number(process.env.TABLEWRIGHT_RUNS ?? 6),
      examples: [[AROUND_HIDDEN]],
    });
  },
  60_000,
);

/** What an application with these secrets answers to the key; cursors are called by the order in which they came. */
async function answers(hidden: Hidden, key: string, all: readonly Asked[]): Promise<readonly string[]> {
  const world = await openWorld(hidden);
  const assistant = await assistantOf(world.send, key);
  const answered: string[] = [];
  const cursors: string[] = [];
  for (const one of all) {
    const text = await ask(one);
    for (const [, seen = ""] of text.matchAll(/"cursor":"([0-9a-f]{64})"/gu))
      if (!cursors.includes(seen)) cursors.push(seen);
    const named = cursors.reduce((all, seen, at) => all.replaceAll(seen, `cursor ${at}`), text);
    answered.push(named.replaceAll(/"token":"[^"]*"/gu, ""));
  }
  await assistant.close();
  return answered;

  async function ask(one: Asked): Promise<string> {
    if (one.does === "hidden") {
      if (hidden !== NOTHING) await world.changeHidden(one);
      return "";
    }
    if (one.does === "use") return JSON.stringify(await assistant.use(one.tool, one.input));
    const headers = { applicationaccesskey: key, "content-type": "application/json" };
    if (one.does === "get") {
      const after = place(one.after ?? undefined);
      return world.fetch(after === undefined ? one.path : `${one.path}&after=${after}`, { headers });
    }
    const body = JSON.stringify(one.body, (_, value) => place(value));
    return world.fetch(one.path, { method: "POST", headers: { ...headers, ...one.headers }, body });
  }

  function place(value: unknown): unknown {
    const at = (value as { readonly seen?: number } | null)?.seen;
    return at === undefined ? value : (cursors[at % Math.max(cursors.length, 1)] ?? "0");
  }
}
