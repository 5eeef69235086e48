import {
  createEngine,
  type Engine,
  type EngineRequest,
  loadDefinition,
  type ResultRow,
} from "@tablewright/core";
import { defineFunction } from "@tablewright/core/expression";
import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";

const DEFINITION = `
tablewright: 1
app: { id: lender, name: Lender, owner: owner@example.com, locale: en-US, timezone: UTC }
functions:
  SCORE: { host: true, parameters: { person: Text }, result: Number, timeout: 250ms }
  RATING: { host: true, parameters: { score: Number }, result: Text }
  IS_SAFE: { parameters: { person: Text }, result: Yes/No, formula: "SCORE([person]) >= 50" }
decisions:
  GRADE:
    parameters: { person: { type: Text, required: true }, amount: { type: Price, min: 0 } }
    type: Text
    hit: first
    inputs: ["SCORE([person])", "[amount]"]
    rows:
      - [">= 90", "-", '=RATING(SCORE([person]))']
      - [">= 50", "<= 1000", small]
    otherwise: none
  LIMIT_OF:
    parameters: { person: Text }
    type: Price
    formula: 'LOOKUP(RATING(SCORE([_THISROW].[person])), "Limits", "Rating", "Most")'
  SIGNS:
    parameters: { person: Text }
    rules:
      - { name: Safe, when: "IS_SAFE([person])", event: { type: safe, score: "<<SCORE([person])>>" } }
tables:
  Loans:
    key: [ID]
    history: true
    securityFilter: OR([Owner] = USEREMAIL(), USEREMAIL() = "owner@example.com")
    columns:
      ID: { type: Number }
      Owner: { type: Email, initialValue: USEREMAIL() }
      Person: { type: Text, validIf: 'IS_SAFE([_THIS])', invalidMessage: '"score " & SCORE([_THIS])' }
      Amount: { type: Price, validIf: '[_THIS] <= LIMIT_OF([Person])' }
      Grade: { type: Text, formula: "GRADE([Person], [Amount])" }
      Now: { type: Text, virtual: true, formula: "GRADE([Person], [Amount])" }
      Best: { type: Price, virtual: true, formula: 'MAX(SELECT(Loans[Amount], AND([Grade] = [_THISROW].[Grade], IS_SAFE([Person]))))' }
  Limits: { key: [Rating], columns: { Rating: { type: Text }, Most: { type: Price } } }
slices:
  Good: { table: Loans, filter: 'GRADE([Person], [Amount]) = "A"' }
actions:
  Raise: { table: Loans, condition: 'GRADE([Person], [Amount] * 2) <> "none"', set: { Amount: "[Amount] * 2" } }
  Note: { table: Loans, addRow: { table: Limits, set: { Rating: '[Person] & [ID] & GRADE([Person], [Amount])', Most: "[Amount]" } } }
rules:
  Great: { table: Loans, on: [add], condition: 'GRADE([Person], [Amount]) = "A"', steps: [{ action: Note }] }
  Nightly: { table: Loans, every: "@daily", condition: 'LIMIT_OF([Person]) > 100', steps: [{ action: Raise }] }
`;

/** Asynchronous functions of the program that decisions and functions of the definition call, among rows of other tables. */
export function describeHostDecisions(make: MakeStore): void {
  describe("asynchronous functions in decisions", () => {
    test("formulas, conditions on a value and rules decide with their answers", () =>
      withLender(make, async ({ engine, rows, all, asked }) => {
        expect(await all("Loans")).toMatchObject([
          { ID: 1, Grade: "A", Now: "A", Best: 5000 },
          { ID: 2, Grade: "small", Now: "small", Best: 500 },
        ]);
        expect((await all("Limits")).map(({ Rating }) => Rating)).toEqual(["A", "B", "Ann1A"]);
        asked.length = 0;
        const loans = Array.from({ length: 40 }, (_, at) => ({
          ID: 10 + at,
          Person: at % 2 === 0 ? "Ann" : "Ben",
          Amount: 100,
        }));
        await rows({ action: "Add", table: "Loans", rows: loans });
        expect(asked.toSorted()).toEqual(["rating 60", "rating 95", "score Ann", "score Ben"]);
        const refused = await engine.add("Loans", [
          { ID: 90, Person: "Cid", Amount: 1 },
          { ID: 91, Person: "Ben", Amount: 1001 },
        ]);
        expect(refused).toMatchObject({
          ok: false,
          diagnostics: [
            { row: 1, column: "Person", message: "score 10" },
            { row: 2, column: "Amount", code: "rule/valid-if" },
          ],
        });
      }));

    test("slices, Selectors, orders and actions decide with their answers", () =>
      withLender(make, async ({ rows, all }) => {
        expect((await all("Good")).map(({ ID }) => ID)).toEqual([1]);
        const find = (Selector: string) => rows({ action: "Find", table: "Loans", properties: { Selector } });
        const ids = async (selector: string) => (await find(selector)).map(({ ID }) => ID);
        expect(await ids('FILTER(Loans, GRADE([Person], [Amount]) = "small")')).toEqual([2]);
        expect(await ids("FILTER(Loans, AND([Amount] > 1, LIMIT_OF([Person]) > 1000))")).toEqual([1]);
        expect(await ids("ORDERBY(Loans[ID], LIMIT_OF([Person]))")).toEqual([2, 1]);
        const raised = await rows({ action: "Raise", table: "Loans", rows: [{ ID: 2 }] });
        expect(raised).toMatchObject([{ Amount: 1000, Grade: "small" }]);
      }));

    test("facts are decided on, the functions asked once for all of a list", () =>
      withLender(make, async ({ engine, asked }) => {
        asked.length = 0;
        const list = Array.from({ length: 100 }, (_, at) => ({
          person: ["Ann", "Ben", "Cid"][at % 3],
          amount: at,
        }));
        const decided = await engine.decideMany("GRADE", list);
        expect(decided.slice(0, 3).map(({ outputs }) => outputs)).toEqual([
          { GRADE: "A" },
          { GRADE: "small" },
          { GRADE: "none" },
        ]);
        expect(decided.every(({ diagnostics }) => diagnostics.length === 0)).toBe(true);
        expect(asked.toSorted()).toEqual(["rating 95", "score Ann", "score Ben", "score Cid"]);
        expect((await engine.decide("LIMIT_OF", { person: "Ben" })).outputs).toEqual({ LIMIT_OF: 1000 });
        expect(await engine.decide("SIGNS", { person: "Ben" })).toMatchObject({
          fired: [{ rule: "Safe" }],
          events: [{ type: "safe", score: 60 }],
        });
        const explained = await engine.explainDecision("GRADE", { person: "Ann", amount: 1 });
        expect(explained).toMatchObject({ outputs: { GRADE: "A" }, diagnostics: [] });
        expect(explained.decisions[0]?.rows?.[0]?.state).toBe("fired");
        const wrong = await engine.decideMany("GRADE", [{ person: "Bad" }, { person: "Ann" }, {}]);
        expect(wrong.map(({ outputs }) => outputs)).toEqual([{}, { GRADE: "A" }, {}]);
        expect(wrong[0]?.diagnostics).toMatchObject([{ code: "run/host-function" }]);
        expect(wrong[2]?.diagnostics).toMatchObject([{ code: "decision/missing-fact" }]);
      }));

    test("they are asked about no row that the caller cannot see", () =>
      withLender(make, async ({ rows, asked }) => {
        asked.length = 0;
        const properties = {
          RunAsUserEmail: "ben@example.com",
          Selector: 'FILTER(Loans, GRADE([Person], [Amount]) <> "none")',
        };
        expect(await rows({ action: "Find", table: "Loans", properties })).toMatchObject([{ ID: 2 }]);
        expect(new Set(asked)).toEqual(new Set(["score Ben"]));
      }));

    test("schedules, loads, undo, why and explain have their answers", () =>
      withLender(make, async ({ engine, rows, all, pass }) => {
        await engine.runSchedules();
        pass(86_400_000);
        expect((await engine.runSchedules()).runs).toEqual([{ rule: "Nightly", rows: 2, diagnostics: [] }]);
        expect((await all("Loans")).map(({ Amount }) => Amount)).toEqual([10_000, 1_000]);
        const loaded = [
          [3, "Ann", 1],
          [4, "Cid", 1],
        ].map((cells) => ({ cells }));
        const source = {
          table: "Loans",
          columns: ["ID", "Person", "Amount"],
          rows: (async function* () {
            yield loaded;
          })(),
        };
        expect(await engine.load([source])).toMatchObject({ sources: [{ added: 1, refused: 1 }] });
        const before = await all("Loans");
        await rows({ action: "Edit", table: "Loans", rows: [{ ID: 2, Amount: 7 }] });
        const { output } = await engine.changes({ limit: 100 });
        const undone = await engine.undo({ call: output?.changes.at(-1)?.call ?? "" });
        expect([undone.ok, await all("Loans")]).toEqual([true, before]);
        const why = await engine.why({ action: "Find", table: "Loans", rows: [{ ID: 1 }] });
        expect(JSON.stringify(why)).toContain("SCORE([person])");
        const Selector = 'FILTER(Loans, GRADE([Person], [Amount]) = "A")';
        const explained = await engine.explain({ action: "Find", table: "Loans", properties: { Selector } });
        expect(explained.output?.reason).toBe("it calls SCORE, whose code is of the program");
      }));
  });
}

interface Lender {
  readonly engine: Engine;
  readonly rows: (request: EngineRequest) => Promise<readonly ResultRow[]>;
  readonly all: (table: string) => Promise<readonly ResultRow[]>;
  /** What the functions were asked, in that order. */
  readonly asked: string[];
  /** Puts the clock on by milliseconds. */
  readonly pass: (milliseconds: number) => void;
}

async function withLender(make: MakeStore, work: (lender: Lender) => Promise<void>): Promise<void> {
  const { output: definition, diagnostics } = loadDefinition(DEFINITION);
  if (definition === undefined) throw new Error(JSON.stringify(diagnostics, null, 2));
  const asked: string[] = [];
  const scores: Readonly<Record<string, unknown>> = { Ann: 95, Ben: 60, Bad: "sixty" };
  const functions = [
    defineFunction({
      name: "SCORE",
      parameters: [{ name: "person", type: "Text" }],
      result: "Number",
      evaluate: async (person) => {
        asked.push(`score ${person}`);
        return scores[person ?? ""] ?? 10;
      },
    }),
    defineFunction({
      name: "RATING",
      parameters: [{ name: "score", type: "Number" }],
      result: "Text",
      evaluate: async (score) => {
        asked.push(`rating ${score}`);
        return (score ?? 0) >= 90 ? "A" : "B";
      },
    }),
  ];
  const underTest = await make("host decisions");
  let ids = 0;
  let now = Date.UTC(2026, 2, 14);
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  const services = { now: () => now, random: () => 0.5, newId: () => `id-${++ids}` };
  try {
    const engine = await createEngine({ definition, store: underTest.store, services, functions });
    const rows = async (request: EngineRequest) => {
      const result = await engine.execute(request);
      if (!result.ok) throw new Error(JSON.stringify(result.diagnostics, null, 2));
      return result.rows;
    };
    await rows({
      action: "Add",
      table: "Limits",
      rows: [
        { Rating: "A", Most: 10_000 },
        { Rating: "B", Most: 1_000 },
      ],
    });
    await rows({
      action: "Add",
      table: "Loans",
      rows: [
        { ID: 1, Person: "Ann", Amount: 5_000 },
        { ID: 2, Owner: "ben@example.com", Person: "Ben", Amount: 500 },
      ],
    });
    await work({ engine, rows, all: (table) => rows({ action: "Find", table }), asked, pass });
  } finally {
    await underTest.dispose();
  }
}
