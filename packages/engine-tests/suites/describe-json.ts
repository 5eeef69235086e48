import type { Rejected, ResultRow } from "@tablewright/core";
import type { MakeStore } from "@tablewright/store-contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { load, unloaded } from "./loading.ts";
import { type Workshop, withWorkshop } from "./workshop.ts";

const DEFINITION = `
tablewright: 1
app: { id: hooks, name: Hooks, owner: owner@example.com, locale: en-US, timezone: UTC, history: { keep: 2d } }
types:
  Line: { at: Date, price: Price }
tables:
  Events:
    rowNumbers: position
    key: [Event]
    columns:
      Event: { type: Number }
      Payload: { type: Json }
      Parts: { type: List, of: Json }
      Seen: { type: Json, initialValue: '"{""by"": [], ""at"": null}"' }
      Copy: { type: Json }
      Line: { type: Object, fields: { at: Date, price: Price, any: Json }, formula: "[Payload].[line]" }
      Lines: { type: List, of: Line, virtual: true, formula: "[Payload].[lines]" }
      Kind: { type: Text, formula: "[Payload].[kind]" }
      Amount: { type: Decimal, virtual: true, formula: "[Payload].[order].[amount]" }
actions:
  Answer: { table: Events, set: { Seen: "[Payload].[order]" } }
  Copy: { table: Events, set: { Copy: "[Payload].[x]", Parts: "LIST([Payload].[x], [Payload].[x])" } }
  Copy by ways: { table: Events, set: { Copy: 'LET(x, [Payload].[x], IF(ISBLANK(x), "none", TRY(x, "other")))', Parts: "MAP([Parts], [_ITEM].[x])" } }
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

/** Columns of any JSON: one form in, one form out, wherever it is kept. `effort` is the share of values at random. */
export function describeJson(make: MakeStore, effort: number): void {
  describe("any JSON", () => {
    test("values come back as they were sent, on every wire and in every form of a file", () =>
      withHooks(make, async (workshop) => {
        const rows = VALUES.map((Payload, Event) => ({
          Event,
          Payload,
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
            {},
            cells === "typed" ? cells : "text",
          );
          expect([refused, await typed(workshop)]).toEqual([[], all]);
        }
      }));

    test("expressions read parts by their paths, each in the type that is expected", () =>
      withHooks(make, async (workshop) => {
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
      withHooks(make, async (workshop) => {
        await workshop.rows(add(...VALUES.map((Payload, Event) => ({ Event, Payload }))));
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

    test("whatever the JSON is: sent back, copied, in files, undone", () =>
      withHooks(make, async (workshop) => {
        const values = fc
          .sample(anyJson(), { numRuns: Math.ceil(VALUES_AT_RANDOM * effort), seed: 7 })
          .filter((json) => json !== null && json !== "");
        const rows = values.map((x, Event) => ({ Event, Payload: x, Parts: [x, { x }] }));
        const find = async () =>
          (await typed(workshop)).map(({ Event, Payload, Parts }) => ({ Event, Payload, Parts }));
        await workshop.rows(add(...rows));
        expect(await find()).toEqual(rows);
        for (const wire of ["typed", "spec", "appsheet"] as const) {
          const answered = await workshop.rows({ action: "Find", table: "Events", wire });
          const sent = answered.map(({ Event, Payload, Parts }) => ({ Event, Payload, Parts }) as ResultRow);
          await workshop.rows({ action: "Edit", table: "Events", wire, rows: sent });
          expect(await find()).toEqual(rows);
        }
        const keys = rows.map(({ Event }) => ({ Event }));
        for (const cells of ["typed", "text", "sheet"] as const) {
          const { columns, parts } = await unloaded(workshop, "Events", { cells });
          await workshop.rows({ action: "Delete", table: "Events", rows: keys });
          const form = cells === "typed" ? cells : "text";
          const { refused } = await load(workshop, "Events", columns, parts, {}, form);
          expect([refused, await find()]).toEqual([[], rows]);
        }
        const wrapped = rows.map(({ Event, Payload: x }) => ({ Event, Payload: { x }, Parts: [{ x }] }));
        await workshop.rows({ action: "Edit", table: "Events", rows: wrapped });
        for (const [action, count] of [
          ["Copy", 2],
          ["Copy by ways", 1],
        ] as const) {
          await workshop.rows({ action: "Edit", table: "Events", rows: wrapped });
          await workshop.rows({ action, table: "Events", rows: keys });
          expect((await typed(workshop)).map(({ Copy, Parts }) => [Copy, Parts])).toEqual(
            values.map((x) => [x, Array.from({ length: count }, () => x)]),
          );
        }
        await workshop.rows({
          action: "Edit",
          table: "Events",
          rows: keys.map((key) => ({ ...key, Copy: 1 })),
        });
        const { call = "", before } = (await lastChange(workshop)) ?? {};
        expect(before?.Copy).toEqual(values.at(-1));
        expect((await workshop.engine.undo({ call })).ok).toBe(true);
        expect((await typed(workshop)).map(({ Copy }) => Copy)).toEqual(values);
      }));
  });
}

/** What is read as JSON. */
export function describeFormsOfJson(make: MakeStore): void {
  describe("forms of JSON", () => {
    test.each([
      ["on the wire spec", { wire: "spec" }],
      ["on the wire appsheet", { wire: "appsheet" }],
      ["of text", { properties: { Cells: "text" } }],
    ] as const)("in cells %s a text is the JSON that it is the text of, else a string", (_, form) =>
      withHooks(make, async (workshop) => {
        const sent = async (Payload: string) => {
          const result = await workshop.engine.execute({ ...add({ Event: 1, Payload }), ...form });
          return result.ok ? (await typed(workshop))[0]?.Payload : saidOf(result);
        };
        for (const [text, expected] of REFUSED) expect(await sent(text)).toEqual([expected]);
        expect(await sent(' { "b" : 1, "a" : [ 2.50 ] } ')).toEqual({ a: [2.5], b: 1 });
      }),
    );

    test("in JSON a text is a string, and what no store keeps is refused", () =>
      withHooks(make, async (workshop) => {
        const texts = ["12", "null", "true", "[1,]", '{"a": 1', '"', " x "];
        for (const form of [{}, { wire: "spec", properties: { Cells: "typed" } }] as const) {
          const rows = texts.map((Payload, Event) => ({ Event, Payload }));
          await workshop.rows({ ...add(...rows), ...form });
          expect((await typed(workshop)).map(({ Payload }) => Payload)).toEqual(texts);
          await workshop.rows({ action: "Delete", table: "Events", rows });
        }
        const result = await workshop.engine.execute(add({ Event: 1, Payload: "\u0000" }));
        expect(result.ok ? [] : saidOf(result)).toEqual([
          ["cell/unreadable", expect.stringContaining("text without NUL")],
        ]);
      }));

    test.each(WITHOUT_FORM)("%s is refused at its place", (_, part, shown) =>
      withHooks(make, async ({ engine }) => {
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
      withHooks(make, async ({ engine }) => {
        const text = "[".repeat(levels) + "]".repeat(levels);
        for (const Payload of [text, JSON.parse(text)]) {
          const result = await engine.execute({
            ...add({ Event: 1, Payload }),
            properties: { DryRun: true, Cells: "text" },
          });
          const codes = result.ok ? [] : result.diagnostics.map(({ code }) => code);
          expect(codes).toEqual(isTaken ? [] : ["limit/cell-depth"]);
        }
      }),
    );

    test("objects and lists of objects are read of parts, which are blank where they are of another form", () =>
      withHooks(make, async (workshop) => {
        const line = { at: "2026-03-14", price: 2.5, any: ["12"], more: 1 };
        await workshop.rows(
          add(
            { Event: 1, Payload: { line, lines: [line, null, { price: "7" }] } },
            { Event: 2, Payload: { line: [], lines: line } },
            { Event: 3, Payload: { line: "{}", lines: [{ at: "soon" }] } },
          ),
        );
        expect((await typed(workshop)).map(({ Line, Lines }) => [Line, Lines])).toEqual([
          [
            { at: "2026-03-14", price: 2.5, any: ["12"] },
            [
              { at: "2026-03-14", price: 2.5 },
              { at: null, price: null },
              { at: null, price: 7 },
            ],
          ],
          [null, []],
          [null, []],
        ]);
      }));
  });
}

function withHooks(make: MakeStore, work: (workshop: Workshop) => Promise<void>): Promise<void> {
  return withWorkshop(make, work, undefined, DEFINITION);
}

const VALUES_AT_RANDOM = Number(process.env.TABLEWRIGHT_VALUES ?? 100);

/** Any JSON, with many strings that are the text of other JSON or begin like one. */
function anyJson(): fc.Arbitrary<ResultRow[string]> {
  const plain = fc.jsonValue({ maxDepth: 3 });
  const text = fc.oneof(
    plain.map((json) => JSON.stringify(json)),
    fc.string({ unit: "grapheme" }),
    fc.tuple(fc.constantFrom("[", "{", '"', " ", "'", "="), fc.string()).map(([first, rest]) => first + rest),
  );
  return fc
    .oneof(plain, text, fc.array(text, { maxLength: 3 }), fc.dictionary(fc.string(), text, { maxKeys: 3 }))
    .map((json) => JSON.parse(JSON.stringify(json)));
}

async function lastChange({ engine }: Workshop) {
  let [output] = [(await engine.changes({ limit: 1_000 })).output];
  while (output?.more) output = (await engine.changes({ after: output.cursor, limit: 1_000 })).output;
  return output?.changes.at(-1);
}

function saidOf({ diagnostics }: Rejected) {
  return diagnostics.map(({ code, message }) => [code, message]);
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

function add(...rows: readonly ResultRow[]) {
  return { action: "Add", table: "Events", rows };
}

function typed({ rows }: Workshop): Promise<readonly ResultRow[]> {
  return rows({ action: "Find", table: "Events" });
}
