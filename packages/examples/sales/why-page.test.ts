/** The questions of docs/why.md, asked of this example. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type EngineRequest, printWhy } from "@tablewright/core";
import { memoryStore } from "@tablewright/store-memory";
import { expect, test } from "vitest";
import { fillEngine } from "../fill-engine.ts";

const here = import.meta.dirname;
const page = join(here, "../../../docs/why.md");

test("the page has the answers that are printed; -u writes them", async () => {
  const store = memoryStore();
  const now = () => Date.UTC(2026, 10, 22, 9);
  const engine = await fillEngine(join(here, "app.yaml"), join(here, "data"), store, now);
  const parts = readFileSync(page, "utf8").split(QUESTION);
  const answered: string[] = [];
  for (const [at, part] of parts.entries()) {
    if (at % 2 === 0) {
      answered.push(part);
      continue;
    }
    const { table, Action: action, Properties: properties = {}, Rows: rows = [] } = JSON.parse(part);
    const request: EngineRequest = { table, action, properties, rows };
    answered.push(`\`\`\`json\n${part}\`\`\`\n\n\`\`\`\n${printWhy(await engine.why(request))}\n\`\`\`\n`);
  }
  expect(answered.length, "The page asks at least ten questions.").toBeGreaterThan(20);
  await expect(answered.join("")).toMatchFileSnapshot(page);
});

/** A call, and the answer below it. */
const QUESTION = /```json\n([^`]*)```\n\n```\n[^`]*```\n/u;
