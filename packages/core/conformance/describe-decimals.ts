import { describe, expect, test } from "vitest";
import {
  createEngine,
  type Engine,
  type EngineRequest,
  jsonRowsOf,
  loadDefinition,
  type ResultRow,
} from "../src/index.ts";
import type { Store } from "../src/storage/index.ts";
import { writePlainNumber } from "../src/values/index.ts";
import { type DecimalCase, decimalCases, decimalFormulas } from "./decimal-cases.ts";
import { PaperDecimal } from "./paper-decimal.ts";

/** More: `TABLEWRIGHT_DECIMALS=20000 npm test -- decimals` prints what was compared. */
const asked = process.env.TABLEWRIGHT_DECIMALS;
const count = Number(asked ?? 300);
const cases = decimalCases(count, 20_261_123);
const timeout = 3_600_000;

/**
 * Registers tests of decimals, stored and read through an engine over a store, beside those on paper. `pushed` are the
 * formulas whose comparisons the store must compute itself.
 */
export function describeDecimals(
  name: string,
  make: () => Promise<{ readonly store: Store; dispose(): Promise<void> }>,
  pushed: readonly string[] = [],
): void {
  describe(`decimals over ${name}`, { timeout }, () => {
    test("the rest of a bill is stored, computed and found exactly", () =>
      withEngine(make, BILLS, async (engine) => {
        const sent = [{ Bill: 1, Total: 1000.1, Paid: 1000 }];
        const bill = { Total: 1000.1, Paid: 1000, Rest: 0.1, "Rest now": 0.1, "Is 0.1": true };
        expect(await rowsOf(engine, { action: "Add", table: "Bills", rows: sent })).toMatchObject([bill]);
        for (const condition of ["[Total] - [Paid] = 0.1", "[Rest] = 0.1", "[Rest now] = [Total] - [Paid]"])
          expect(await find(engine, "Bills", condition), condition).toMatchObject([bill]);
        expect(await find(engine, "Bills", "[Total] - [Paid] <> 0.1")).toEqual([]);
        const json = await engine.execute({ action: "Find", table: "Bills", rowsAs: "json" });
        if (!json.ok) throw new Error("not found");
        const text = Buffer.concat([...jsonRowsOf(json).pieces()]).toString();
        expect(text).toContain('"Rest":0.1,"Rest now":0.1,');
      }));

    test("formulas are what they are on paper", () =>
      withEngine(make, ROWS, async (engine) => {
        await rowsOf(engine, { action: "Add", table: "Groups", rows: groupRows() });
        const sent = cases.map((one, at) => rowOf(one, at));
        for (let start = 0; start < sent.length; start += 500)
          expectAnswers(
            await rowsOf(engine, { action: "Add", table: "Rows", rows: sent.slice(start, start + 500) }),
            start,
          );
        expectAnswers(await rowsOf(engine, { action: "Find", table: "Rows" }), 0);
        report(`${name}: ${names.join(", ")}, stored and virtual: ${count} cases each, 0 differences`);

        for (const [formula, { source }] of Object.entries(decimalFormulas)) {
          const differs = `(${source}) <> [${formula}]`;
          expect(await find(engine, "Rows", differs), differs).toEqual([]);
          expect(await find(engine, "Rows", `(${source}) = [${formula}]`)).toHaveLength(count);
          if (pushed.includes(formula)) await expectPushed(engine, differs);
        }
        let compared = 0;
        for (const [at, one] of cases.entries()) {
          if (at % Math.ceil(count / 20) !== 0) continue;
          for (const [operator, compute] of operations) {
            const results = cases.map((each) => compute(each).rounded().toNumber());
            const constant = compute(one).rounded().toNumber();
            if (Math.abs(constant) >= 1e15) continue;
            const [sign, holds] = comparisons[at % comparisons.length] as (typeof comparisons)[number];
            const condition = `[A] ${operator} [B] ${sign} ${writePlainNumber(constant)}`;
            const ids = (await find(engine, "Rows", condition)).map(({ Id }) => Id);
            expect(ids, condition).toEqual(
              results.flatMap((result, id) => (holds(result, constant) ? [id] : [])),
            );
            compared += count;
          }
        }
        report(`${name}: ${compared} comparisons with constants, 0 differences`);

        for (const row of await rowsOf(engine, { action: "Find", table: "Groups" }))
          for (const column of summed) expect(row[`Sum ${column}`]).toBe(row[column]);
        for (const column of summed)
          expect(await find(engine, "Groups", `SUM([Related Rows][${column}]) <> [${column}]`)).toEqual([]);
        report(`${name}: ${summed.length * groups} SUMs of 100, 0 differences`);
      }));
  });
}

const names = Object.keys(decimalFormulas);

const columnsOf = (suffix: string, more: (source: string) => string) =>
  Object.entries(decimalFormulas).map(
    ([name, { type, source }]) => `      ${name}${suffix}: { type: ${type}${more(source)} }`,
  );

const summed = ["A", "B", "C"] as const;

const sums = summed.flatMap((one) => [
  `      ${one}: { type: Decimal }`,
  `      Sum ${one}: { type: Decimal, virtual: true, formula: "SUM([Related Rows][${one}])" }`,
]);

const ROWS = `
tablewright: 1
app: { id: decimals, name: Decimals, owner: owner@example.com, locale: en-US, timezone: UTC }
tables:
  Groups:
    key: [Group]
    columns:
      Group: { type: Number }
${sums.join("\n")}
  Rows:
    key: [Id]
    columns:
      Id: { type: Number }
      Group: { type: Ref, table: Groups }
      A: { type: Price }
      B: { type: Price }
      C: { type: Decimal }
      P: { type: Percent }
${[
  ...columnsOf("", () => ""),
  ...columnsOf(" stored", (source) => `, formula: "${source}"`),
  ...columnsOf(" virtual", (source) => `, virtual: true, formula: "${source}"`),
].join("\n")}
`;

const BILLS = `
tablewright: 1
app: { id: bills, name: Bills, owner: owner@example.com, locale: en-US, timezone: UTC }
tables:
  Bills:
    key: [Bill]
    columns:
      Bill: { type: Number }
      Total: { type: Price }
      Paid: { type: Price }
      Rest: { type: Price, formula: "[Total] - [Paid]" }
      Rest now: { type: Price, virtual: true, formula: "[Total] - [Paid]" }
      Is 0.1: { type: Yes/No, virtual: true, formula: "[Total] - [Paid] = 0.1" }
`;

const operations: readonly (readonly [string, (one: DecimalCase) => PaperDecimal])[] = [
  ["+", ({ A, B }) => PaperDecimal.of(A).plus(PaperDecimal.of(B))],
  ["-", ({ A, B }) => PaperDecimal.of(A).minus(PaperDecimal.of(B))],
  ["*", ({ A, B }) => PaperDecimal.of(A).times(PaperDecimal.of(B))],
];

const comparisons: readonly (readonly [string, (a: number, b: number) => boolean])[] = [
  ["=", (a, b) => a === b],
  ["<>", (a, b) => a !== b],
  ["<", (a, b) => a < b],
  ["<=", (a, b) => a <= b],
  [">", (a, b) => a > b],
  [">=", (a, b) => a >= b],
];

const groups = Math.ceil(count / 100);

function groupRows() {
  return Array.from({ length: groups }, (_, Group) => {
    const members = cases.filter((_, at) => at % groups === Group);
    return {
      Group,
      ...Object.fromEntries(summed.map((one) => [one, sumOf(members.map((each) => each[one]))])),
    };
  });
}

function rowOf({ A, B, C, P, answers }: DecimalCase, at: number) {
  return { Id: at, Group: at % groups, A, B, C, P, ...answers };
}

function expectAnswers(rows: readonly ResultRow[], start: number): void {
  for (const [at, row] of rows.entries()) {
    const one = cases[start + at] as DecimalCase;
    const said = JSON.stringify(one);
    for (const name of names) {
      const meant = one.answers[name];
      expect(row[`${name} stored`], `${name} ${said}`).toBe(meant);
      expect(row[`${name} virtual`], `${name} ${said}`).toBe(meant);
    }
  }
}

async function expectPushed(engine: Engine, condition: string): Promise<void> {
  const { output } = await engine.explain({
    action: "Find",
    table: "Rows",
    properties: { Selector: `FILTER("Rows", ${condition})` },
  });
  expect(output?.conditions, condition).toMatchObject([{ pushed: true }]);
}

function sumOf(numbers: readonly number[]): number {
  const sum = numbers.map(PaperDecimal.of).reduce((total, one) => total.plus(one), new PaperDecimal(0n, 0));
  return sum.rounded().toNumber();
}

async function find(engine: Engine, table: string, condition: string): Promise<readonly ResultRow[]> {
  return rowsOf(engine, {
    action: "Find",
    table,
    properties: { Selector: `FILTER("${table}", ${condition})` },
  });
}

async function rowsOf(engine: Engine, request: EngineRequest): Promise<readonly ResultRow[]> {
  const result = await engine.execute(request);
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics.slice(0, 5), null, 2));
  return result.rows;
}

async function withEngine(
  make: () => Promise<{ readonly store: Store; dispose(): Promise<void> }>,
  source: string,
  work: (engine: Engine) => Promise<void>,
): Promise<void> {
  const { output: definition, diagnostics } = loadDefinition(source);
  if (definition === undefined) throw new Error(JSON.stringify(diagnostics, null, 2));
  const made = await make();
  try {
    const services = { now: () => Date.UTC(2026, 2, 14), random: () => 0.5, newId: () => "id" };
    const limits = { fuel: 1e10, milliseconds: 600_000 };
    await work(await createEngine({ definition, store: made.store, services, limits }));
  } finally {
    await made.dispose();
  }
}

function report(line: string): void {
  if (asked !== undefined) process.stdout.write(`${line}\n`);
}
