import { type EngineRequest, loadDefinition } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { CHOICE_CASES } from "./column-types/choice-cases.ts";
import type { ColumnTypeCases, Taken } from "./column-types/column-type-cases.ts";
import { MOMENT_CASES } from "./column-types/moment-cases.ts";
import { NUMBER_CASES } from "./column-types/number-cases.ts";
import { TEXT_CASES } from "./column-types/text-cases.ts";
import { type Workshop, withWorkshop } from "./workshop.ts";

const CASES = [...TEXT_CASES, ...NUMBER_CASES, ...MOMENT_CASES, ...CHOICE_CASES];

/** Types whose cells nobody sends. */
const KEPT = ["List", "ChangeCounter", "ChangeTimestamp", "ChangeLocation", "Show", "MultiColumnKey"];

const NO_KEYS = [
  ...[
    "LongText",
    "Progress",
    "EnumList",
    "Url",
    "Image",
    "Thumbnail",
    "Drawing",
    "Signature",
    "File",
    "Video",
    "Color",
  ],
  ...["List", "App", "ChangeCounter", "ChangeTimestamp", "ChangeLocation"],
];

/** Every column type through the whole engine: what it takes comes back in each wire, what it refuses is reported. */
export function describeColumnTypes(make: MakeStore): void {
  const grouped = [...Map.groupBy(CASES, ({ type, options = "" }) => `${type} { ${options} }`)];

  describe("column types", () => {
    test.each(grouped)("%s", (_, cases) =>
      withColumn(make, cases[0] as ColumnTypeCases, async (workshop) => {
        for (const one of cases) await takeAndRefuse(workshop, one);
      }),
    );

    test.each(
      grouped.flatMap(([name, [first]]) => (first && isKeyType(first) ? [[name, first] as const] : [])),
    )("%s as a key", (_, { type, options, locale = "en-US", takes = [] }) =>
      withWorkshop(make, (workshop) => findByKey(workshop, takes, locale), undefined, keyed(type, options)),
    );

    test.each(NO_KEYS)("%s can be no key", (type) => {
      const { diagnostics } = loadDefinition(
        keyed(type, type === "List" ? 'virtual: true, formula: "LIST(1)"' : ""),
      );
      expect(diagnostics.map(({ code }) => code)).toContain("definition/key");
    });

    test("every type of the reference is here", () => {
      expect(new Set([...CASES.map(({ type }) => type), ...KEPT]).size).toBe(36);
    });

    test("what the application keeps takes nothing, and a Show is never in rows", () =>
      withWorkshop(
        make,
        async ({ engine, rows }) => {
          const sent = { Key: "k", Items: ["x"], Count: 9, At: "2020-01-01", Place: "1, 1" };
          const request = { action: "Add", table: "Kept", rows: [sent], wire: "spec" as const };
          const result = await engine.execute(request);
          const cells = { Items: "a , b", Count: 1, At: "03/14/2026 15:09:26", Place: "0.000000, 0.000000" };
          expect(result).toMatchObject({ ok: true, rows: [cells] });
          expect(result.ok && result.warnings.map(({ column, code }) => `${column} ${code}`)).toEqual(
            ["Items", "Count", "At", "Place"].map((name) => `${name} column/not-writable`),
          );
          const [row = {}] = await rows({ action: "Find", table: "Kept" });
          expect(Object.keys(row)).toEqual(["_RowNumber", "Key", ...Object.keys(cells)]);
        },
        undefined,
        KEPT_COLUMNS,
      ));
  });
}

async function takeAndRefuse(
  workshop: Workshop,
  { type, takes = [], refuses = [], locale = "en-US" }: ColumnTypeCases,
) {
  const properties = { Locale: locale, Timezone: "Europe/Berlin" };
  const edit = (Cell: JsonValue) => ({
    action: "Edit",
    table: "Cells",
    rows: [{ Key: "k", Cell }],
    properties,
  });
  for (const [sent, spec, typed = spec, appsheet = String(spec)] of takes) {
    const label = `${type} in ${locale}: ${JSON.stringify(sent).slice(0, 80)}`;
    await workshop.rows(edit(sent));
    expect(await cellIn(workshop, "typed", properties), label).toEqual(typed);
    expect(await cellIn(workshop, "appsheet", properties), label).toBe(appsheet);
    expect(await cellIn(workshop, "spec", properties), label).toEqual(spec);
    await workshop.rows(edit(spec));
    expect(await cellIn(workshop, "typed", properties), `${label}, sent back`).toEqual(typed);
  }
  for (const [sent, code] of refuses) {
    const label = `${type} in ${locale}: ${JSON.stringify(sent).slice(0, 80)}`;
    expect(await workshop.errors(edit(sent)), label).toEqual([`1 Cell ${code}`]);
  }
  for (const blank of ["", null]) {
    await workshop.rows(edit(blank));
    expect(await cellIn(workshop, "spec", properties), `${type}: blank`).toBe("");
  }
}

async function cellIn({ rows }: Workshop, wire: NonNullable<EngineRequest["wire"]>, properties: object) {
  const [row] = await rows({ action: "Find", table: "Cells", wire, properties: { ...properties } });
  return row?.Cell;
}

/** Each value is added as a key, found by the form that was sent, and deleted by the form that came back. */
async function findByKey(workshop: Workshop, takes: readonly Taken[], locale: string): Promise<void> {
  for (const [sent, spec] of takes) {
    const call = {
      table: "Keyed",
      properties: { Locale: locale, Timezone: "Europe/Berlin" },
      wire: "spec" as const,
    };
    const label = JSON.stringify(sent);
    await workshop.rows({ ...call, action: "Add", rows: [{ Key: sent }] });
    expect(await workshop.rows({ ...call, action: "Find", rows: [{ Key: sent }] }), label).toMatchObject([
      { Key: spec },
    ]);
    await workshop.rows({ ...call, action: "Delete", rows: [{ Key: spec }] });
  }
}

function isKeyType({ type, options = "" }: ColumnTypeCases): boolean {
  return !NO_KEYS.includes(type) && !/enforce|allow/.test(options);
}

const withColumn = (
  make: MakeStore,
  { type, options }: ColumnTypeCases,
  work: (workshop: Workshop) => Promise<void>,
) =>
  withWorkshop(
    make,
    async (workshop) => {
      await workshop.rows({ action: "Add", table: "Targets", rows: [{ Target: "here" }] });
      await workshop.rows({ action: "Add", table: "Cells", rows: [{ Key: "k" }] });
      await work(workshop);
    },
    undefined,
    definitionOf(type, options),
  );

const HEAD = `
tablewright: 1
app: { id: types, name: Types, locale: en-US, timezone: UTC }
tables:
  Targets: { key: [Target], columns: { Target: { type: Text } } }`;

function definitionOf(type: string, options?: string): string {
  return `${HEAD}
  Cells: { key: [Key], columns: { Key: { type: Text }, Cell: ${column(type, options)} } }`;
}

function keyed(type: string, options?: string): string {
  return `${HEAD}
  Keyed: { key: [Key], columns: { Key: ${column(type, options)} } }`;
}

function column(type: string, options = ""): string {
  return `{ type: ${type}${options === "" ? "" : `, ${options}`} }`;
}

const KEPT_COLUMNS = `${HEAD}
  Kept:
    key: [Key]
    columns:
      Key: { type: Text }
      Heading: { type: Show }
      Items: { type: List, itemType: Text, virtual: true, formula: 'LIST("a", "b")' }
      Count: { type: ChangeCounter }
      At: { type: ChangeTimestamp }
      Place: { type: ChangeLocation }
`;
