/** The Selectors that a page gives for filters in addresses find what it says. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { fillEngine } from "./fill-engine.ts";

const page = readFileSync(new URL("../../docs/coming-from.md", import.meta.url), "utf8");
const lines = [...page.matchAll(/^\| `\?[^`]+` \| `([^`]+)` \| (\d+) \|$/gmu)].map(
  ([, selector = "", rows = ""]) => [selector, Number(rows)] as const,
);
const people = join(import.meta.dirname, "people");
const engine = await fillEngine(join(people, "app.yaml"), join(people, "data"));
afterAll(() => engine.close());

test("the page has a table of filters", () => expect(lines.length).toBeGreaterThan(10));

test.each(lines)("%s finds %d people", async (selector, count) => {
  const found = await engine.find("People", { selector });
  expect(found).toMatchObject({ ok: true, rows: { length: count } });
});
