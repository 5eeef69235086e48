/** Facts that show every row, by what the definition itself decides on them. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { loadRules, sampleFacts } from "./index.ts";

const page = ["rules", "rules-examples", "rules-from-elsewhere"]
  .map((name) => readFileSync(resolve(import.meta.dirname, `../../../../docs/${name}.md`), "utf8"))
  .join("\n");
const definitions = [...page.matchAll(/```yaml\n(tablewright: 1\nrules: \{ id: (\w+)[\s\S]*?)```/g)].map(
  ([, text = "", id = ""]) => [id, text] as const,
);

describe("of each definition of the pages about rules", () => {
  test.each(definitions)("%s every row fires", async (_, text) => {
    const { output: rules } = loadRules(text);
    const { found: shown, missing } = await sampleFacts(text);
    expect(missing.filter(({ point }) => !point.endsWith(" otherwise"))).toEqual([]);
    expect(shown.flatMap(({ shows }) => shows).length).toBe(
      new Set(shown.flatMap(({ shows }) => shows)).size,
    );
    const fired = new Set<string>();
    for (const { facts } of shown) {
      const result = rules?.decide(facts);
      expect(result?.diagnostics).toEqual([]);
      for (const { decision, row } of result?.fired ?? []) fired.add(`${decision} ${row}`);
    }
    const rows = rules?.describe().flatMap(({ name, rows: own }) => own.map(({ row }) => `${name} ${row}`));
    expect([...fired].sort()).toEqual(rows?.sort());
  });
});
