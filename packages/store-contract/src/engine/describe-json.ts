import type { ResultRow } from "@tablewright/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { MakeStore } from "../store-under-test.ts";
import { load, unloaded } from "./loading.ts";
import { type Workshop, withWorkshop } from "./workshop.ts";

const DEFINITION = `
tablewright: 1
app: { id: hooks, name: Hooks, owner: owner@example.com, locale: en-US, timezone: UTC, history: { keep: 2d } }
tables:
  Events:
    key: [Event]
    columns:
      Event: { type: Number }
      Payload: { type: Json }
      Parts: { type: List, of: Json }
      Seen: { type: Json, initialValue: '"{""by"": [], ""at"": null}"' }
      Kind: { type: Text, formula: "[Payload].[kind]" }
      Amount: { type: Decimal, virtual: true, formula: "[Payload].[order].[amount]" }
actions:
  Answer: { table: Events, set: { Seen: "[Payload].[order]" } }
`;

const ORDER = {
  kind: "order",
  order: { amount: 12.5, "a b": [1, { b: null, a: "é" }], id: 9007199254740991 },
};

/** Each JSON in the only form in which every store gives it back. */
const VALUES: readonly ResultRow[string][] = [
  ORDER,
  {},
  [],
  [[], {}, "", null, 0.1, 1e300],
  "plain",
  12,
  -0.5,
  false,
  '{"a":1}',
  "12",
  "null",
  { constructor: 1, toString: null, "": { "10": 1, "9": 2 } },
];

/** Columns of any JSON: one form in, one form out, wherever it is kept. */
export function describeJson(make: MakeStore): void {
  const withHooks = (work: (workshop: Workshop) => Promise<void>) =>
    withWorkshop(make, work, undefined, DEFINITION);

  describe("any JSON", () => {
    test("values come back as they were sent, on every wire and in every form of a file", () =>
      withHooks(async (workshop) => {
        const rows = VALUES.map((Payload, Event) => ({
          Event,
          Payload: asSent(Payload),
          Parts: [Payload, 1],
        }));
        expect((await workshop.rows(add(...rows))).map(({ Payload }) => Payload)).toEqual(VALUES);
        const all = await typed(workshop);
        expect(all.map(({ Payload, Parts }) => [Payload, Parts])).toEqual(
          VALUES.map((one) => [one, [one, 1]]),
        );
        for (const wire of ["typed", "spec", "appsheet"] as const) {
          const answered = await workshop.rows({ action: "Find", table: "Events", wire });
          const [{ Payload } = {}] = answered;
          expect(Payload).toEqual(wire === "appsheet" ? TEXT : ORDER);
          await workshop.rows({
            action: "Edit",
            table: "Events",
            wire,
            rows: answered.map(({ Event, Payload, Parts }) => ({ Event, Payload, Parts }) as ResultRow),
          });
          expect(await typed(workshop)).toEqual(all);
        }
        for (const cells of ["typed", "text", "sheet"] as const) {
          const { parts } = await unloaded(workshop, "Events", { cells });
          await workshop.rows({
            action: "Delete",
            table: "Events",
            rows: all.map(({ Event }) => ({ Event }) as ResultRow),
          });
          const { refused } = await load(
            workshop,
            "Events",
            ["Event", "Payload", "Parts", "Seen"],
            parts.map((row) => row.slice(0, 4)),
          );
          expect([refused, await typed(workshop)]).toEqual([[], all]);
        }
      }));

    test("a text is the JSON that it is the text of, else a string, and what is lost in it is refused", () =>
      withHooks(async (workshop) => {
        const sent = async (Payload: string) => {
          const result = await workshop.engine.execute(add({ Event: 1, Payload }));
          return result.ok
            ? result.rows[0]?.Payload
            : result.diagnostics.map(({ code, message }) => [code, message]);
        };
        for (const [text, expected] of REFUSED) expect(await sent(text)).toEqual([expected]);
        expect(await sent(' { "b" : 1, "a" : [ 2.50 ] } ')).toEqual({ a: [2.5], b: 1 });
      }));

    test.each(WITHOUT_FORM)("%s is refused at its place", (_, part, shown) =>
      withHooks(async ({ engine }) => {
        const columns = { Payload: { a: ["x", part] }, Parts: [part] } as unknown as ResultRow;
        const result = await engine.execute({ ...add({ Event: 1, ...columns }) });
        expect(result.ok ? [] : result.diagnostics.map(({ code, message }) => [code, message])).toEqual([
          ["cell/unreadable", `"${shown}" cannot be read as JSON at /a/1.`],
          ["cell/unreadable", `"${shown}" cannot be read as JSON at /0.`],
        ]);
      }),
    );

    test.each([
      [63, true],
      [64, true],
      [65, false],
    ])("%i levels", (levels, isTaken) =>
      withHooks(async ({ engine }) => {
        const text = "[".repeat(levels) + "]".repeat(levels);
        for (const Payload of [text, JSON.parse(text)]) {
          const result = await engine.execute({
            ...add({ Event: 1, Payload }),
            properties: { DryRun: true },
          });
          const codes = result.ok ? [] : result.diagnostics.map(({ code }) => code);
          expect(codes).toEqual(isTaken ? [] : ["limit/cell-depth"]);
        }
      }),
    );

    test("expressions read parts by their paths, each in the type that is expected", () =>
      withHooks(async (workshop) => {
        const found = await workshop.rows(
          add({ Event: 1, Payload: ORDER }, { Event: 2, Payload: [] }, { Event: 3 }),
        );
        expect(found).toMatchObject([
          { Kind: "order", Amount: 12.5, Seen: { by: [], at: null } },
          { Kind: null, Amount: null },
          { Kind: null, Payload: null },
        ]);
        for (const [condition, events] of CONDITIONS) {
          const properties = { Selector: `FILTER("Events", ${condition})` };
          const rows = await workshop.rows({ action: "Find", table: "Events", properties });
          expect([condition, rows.map(({ Event }) => Event)]).toEqual([condition, events]);
        }
        await workshop.rows({ action: "Answer", table: "Events", rows: [{ Event: 1 }] });
        expect((await typed(workshop))[0]).toMatchObject({ Seen: ORDER.order });
      }));

    test("the history has it, and an undo brings it back", () =>
      withHooks(async (workshop) => {
        await workshop.rows(add(...VALUES.map((Payload, Event) => ({ Event, Payload: asSent(Payload) }))));
        const before = await typed(workshop);
        await workshop.rows({
          action: "Edit",
          table: "Events",
          rows: before.map(({ Event }) => ({ Event, Payload: { other: 1 }, Parts: [] }) as ResultRow),
        });
        const { output } = await workshop.engine.changes({ limit: 100 });
        const undone = await workshop.engine.undo({ call: output?.changes.at(-1)?.call ?? "" });
        expect([undone.ok, await typed(workshop)]).toEqual([true, before]);
      }));

    test("whatever the JSON is", () =>
      withHooks(async (workshop) => {
        const values = fc.sample(fc.array(fc.jsonValue({ maxDepth: 4 }), { minLength: 1, maxLength: 5 }), {
          numRuns: 60,
          seed: 7,
        });
        const rows = values.map((value, Event) => ({ Event, Payload: JSON.stringify(value) }));
        await workshop.rows(add(...rows));
        expect((await typed(workshop)).map(({ Payload }) => Payload)).toEqual(
          JSON.parse(JSON.stringify(values)),
        );
      }));
  });
}

const TEXT = '{"kind":"order","order":{"a b":[1,{"a":"é","b":null}],"amount":12.5,"id":9007199254740991}}';

const REFUSED: readonly [text: string, expected: readonly [code: string, message: unknown]][] = [
  ['{"a": 1', ["cell/unreadable", '"{"a": 1" cannot be read as JSON.']],
  ["[1,]", ["cell/unreadable", '"[1,]" cannot be read as JSON.']],
  [
    '{"a": {"b": 1, "\\u0062": 2}}',
    ["cell/unreadable", expect.stringContaining('"b" cannot be read as JSON in which every member')],
  ],
  [
    '{"a": 9007199254740993}',
    ["cell/unreadable", expect.stringContaining('"9007199254740993" cannot be read as a number in JSON')],
  ],
  ["[1e400]", ["cell/unreadable", expect.stringContaining('"1e400"')]],
  ['{"a": "\\u0000"}', ["cell/unreadable", expect.stringContaining("text without NUL")]],
  ['{"\\ud800": 1}', ["cell/unreadable", expect.stringContaining("text without NUL")]],
];

const WITHOUT_FORM: readonly [what: string, part: unknown, shown: string][] = [
  ["a number that is none", Number.NaN, "NaN"],
  ["an infinite number", Number.POSITIVE_INFINITY, "Infinity"],
  ["a function", () => 1, "a function"],
  ["a symbol", Symbol("x"), "a symbol"],
  ["a bigint", 10n, "10"],
  ["a map", new Map([["a", 1]]), "[object Map]"],
  ["a regular expression", /x/u, "[object RegExp]"],
  ["a boxed text", Object("x"), "[object String]"],
];

const CONDITIONS: readonly [condition: string, events: readonly number[]][] = [
  ['[Payload].[kind] = "ORDER"', [1]],
  ["[Payload].[order].[amount] > 12", [1]],
  ["ISBLANK([Payload])", [3]],
  ["ISBLANK([Payload].[order].[none].[deeper])", [1, 2, 3]],
  ['CONTAINS([Payload].[order], "amount")', [1]],
  ["NUMBER([Payload].[order].[id]) = 9007199254740991", [1]],
  ['[Payload] = "[]"', [2]],
  ["ISNOTBLANK([Seen].[by])", [1, 2, 3]],
];

/** A string that is the text of other JSON is sent as its own text. */
function asSent(json: ResultRow[string]): ResultRow[string] {
  return typeof json === "string" ? JSON.stringify(json) : json;
}

function add(...rows: readonly ResultRow[]) {
  return { action: "Add", table: "Events", rows };
}

function typed({ rows }: Workshop): Promise<readonly ResultRow[]> {
  return rows({ action: "Find", table: "Events" });
}
