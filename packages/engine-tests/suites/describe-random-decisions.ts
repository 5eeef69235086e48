import type { MakeStore } from "@tablewright/store-contract";
import { randomRuns } from "@tablewright/store-contract/parts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { withWorkshop } from "./workshop.ts";

interface Facts {
  readonly n: number | null;
  readonly t: string | null;
}

/** A cell with what it accepts. */
interface Cell<V> {
  readonly text: string;
  readonly accepts: (value: V | null) => boolean;
}

interface TableRow {
  readonly n: Cell<number>;
  readonly t: Cell<string>;
  readonly output: number | null;
}

interface Table {
  readonly hit: (typeof POLICIES)[number];
  readonly rows: readonly TableRow[];
  readonly otherwise: number | null;
}

const POLICIES = [
  "first",
  "unique",
  "any",
  "priority",
  "collect sum",
  "collect min",
  "collect max",
  "collect count",
] as const;

/** The strongest first. */
const VALUES = [2, 0, 1, 3];

const anything: Cell<never> = { text: "-", accepts: () => true };
const blank: Cell<never> = { text: "blank", accepts: (value) => value === null };
const small = fc.integer({ min: -1, max: 5 });
const numberCell: fc.Arbitrary<Cell<number>> = fc.oneof(
  fc.constant(anything as Cell<number>),
  fc.constant(blank as Cell<number>),
  small.map((k) => ({ text: `${k}`, accepts: (n: number | null) => n === k })),
  small.map((k) => ({ text: `not(${k})`, accepts: (n: number | null) => n !== k })),
  small.map((k) => ({ text: `>= ${k}`, accepts: (n: number | null) => n !== null && n >= k })),
  fc.tuple(small, small).map(([a, b]) => ({
    text: `[${a}..${b})`,
    accepts: (n: number | null) => n !== null && n >= a && n < b,
  })),
);
const letter = fc.constantFrom("a", "b", "c");
const textCell: fc.Arbitrary<Cell<string>> = fc.oneof(
  fc.constant(anything as Cell<string>),
  fc.constant(blank as Cell<string>),
  letter.map((k) => ({ text: k.toUpperCase(), accepts: (t: string | null) => t === k })),
  fc.tuple(letter, letter).map(([a, b]) => ({
    text: `not(${a}, ${b})`,
    accepts: (t: string | null) => t !== a && t !== b,
  })),
);
const output = fc.constantFrom(0, 1, 2, null);
const row = fc.record({ n: numberCell, t: textCell, output });
const table: fc.Arbitrary<Table> = fc.record({
  hit: fc.constantFrom(...POLICIES),
  rows: fc.array(row, { minLength: 1, maxLength: 4 }),
  otherwise: fc.constantFrom(0, 3, null),
});

/** What a table gives by trying each row; "error" where its policy does not allow the rows that match together. */
function decideByHand({ hit, rows, otherwise }: Table, { n, t }: Facts): number | null | "error" {
  const hits = rows.filter((one) => one.n.accepts(n) && one.t.accepts(t));
  const values = hits.flatMap((one) => one.output ?? []);
  if (hit === "collect count") return values.length;
  if (hits.length === 0) return otherwise;
  switch (hit) {
    case "first":
      return hits[0]?.output ?? null;
    case "unique":
      return hits.length > 1 ? "error" : (hits[0]?.output ?? null);
    case "any":
      return new Set(values).size > 1 ? "error" : (values[0] ?? null);
    case "priority":
      return VALUES.find((value) => values.includes(value)) ?? null;
    case "collect sum":
      return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
    default:
      if (values.length === 0) return null;
      return hit === "collect min" ? Math.min(...values) : Math.max(...values);
  }
}

const FACTS: readonly Facts[] = [null, -1, 0, 1, 2, 3, 4, 5].flatMap((n) =>
  [null, "a", "b", "c"].map((t) => ({ n, t })),
);

/** Random tables give what trying each row gives: asked on facts, called in a formula, and in a condition that the store tries. */
export function describeRandomDecisions(make: MakeStore, effort: number): void {
  test("random decisions give what trying each row gives", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(table, { minLength: 8, maxLength: 8 }), (tables) =>
        withWorkshop(
          make,
          async ({ engine, rows }) => {
            const cells = FACTS.map((facts, Id) => ({ Id, N: facts.n, T: facts.t }));
            await rows({ action: "Add", table: "Rows", rows: cells });
            for (const [index, one] of tables.entries()) {
              const expected = FACTS.map((facts) => decideByHand(one, facts));
              const decided = await engine.decideMany(`D${index}`, FACTS);
              expect(
                decided.map(({ outputs, diagnostics }) =>
                  diagnostics.length > 0 ? "error" : (outputs[`D${index}`] as number | null),
                ),
              ).toEqual(expected);
              const call = expected.includes("error")
                ? `TRY(D${index}([N], [T]), -9)`
                : `D${index}([N], [T])`;
              const given = expected.map((value) =>
                call.startsWith("TRY") && typeof value !== "number" ? -9 : value,
              );
              for (const value of new Set(given)) {
                const condition = value === null ? `ISBLANK(${call})` : `${call} = ${value}`;
                const properties = { Selector: `FILTER("Rows", ${condition})` };
                const found = await rows({ action: "Find", table: "Rows", properties });
                const ids = given.flatMap((one, Id) => (one === value ? [Id] : []));
                expect(
                  found.map(({ Id }) => Id),
                  `${condition} of ${JSON.stringify(one)}`,
                ).toEqual(ids);
              }
            }
            const all = await rows({ action: "Find", table: "Rows" });
            expect(all.map((found) => tables.map((_, index) => found[`V${index}`]))).toEqual(
              FACTS.map((facts) =>
                tables.map((one) => {
                  const value = decideByHand(one, facts);
                  return typeof value === "number" ? value : -9;
                }),
              ),
            );
          },
          undefined,
          definitionOf(tables),
        ),
      ),
      { numRuns: Math.ceil(randomRuns(6) * effort) },
    );
  });
}

function definitionOf(tables: readonly Table[]): string {
  return JSON.stringify({
    tablewright: 1,
    app: { id: "random", name: "Random", owner: "owner@example.com" },
    tables: {
      Rows: {
        columns: {
          Id: { type: "Number", key: true },
          N: { type: "Number" },
          T: { type: "Text" },
          ...Object.fromEntries(
            tables.map((_, index) => [
              `V${index}`,
              { type: "Number", virtual: true, formula: `TRY(D${index}([N], [T]), -9)` },
            ]),
          ),
        },
      },
    },
    decisions: Object.fromEntries(
      tables.map(({ hit, rows, otherwise }, index) => [
        `D${index}`,
        {
          parameters: { n: "Number", t: "Text" },
          type: "Number",
          values: VALUES,
          hit,
          rows: rows.map((one) => [one.n.text, one.t.text, one.output]),
          ...(otherwise === null ? {} : { otherwise }),
        },
      ]),
    ),
  });
}
