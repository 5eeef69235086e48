import type { BatchAnswer, BatchCall, BatchRequest, Diagnostic } from "@tablewright/core";
import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { type Workshop, withWorkshop } from "./workshop.ts";

const DEFINITION = `
tablewright: 1
app:
  id: shop
  name: Shop
  owner: owner@example.com
  timezone: UTC
  api: { enabled: true, invocable: dataChange }
  history: { keep: 2d }
tables:
  Orders:
    key: [Order]
    securityFilter: OR([Owner] = USEREMAIL(), USEREMAIL() = "owner@example.com")
    columns:
      Order: { type: Text, initialValue: "UNIQUEID()" }
      Owner: { type: Text }
      Count: { type: Number, max: 10 }
      Placed: { type: DateTime, initialValue: "NOW()" }
      Lines: { type: Number, virtual: true, formula: "COUNT([Related Lines])" }
  Lines:
    key: [Line]
    columns:
      Line: { type: Text, initialValue: "UNIQUEID()" }
      Order: { type: Ref, table: Orders, partOf: true, required: true }
      Also: { type: EnumList, values: [x], allowOtherValues: true }
      Number: { type: Number, autoNumber: true }
  Stock:
    key: [Item]
    columns: { Item: { type: Text }, Left: { type: Number, min: 0 }, Note: { type: Json }, Length: { type: Number, formula: 'COUNT(SPLIT([Item], "-"))' } }
  Log:
    key: [Entry]
    columns: { Entry: { type: Text, initialValue: "UNIQUEID()" }, Of: { type: Text }, Lines: { type: Number } }
slices:
  Big Orders: { table: Orders, filter: "[Count] > 5" }
actions:
  Take: { table: Stock, set: { Left: '[Left] - INPUT("count", 1)' } }
  Log Order: { table: Orders, addRow: { table: Log, set: { Of: "[Order]", Lines: "[Lines]" } } }
rules:
  Logged:
    table: Orders
    on: [add, edit]
    steps: [{ action: Log Order }, { webhook: { url: "http://127.0.0.1:1/", body: "<<[Order]>>" } }]
`;

const ANN = { caller: { email: "ann@example.com" } } as const;

const add = (table: string, ...rows: NonNullable<BatchCall["rows"]>): BatchCall => ({
  action: "Add",
  table,
  rows,
});
const edit = (table: string, ...rows: NonNullable<BatchCall["rows"]>): BatchCall => ({
  action: "Edit",
  table,
  rows,
});
const find = (table: string, properties = {}): BatchCall => ({ action: "Find", table, properties });
const cell = (pointer: string) => ({ $ref: `#/${pointer}` });

/** Several calls in one transaction. */
export function describeBatch(make: MakeStore): void {
  const withShop = (
    work: (shop: Workshop) => Promise<void>,
    limits: NonNullable<Parameters<typeof withWorkshop>[4]> = {},
  ) => withWorkshop(make, work, undefined, DEFINITION, limits);

  const accepted = async ({ engine }: Workshop, ...calls: readonly BatchCall[]): Promise<BatchAnswer> => {
    const result = await engine.batch({ calls });
    if (!result.ok) throw new Error(JSON.stringify(result.diagnostics, null, 2));
    return result;
  };
  const errors = async ({ engine }: Workshop, request: BatchRequest): Promise<readonly string[]> => {
    const result = await engine.batch(request);
    if (result.ok) throw new Error(`accepted: ${JSON.stringify(result.answers)}`);
    return result.diagnostics.map(placeOf);
  };

  describe("batches", () => {
    test("later calls use the keys that earlier ones drew, and see what they wrote", () =>
      withShop(async (shop) => {
        const { answers } = await accepted(
          shop,
          add("Orders", { Count: 1 }, { Count: 2 }),
          add(
            "Lines",
            { Order: cell("0/Rows/1/Order") },
            { Order: cell("0/Rows/1/order"), Also: [cell("0/Rows/0/Order")] },
          ),
          edit("Orders", { Order: cell("0/Rows/1/Order"), Count: 3 }),
          find("Orders", { Columns: ["Order", "Count", "Lines"] }),
          { action: "Delete", table: "Lines", rows: [{ Line: cell("1/Rows/0/Line") }] },
          find("Lines", { Columns: ["Number"] }),
        );
        const [orders, lines, edited, found, , left] = answers.map(({ rows }) => rows);
        const [first, second] = (orders ?? []).map(({ Order }) => Order);
        expect(lines).toMatchObject([
          { Order: second, Also: [], Number: 1 },
          { Order: second, Also: [first], Number: 2 },
        ]);
        expect(edited).toMatchObject([{ Order: second, Count: 3, Lines: 2 }]);
        expect(found).toEqual([
          { Order: first, Count: 1, Lines: 0 },
          { Order: second, Count: 3, Lines: 2 },
        ]);
        expect(left).toEqual([{ Number: 2 }]);
        expect(await shop.all("Lines")).toHaveLength(1);
      }));

    test("rules run once for each call, on the rows as they are then, and queue its events", () =>
      withShop(async (shop) => {
        const events: string[] = [];
        shop.engine.onEvent(({ rule }) => events.push(rule));
        await accepted(
          shop,
          add("Orders", { Order: "a" }),
          add("Lines", { Order: "a" }),
          edit("Orders", { Order: "a", Count: 1 }),
        );
        expect((await shop.all("Log")).map(({ Of, Lines }) => [Of, Lines])).toEqual([
          ["a", 0],
          ["a", 1],
        ]);
        expect(events).toEqual(["Logged", "Logged"]);
      }));

    test("an error anywhere leaves nothing, and says its call, row and column", () =>
      withShop(async (shop) => {
        const before = await stateOf(shop);
        const events: string[] = [];
        shop.engine.onEvent(({ rule }) => events.push(rule));
        const first = add("Orders", { Order: "a" });
        const all = async (...calls: readonly BatchCall[]) => errors(shop, { calls: [first, ...calls] });
        expect(await all(add("Orders", { Order: "b" }, { Order: "c", Count: 11 }))).toEqual([
          "2 2 Count cell/out-of-bounds",
        ]);
        expect(await all(add("Orders", { Order: "a" }))).toEqual(["2 1 key/duplicate"]);
        expect(await all(add("Lines", {}, { Order: "a" }, { Order: "" }))).toEqual([
          "2 1 Order rule/required",
          "2 3 Order rule/required",
        ]);
        expect(await all({ action: "Take", table: "Stock", rows: [{ Item: "x" }] })).toEqual([
          "2 1 row/not-found",
        ]);
        expect(await all(find("Orders", { Selector: "1 +" }))).toEqual(["2 syntax/cut-off"]);
        expect(events).toEqual([]);
        expect(await stateOf(shop)).toEqual(before);
      }));

    test("what is wrong with the way calls are written is reported of all, before anything is done", () =>
      withShop(async (shop) => {
        const calls = [
          add("Orders", { Order: "a", Count: 11 }),
          add("Order", {}),
          { action: "Ad", table: "Orders" },
          { ...add("Orders", {}), properties: { DryRun: true } },
          { ...find("Orders"), properties: { Timezone: "UTC", Locale: "de-DE" } },
        ];
        expect(await errors(shop, { calls })).toEqual([
          "2 table/not-found",
          "3 request/unknown-action",
          "4 request/batch-property",
          "5 request/batch-property",
          "5 request/batch-property",
        ]);
        expect(await errors(shop, { calls: [] })).toEqual(["request/calls-missing"]);
        const selected = { calls: [find("Orders")], properties: { Selector: "Orders[Order]" } };
        expect(await errors(shop, selected)).toEqual(["request/batch-property"]);
        const past = { calls: [add("Orders", {}), find("Orders", { AsOf: "2026-03-14T15:09:26Z" })] };
        expect(await errors(shop, past)).toEqual(["2 request/batch-property"]);
      }));

    test.each([
      "0/Rows/1/Order",
      "1/Rows/0/Order",
      "7/Rows/0/Order",
      "0/Rows/0/Nope",
      "0/rows/0/Order",
      "0",
      "0/Rows/0/",
    ])("a reference to %s is an error where it stands", (pointer) =>
      withShop(async (shop) => {
        const calls = [add("Orders", { Order: "a" }), add("Lines", { Order: "a" }, { Order: cell(pointer) })];
        expect(await errors(shop, { calls })).toEqual(["2 2 Order request/reference"]);
      }),
    );

    test("as many calls as the limit says, and no more", () =>
      withShop(
        async (shop) => {
          const calls = [1, 2, 3, 4].map((Count) => add("Orders", { Count }));
          expect(await errors(shop, { calls })).toEqual(["limit/calls"]);
          await accepted(shop, ...calls.slice(0, 3));
          await accepted(shop, ...calls.slice(0, 2));
        },
        { calls: 3 },
      ));

    test("all calls together spend what one call may", () =>
      withShop(
        async (shop) => {
          const call = (at: number) => add("Stock", { Item: Array(280).fill(at).join("-") });
          const calls = Array.from({ length: 9 }, (_, at) => call(at));
          await accepted(shop, ...calls.slice(0, 3));
          expect((await errors(shop, { calls: calls.slice(3) })).at(-1)).toMatch(/limit\/fuel$/);
        },
        { fuel: 1_000 },
      ));

    test("a dry run answers all of it, and keeps nothing", () =>
      withShop(async (shop) => {
        const before = await stateOf(shop);
        const calls = [
          add("Orders", { Count: 4 }),
          add("Lines", { Order: cell("0/Rows/0/Order") }),
          find("Lines"),
        ];
        const result = await shop.engine.batch({ calls, properties: { DryRun: true } });
        expect(result).toMatchObject({
          ok: true,
          answers: [{ rows: [{ Count: 4 }] }, {}, { rows: [{ Number: 1 }] }],
        });
        expect(result).not.toHaveProperty("call");
        expect(await stateOf(shop)).toEqual(before);
      }));

    test("it is said why each call does what it does, and nothing is kept", () =>
      withShop(async (shop) => {
        const before = await stateOf(shop);
        const calls = [
          add("Orders", { Order: "a", Count: 1 }),
          find("Orders"),
          edit("Orders", { Order: "a", Count: 2 }),
          edit("Orders", { Order: "a", Count: 99 }),
        ];
        const { result, traces } = await shop.engine.whyBatch({ calls });
        expect(result).toMatchObject({ ok: false, diagnostics: [{ call: 4 }] });
        const abouts = traces.map(({ steps }) =>
          steps.flatMap(({ about, name, isMet }) => [about, name, isMet].filter(Boolean)),
        );
        expect(abouts[0]).toEqual(expect.arrayContaining(["row", "rule", "Logged", true]));
        expect(abouts[1]).toEqual(expect.arrayContaining(["plan", "row"]));
        expect(traces[1]?.steps).toContainEqual(expect.objectContaining({ about: "row", key: "a" }));
        expect(abouts[2]).toEqual(expect.arrayContaining(["row", "rule", "Logged", true]));
        expect(JSON.stringify(traces[3])).toContain("refused");
        expect(await stateOf(shop)).toEqual(before);
      }));

    test("with a key it is carried out once, and answered alike each time; another batch with it is refused", () =>
      withShop(async (shop) => {
        const calls = [
          add("Orders", { Count: 1 }),
          add("Lines", { Order: cell("0/Rows/0/Order") }),
          find("Orders"),
        ];
        const request = { calls, idempotencyKey: "k" };
        const first = await shop.engine.batch(request);
        const again = await shop.engine.batch(request);
        expect(again).toMatchObject({ ok: true, isReplayed: true });
        expect(valuesOf(again)).toEqual(valuesOf(first));
        expect(await shop.all("Orders")).toHaveLength(1);
        expect(await errors(shop, { ...request, calls: calls.slice(1) })).toEqual(["request/key-reused"]);
        const single = await shop.engine.execute({ ...(calls[0] as BatchCall), idempotencyKey: "k" });
        expect(single).toMatchObject({ ok: false, diagnostics: [{ code: "request/key-reused" }] });
      }));

    test("it is one call of the history, and undone as a whole", () =>
      withShop(async (shop) => {
        await accepted(shop, add("Orders", { Order: "a", Count: 1 }), add("Stock", { Item: "x", Left: 5 }));
        const before = await stateOf(shop);
        const { call, answers } = await accepted(
          shop,
          edit("Orders", { Order: "a", Count: 2 }),
          add("Orders", { Order: "b" }),
          add("Lines", { Order: "b" }, { Order: "a" }),
          { action: "Take", table: "Stock", rows: [{ Item: "x" }], properties: { Inputs: { count: 3 } } },
          edit("Orders", { Order: "a", Count: 4 }),
          find("Stock"),
        );
        expect(answers.at(-1)?.rows).toMatchObject([{ Left: 2 }]);
        const changes = await shop.engine.changes({ limit: 1_000 });
        const own = changes.output?.changes.filter((change) => change.call === call);
        expect(own?.length).toBeGreaterThan(6);
        expect(new Set(own?.map(({ cause }) => cause.action))).toEqual(new Set(["Edit", "Add", "Take"]));
        const undone = await shop.engine.undo({ call: String(call) });
        expect(undone.ok ? [] : undone.diagnostics).toEqual([]);
        // An undo is a call, which rules follow.
        expect((await stateOf(shop)).slice(0, -1)).toEqual(before.slice(0, -1));
      }));

    test("a version is that of a row when its call comes", () =>
      withShop(async (shop) => {
        const { answers } = await accepted(shop, {
          ...add("Orders", { Order: "a", Count: 1 }),
          properties: { Version: true },
        });
        const version = answers[0]?.rows[0]?._Version ?? null;
        const change = (Count: number) => edit("Orders", { Order: "a", Count, _Version: version });
        expect(await errors(shop, { calls: [change(2), change(3)] })).toEqual(["2 1 row/changed"]);
        await accepted(shop, edit("Stock"), change(2)).catch(() => undefined);
        await accepted(shop, add("Stock", { Item: "x" }), change(2));
      }));

    test("each call is judged as by itself: hidden rows, slices and operations that a key lacks", () =>
      withShop(async (shop) => {
        await accepted(
          shop,
          add("Orders", { Order: "o", Owner: "bob" }, { Order: "m", Owner: "ann@example.com" }),
        );
        const own = add("Orders", { Order: "n", Owner: "ann@example.com", Count: 7 });
        const hidden = edit("Orders", { Order: "o", Count: 1 });
        expect(await errors(shop, { ...ANN, calls: [own, hidden] })).toEqual(["2 1 row/not-found"]);
        const given = [
          edit("Orders", { Order: "m", Owner: "bob" }),
          edit("Orders", { Order: "m", Count: 1 }),
        ];
        expect(await errors(shop, { ...ANN, calls: given })).toEqual(["2 1 row/not-found"]);
        const result = await shop.engine.batch({
          ...ANN,
          calls: [own, find("Orders", { Columns: ["Order"] }), edit("Big Orders", { Order: "n", Count: 1 })],
        });
        expect(result).toMatchObject({ answers: [{}, { rows: [{ Order: "m" }, { Order: "n" }] }, {}] });
        const nameable = {
          table: (name: string) => name !== "Stock",
          action: (name: string) => name !== "Find",
        };
        expect(await errors(shop, { nameable, calls: [own, add("Stock", {})] })).toEqual([
          "2 table/not-found",
        ]);
        const taken = {
          nameable,
          calls: [
            { action: "Delete", table: "Orders", rows: [{ Order: "m" }] },
            add("Log", { Of: cell("0/Rows/0/Owner") }),
          ],
        };
        expect(await errors(shop, taken)).toEqual(["2 1 Of request/reference"]);
      }));

    test("Finds by themselves read one state, and write nothing", () =>
      withWorkshop(
        make,
        async (shop) => {
          await accepted(shop, add("Orders", { Order: "a" }));
          writes = 0;
          const { answers } = await accepted(shop, find("Orders", { Limit: 1, Count: true }), find("Log"));
          expect(answers).toMatchObject([{ count: 1, rows: [{ Order: "a" }] }, { rows: [{ Of: "a" }] }]);
          expect(writes).toBe(0);
        },
        (store) => ({
          ...store,
          write: (work, use) => {
            writes += 1;
            return store.write(work, use);
          },
        }),
        DEFINITION,
      ));
    let writes = 0;

    test("what is no pointer into the answers stays as it is sent", () =>
      withShop(async (shop) => {
        const schema = { $ref: "#/definitions/x" };
        const other = { $ref: "#/0/Rows/0/Item", note: "x" };
        const { answers } = await accepted(
          shop,
          add("Stock", { Item: "a", Note: schema }),
          add("Stock", { Item: "b", Note: other }),
        );
        expect(answers.map(({ rows }) => rows[0]?.Note)).toEqual([schema, other]);
        const calls = [add("Orders", { Order: "o" }), add("Orders", { Order: schema })];
        expect(await errors(shop, { calls })).toEqual(["2 1 Order request/reference"]);
      }));
  });
}

function placeOf({ call, row, column, code }: Diagnostic): string {
  return [call, row, column, code].filter((part) => part !== undefined).join(" ");
}

async function stateOf({ all }: Workshop) {
  return Promise.all(["Orders", "Lines", "Stock", "Log"].map(all));
}

function valuesOf(result: Awaited<ReturnType<Workshop["engine"]["batch"]>>) {
  return result.ok ? result.answers.map(({ rows }) => rows) : result.diagnostics;
}
