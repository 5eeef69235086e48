import { createEngine, loadDefinition, migrateStore, type ResultRow } from "@tablewright/core";
import { compile, type Scope } from "@tablewright/core/expression";
import type { Store } from "@tablewright/core/storage";
import type { MakeStore } from "@tablewright/store-contract";
import { randomRuns } from "@tablewright/store-contract/parts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withWorkshop } from "./workshop.ts";

/** Conditions on fields of objects, which databases answer from JSON; and from an index where a field has one and the store makes it. */
export function describeObjectConditions(
  make: MakeStore,
  readsObjects: boolean,
  indexesFields = readsObjects,
): void {
  describe("fields of objects", () => {
    test("an index that a field declares serves conditions on it", () =>
      withWorkshop(
        make,
        async (workshop) => {
          await workshop.rows({ action: "Add", table: "Boxes", rows: MANY });
          for (const [condition, field] of INDEXED) {
            const properties = { Selector: `FILTER("Boxes", ${condition})` };
            const request = { action: "Find", table: "Boxes", properties };
            const { output } = await workshop.engine.explain(request);
            const used = (output?.store.indexes ?? []).some((index) => index.includes(` ${field}`));
            expect([condition, output?.store.indexes, used]).toEqual([
              condition,
              output?.store.indexes,
              indexesFields && field !== undefined,
            ]);
            const found = await workshop.rows(request);
            const expected = compile(condition, BOX_SCOPE).filter(MANY);
            expect(found.map(({ Id }) => Id)).toEqual(expected.map(({ Id }) => Id));
          }
        },
        undefined,
        BOXES_DEFINITION,
      ));

    test("a migration makes the index that a field has come to declare", () => {
      let store: Store | undefined;
      const keep = (made: Store) => {
        store = made;
        return made;
      };
      return withWorkshop(
        make,
        async (workshop) => {
          const rows = MANY.slice(0, 1_000).map(({ Id }) => ({ Id, Box: { v: `word ${Id}` } }));
          await workshop.rows({ action: "Add", table: "Boxes", rows });
          const { output: definition } = loadDefinition(changing("{ v: { type: Text, index: true } }"));
          if (definition === undefined || store === undefined) throw new Error("there is no definition");
          const services = { now: () => 0, random: () => 0.5, newId: () => "id" };
          await migrateStore({ definition, store, services });
          const engine = await createEngine({ definition, store, services });
          const properties = { Selector: 'FILTER("Boxes", [Box].[v] = "WORD 9")' };
          const request = { action: "Find", table: "Boxes", properties };
          const { output } = await engine.explain(request);
          expect((output?.store.indexes ?? []).some((one) => one.includes(" v"))).toBe(indexesFields);
          const found = await engine.execute(request);
          expect(found.ok && found.rows.map(({ Id }) => Id)).toEqual([9]);
        },
        keep,
        changing("{ v: Text }"),
      );
    });

    test("a database compares those that its JSON has as they are, and not what it would compute otherwise", () =>
      withWorkshop(
        make,
        async ({ engine }) => {
          const conditions = [
            ...SAID.map((one) => [one, true] as const),
            ...UNSAID.map((one) => [one, false] as const),
          ];
          for (const [condition, isSaid] of conditions) {
            const properties = { Selector: `FILTER("Boxes", ${condition})` };
            const { output } = await engine.explain({ action: "Find", table: "Boxes", properties });
            const { conditions = [] } = output ?? {};
            expect([condition, conditions.map(({ pushed }) => pushed)]).toEqual([
              condition,
              [isSaid && readsObjects],
            ]);
          }
        },
        undefined,
        BOXES_DEFINITION,
      ));

    test("a slice, a Find and a summary find a field of any JSON as blank as the evaluator does", () =>
      withWorkshop(
        make,
        async ({ engine, rows }) => {
          await rows({ action: "Add", table: "Boxes", rows: BOXES });
          const condition = "ISBLANK([Box].[inner].[any])";
          const blank = compile(condition, BOX_SCOPE).filter(BOXES as readonly { Id: number }[]);
          const ids = blank.map(({ Id }) => Id);
          const properties = { Selector: `FILTER("Boxes", ${condition})` };
          for (const request of [{ table: "Free" }, { table: "Boxes", properties }]) {
            const found = await rows({ action: "Find", ...request });
            expect([request, found.map(({ Id }) => Id)]).toEqual([request, ids]);
          }
          const summary = { table: "Boxes", properties, values: { count: "COUNT" } };
          expect(await engine.summarise(summary)).toMatchObject({ ok: true, rows: [{ count: ids.length }] });
          const { output } = await engine.explain({ action: "Find", table: "Boxes", properties });
          const reason = readsObjects ? { reason: expect.stringContaining("any JSON within an object") } : {};
          expect(output?.conditions).toEqual([expect.objectContaining({ pushed: false, ...reason })]);
        },
        undefined,
        BOXES_DEFINITION,
      ));

    test("a field that a migration has given another type is read as the evaluator reads it", () => {
      let store: Store | undefined;
      const keep = (made: Store) => {
        store = made;
        return made;
      };
      return withWorkshop(
        make,
        async (workshop) => {
          const Box = { v: 5, ok: true };
          await workshop.rows({ action: "Add", table: "Boxes", rows: [{ Id: 1, Box }] });
          const { output: definition } = loadDefinition(changing("{ v: Text, ok: Text, t: Date, u: Text }"));
          if (definition === undefined || store === undefined) throw new Error("there is no definition");
          const services = { now: () => 0, random: () => 0.5, newId: () => "id" };
          await migrateStore({ definition, store, services });
          const engine = await createEngine({ definition, store, services });
          for (const condition of CHANGED) {
            const properties = { Selector: `FILTER("Boxes", ${condition})` };
            const found = await engine.execute({ action: "Find", table: "Boxes", properties });
            expect([condition, found.ok && found.rows.length]).toEqual([condition, 1]);
          }
        },
        keep,
        changing("{ v: Number, ok: Yes/No, t: Text, u: Number }"),
      );
    });

    test("random conditions on fields keep the rows that the evaluator keeps", () =>
      withWorkshop(
        make,
        async (workshop) => {
          await workshop.rows({ action: "Add", table: "Boxes", rows: BOXES });
          const property = fc.asyncProperty(boxCondition, async (condition) => {
            const compiled = compile(condition, BOX_SCOPE);
            expect(compiled.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
            const properties = { Selector: `FILTER("Boxes", ${condition})` };
            const found = await workshop.rows({ action: "Find", table: "Boxes", properties });
            const expected = compiled.filter(BOXES as readonly { Id: number }[]);
            expect(found.map(({ Id }) => Id)).toEqual(expected.map(({ Id }) => Id));
          });
          await fc.assert(property, { numRuns: randomRuns(200) });
        },
        undefined,
        BOXES_DEFINITION,
      ));
  });
}

const changing = (fields: string) => `
tablewright: 1
app: { id: boxes, name: Boxes, owner: owner@example.com, locale: en-US, timezone: UTC }
tables:
  Boxes: { key: [Id], columns: { Id: { type: Number }, Box: { type: Object, fields: ${fields} } } }
`;

/** Conditions, with the field whose index serves them. */
const INDEXED: readonly [condition: string, field: string | undefined][] = [
  ['[Box].[inner].[text] = "word 7"', "text"],
  ['[Box].[inner].[text] = "WORD 7"', "text"],
  ['IN([Box].[inner].[text], LIST("word 7", "word 8"))', "text"],
  ["[Box].[inner].[n] = 7", "n"],
  ["[Box].[inner].[n] > 2990", "n"],
  ["[Box].[inner].[d] = 7.5", "d"],
  ["[Box].[inner].[done]", undefined],
];

const CHANGED = ['[Box].[v] = "5"', 'CONTAINS([Box].[v], "5")', '[Box].[ok] = "TRUE"', "ISBLANK([Box].[u])"];

const SAID = [
  '[Box].[inner].[text] = "a"',
  "ISBLANK([Box].[a b.c])",
  "[Box].[inner].[n] > 3",
  "[Box].[inner].[d] <= 2.5",
  "NOT([Box].[inner].[done])",
  '[Box].[inner].[day] = "3/14/2026"',
  '[Box].[inner].[at] < "3/14/2026 12:00:00"',
  '[Box].[inner].[clock] >= "12:00:00"',
];

const UNSAID = [
  '[Box].[inner].[span] > "001:00:00"',
  "COUNT([Box].[list]) = 1",
  "ISBLANK([Box].[inner])",
  "ISBLANK([Box].[inner].[any])",
  '[Box].[inner].[any] = "a"',
  "[Box].[inner].[any].[by] = 1",
  'CONTAINS([Box].[inner].[any], "a")',
  'STARTSWITH([Box].[inner].[any], "{")',
  "LEN([Box].[inner].[any]) > 2",
  '"x" & [Box].[inner].[any] = "xa"',
  "COUNT([Box].[inner].[anys]) = 1",
  'CONTAINS([Box].[inner].[spot], "1")',
];

const BOXES_DEFINITION = `
tablewright: 1
app: { id: boxes, name: Boxes, owner: owner@example.com, locale: en-US, timezone: UTC }
types:
  Inner:
    text: { type: Text, index: true }
    n: { type: Number, index: true }
    d: { type: Decimal, index: true }
    done: Yes/No
    day: Date
    at: DateTime
    clock: Time
    span: Duration
    spot: LatLong
    any: Json
    anys: { type: List, of: Json }
slices: { Free: { table: Boxes, filter: "ISBLANK([Box].[inner].[any])" } }
tables:
  Boxes:
    key: [Id]
    columns:
      Id: { type: Number }
      Box: { type: Object, fields: { "a b.c": Text, inner: Inner, list: { type: List, itemType: Text } } }
`;

const BOX_SCOPE: Scope = {
  types: {
    Inner: {
      ...{ text: "Text", n: "Number", d: "Decimal", done: "Yes/No" },
      ...{ day: "Date", at: "DateTime", clock: "Time", span: "Duration" },
      ...{ spot: "LatLong", any: "Json", anys: "List of Json" },
    },
  },
  columns: {
    Id: "Number",
    Box: { type: "Object", fields: { "a b.c": "Text", inner: "Inner", list: "List of Text" } },
  },
};

const WORDS = ["a", "A", "Straße", "STRASSE", "é", "İ", "ki", "12.5", " pad ", "x\ny", '"q\\', "true"];
const WHOLES = [0, 1, -3, 7, 9007199254740991, -9007199254740991, 1e12];
const DECIMALS = [0, 0.1, 0.3, 2.5, -1.005, 1e-7, 5e-324, 1e300, 123456789.012345, 999999999999999, 1e21];
const ANY = [{ by: "a" }, "a", "5", 5, [1], null, true, "", {}, "TRUE", [], false];

/** Rows in which each value of a field meets others, and blanks at each depth. */
const BOXES: readonly ResultRow[] = [
  { Id: 1, Box: null },
  { Id: 2, Box: { inner: null, list: ["x"] } },
  { Id: 3, Box: { "a b.c": "", inner: {} } },
  ...Array.from({ length: 24 }, (_, at) => ({
    Id: at + 4,
    Box: {
      "a b.c": WORDS[at % WORDS.length],
      inner: {
        text: WORDS[(at * 7) % WORDS.length],
        n: at % 5 === 4 ? null : WHOLES[at % WHOLES.length],
        d: DECIMALS[at % DECIMALS.length],
        done: [true, false, null][at % 3],
        day: ["0001-01-01", "9999-12-31", "2026-03-14", null][at % 4],
        at: ["0001-01-01T00:00:00", "2026-03-14T15:09:26", null][at % 3],
        clock: ["00:00:00", "12:00:00", "23:59:59"][at % 3],
        span: ["000:00:00", "036:15:00", "-100:00:01"][at % 3],
        spot: ["1.500000, 2.000000", null, "-12.250000, 0.000000"][at % 3],
        any: ANY[at % ANY.length],
        anys: at % 2 === 0 ? [] : [ANY[at % ANY.length]],
      },
      list: [],
    },
  })),
] as readonly ResultRow[];

const MANY = Array.from({ length: 3_000 }, (_, at) => ({
  Id: at + 1,
  Box: { inner: { text: `word ${at + 1}`, n: at + 1, d: at + 0.5, done: at % 2 === 0 } },
}));

const field = (...names: readonly string[]) =>
  fc.constantFrom(...names).map((name) => `[Box].${name === "a b.c" ? "" : "[inner]."}[${name}]`);
const operator = fc.constantFrom("=", "<>", "<", "<=", ">", ">=");
const number = fc.constantFrom(...WHOLES, 0.1, 0.3, 2.5, -1.005, 123456789.012345).map(String);
const word = fc.constantFrom(
  '"a"',
  '"A"',
  '"strasse"',
  '"É"',
  '"i"',
  '"KI"',
  '"12.5"',
  '""',
  '"pad"',
  '"true"',
);
const moment = fc.oneof(
  fc.tuple(field("day"), operator, fc.constantFrom('"3/14/2026"', '"1/1/0001"', "DATE([Box].[inner].[at])")),
  fc.tuple(field("at"), operator, fc.constantFrom('"2026-03-14 15:09:26"', "[Box].[inner].[at]")),
  fc.tuple(field("clock"), operator, fc.constantFrom('"12:00:00"', "[Box].[inner].[clock]")),
  fc.tuple(field("span"), operator, fc.constantFrom('"036:15:00"')),
);
const text = field("text", "a b.c", "any");
const one = fc.oneof(
  fc.tuple(field("n", "d"), operator, fc.oneof(number, field("n", "d"))).map((parts) => parts.join(" ")),
  fc.tuple(text, operator, fc.oneof(word, text)).map((parts) => parts.join(" ")),
  moment.map((parts) => parts.join(" ")),
  fc
    .tuple(fc.constantFrom("CONTAINS", "STARTSWITH", "ENDSWITH"), fc.oneof(text, field("spot")), word)
    .map(([f, a, b]) => `${f}(${a}, ${b})`),
  fc
    .tuple(text, fc.array(word, { minLength: 1, maxLength: 3 }))
    .map(([a, list]) => `IN(${a}, LIST(${list.join(", ")}))`),
  field("n").map((one) => `IN(${one}, LIST(1, 7, 9007199254740991))`),
  fc
    .tuple(
      fc.constantFrom("ISBLANK", "ISNOTBLANK"),
      field("text", "n", "d", "done", "day", "a b.c", "any", "spot"),
    )
    .map(([f, a]) => `${f}(${a})`),
  field("done"),
  text.map((one) => `LEN(${one}) > 2`),
  field("n").map((one) => `DECIMAL(${one}) + 1 > 2`),
);
const boxCondition = fc.oneof(
  one,
  fc.tuple(fc.constantFrom("AND", "OR"), one, one).map(([f, a, b]) => `${f}(${a}, ${b})`),
  one.map((inner) => `NOT(${inner})`),
);
