import { createEngine, type Engine, type EngineRequest, loadDefinition } from "@tablewright/core";
import type { RequestLimits } from "@tablewright/core/compiler";
import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";

const DEFINITION = `
tablewright: 1
app: { id: texts, name: Texts, timezone: UTC }
tables:
  Texts:
    key: [Id]
    columns:
      Id: { type: Number }
      First: { type: Text }
      Last: { type: Text }
      Other: { type: Ref, table: Texts }
`;

/** What a request may build, so small that tests need not be large. */
const textLength = 2_000;

const cells = [
  ["aaaa", "bb"],
  ["b".repeat(500), ""],
  ["a".repeat(150), "b".repeat(150)],
  ["a".repeat(990), "b".repeat(990)],
  ["", "🚢".repeat(100)],
  ["ß".repeat(600), "İ".repeat(300)],
];

/** Texts that a condition builds are bounded alike on every store, and the same errors are reported. */
export function describeGrowingTexts(make: MakeStore, joinsTexts: boolean): void {
  describe("texts that grow", () => {
    test("conditions that build them give the rows or the error that the evaluator gives", () =>
      withTexts(make, async (execute) => {
        const selectors = CASES.flatMap(([condition, answer]) => [
          [`FILTER("Texts", ${condition})`, answer] as const,
          [`TOP(ORDERBY(FILTER("Texts", ${condition}), [Id]), 9)`, answer] as const,
        ]);
        for (const [Selector, answer] of selectors) {
          const result = await execute({ action: "Find", table: "Texts", properties: { Selector } });
          const reports = result.ok
            ? result.rows.map(({ Id }) => Id).join(" ")
            : result.diagnostics.map(({ code }) => code).join(" ");
          expect([Selector, reports]).toEqual([Selector, answer]);
        }
      }));

    const compares = joinsTexts ? "the store" : "the engine";
    test(`a first name and a last name with a blank between are compared by ${compares}`, () =>
      withTexts(make, async (_, explain) => {
        const Selector = 'FILTER("Texts", [First] & " " & [Last] = "aaaa bb")';
        expect(await explain({ action: "Find", table: "Texts", properties: { Selector } })).toEqual([
          joinsTexts,
        ]);
      }));
  });
}

const TOO_LONG = "limit/text-length";

const grown = (times: number, inner: string) =>
  Array.from({ length: times }).reduce<string>((text) => `SUBSTITUTE(${text}, "a", "aa")`, inner);

const CASES: readonly [condition: string, answer: string][] = [
  ['[First] & " " & [Last] = "aaaa bb"', "1"],
  ['[First] & [Last] & [First] & [Last] = "aaaabbaaaabb"', TOO_LONG],
  ["LEN([First] & [Last]) > 1000", "4"],
  ['[Id] & " " & LEFT([First], 3) = "1 aaa"', "1"],
  ['CONCATENATE([First], "-", [Last]) = "aaaa-bb"', "1"],
  ["LEN(CONCATENATE([First], [Last], [First])) > 1", TOO_LONG],
  [`LEN(${grown(1, "[First]")}) = 8`, "1"],
  [`LEN(${grown(3, "[First]")}) = 32`, TOO_LONG],
  [`LEN(${grown(3, "LEFT([First], 20)")}) = 160`, "3 4"],
  [`LEN(${grown(9, "[First]")}) > 0`, TOO_LONG],
  [`LEN(${grown(12, "[Last]")}) = 2`, "1"],
  ['SUBSTITUTE([First], "aaaa", "") = ""', "1 5"],
  ["LEN(UPPER([First])) = 1200", "6"],
  ["LEN(LOWER([Last])) = 600", "6"],
  ["LEN(UPPER([First] & [First])) > 1", TOO_LONG],
  ["LEN(UPPER(LEFT([First], 600) & LEFT([First], 300))) = 1800", "6"],
  ['[Other].[First] & [Other].[Last] = "aaaabb"', "2"],
  ['IF([Id] = 1, [First], [Last]) & "x" = "aaaax"', "1"],
];

type Execute = Engine["execute"];
type Explain = (request: EngineRequest) => Promise<readonly boolean[] | undefined>;

async function withTexts(
  make: MakeStore,
  work: (execute: Execute, explain: Explain) => Promise<void>,
): Promise<void> {
  const { output: definition, diagnostics } = loadDefinition(DEFINITION);
  if (definition === undefined) throw new Error(JSON.stringify(diagnostics));
  const underTest = await make("growing texts");
  try {
    const limits: Partial<RequestLimits> = { textLength };
    const services = { now: () => 0, random: () => 0.5, newId: () => "id" };
    const engine = await createEngine({ definition, store: underTest.store, services, limits });
    const rows = cells.map(([First = "", Last = ""], at) => ({
      Id: at + 1,
      First,
      Last,
      Other: at === 1 ? 1 : null,
    }));
    const added = await engine.execute({ action: "Add", table: "Texts", rows });
    expect(added).toMatchObject({ ok: true });
    await work(
      (request) => engine.execute(request),
      async (request) => {
        const { output } = await engine.explain(request);
        return output?.conditions.map(({ pushed }) => pushed);
      },
    );
  } finally {
    await underTest.dispose();
  }
}
