/** Every definition of the pages about rules, and what they say of it. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { loadRules, printExplanation, type Rules } from "@tablewright/core/rules";
import { readDecisionTests, runDecisionTests } from "@tablewright/rule-tests";
import { expect, test } from "vitest";

const page = ["rules", "rules-examples", "rules-testing", "rules-from-elsewhere"]
  .map((name) => readFileSync(resolve(import.meta.dirname, `../../../docs/${name}.md`), "utf8"))
  .join("\n");

interface Block {
  readonly kind: string;
  readonly text: string;
}

const blocks: readonly Block[] = [...page.matchAll(/^```(.*)\n([^`]*)^```$/gm)].map(
  ([, kind = "", text = ""]) => ({ kind, text }),
);

const definitions = blocks
  .filter(({ text }) => text.startsWith("tablewright: 1"))
  .map(({ text }) => ({ text, id: /id: (\w+)/.exec(text)?.[1] }));

test("the pages have the worked examples", () => {
  expect(definitions.map(({ id }) => id)).toEqual([
    "checkout",
    "cart",
    "parcels",
    "eligibility",
    "pricing",
    "fraud",
    "approval",
    "shipping",
  ]);
});

test.each(definitions)("$id loads without a warning, and decides as the page says", async ({ text }) => {
  const { output: rules, diagnostics } = loadRules(text);
  expect(diagnostics).toEqual([]);
  const start = blocks.findIndex((block) => block.text === text) + 1;
  const next = blocks.findIndex((block, index) => index >= start && block.text.startsWith("tablewright: 1"));
  let facts: object = {};
  let compared = 0;
  for (const block of blocks.slice(start, next === -1 ? undefined : next)) {
    if (block.kind === "json facts") facts = JSON.parse(block.text);
    if (block.kind === "json facts" || rules === undefined) continue;
    compared += (await compare(rules, facts, block)) ? 1 : 0;
  }
  expect(compared).toBeGreaterThan(0);
});

test("an explanation is printed as the page shows it", () => {
  const { output: rules } = loadRules(definitions[0]?.text ?? "");
  const { text } = blocks.find(({ kind }) => kind === "text explanation") ?? {};
  const { decisions = [] } = rules?.explain({ tier: "gold", total: 700 }) ?? {};
  expect(`${printExplanation(decisions)}\n`).toBe(text);
});

/** Whether the block says something of these facts. */
async function compare(rules: Rules, facts: object, { kind, text }: Block): Promise<boolean> {
  switch (kind) {
    case "json result":
      expect(rules.decide(facts)).toEqual(JSON.parse(text));
      return true;
    case "json outputs":
      expect(rules.decide(facts)).toMatchObject({ outputs: JSON.parse(text), diagnostics: [] });
      return true;
    case "json diagnostics":
      expect(rules.decide(facts).diagnostics).toMatchObject(JSON.parse(text));
      return true;
    case "yaml tests": {
      const { output: tests, diagnostics } = readDecisionTests(text, rules);
      expect(diagnostics).toEqual([]);
      const run = await runDecisionTests({ rules, tests: tests === undefined ? [] : [tests], now: 0 });
      expect(run.tests.flatMap(({ failures }) => failures)).toEqual([]);
      return true;
    }
    default:
      return false;
  }
}

test("what nested IFs and a lookup of Excel come to is what the table decides", () => {
  const { output: rules } = loadRules(definitions.find(({ id }) => id === "shipping")?.text ?? "");
  const steps = [
    [0, 4],
    [1, 7],
    [5, 11],
    [20, 19],
  ] as const;
  for (const weight of [0, 0.99, 1, 4.5, 5, 19.9, 20, 300])
    for (const country of ["AT", "DE", "CH", "FR"])
      for (const tier of ["none", "gold"]) {
        const found = steps.findLast(([least]) => least <= weight)?.[1] ?? 0;
        const extra =
          country === "AT" ? 0 : country === "DE" || country === "CH" ? 3 : tier === "gold" ? 5 : 12;
        expect(rules?.decide({ weight, country, tier }).outputs.Shipping).toBe(found + extra);
      }
});
