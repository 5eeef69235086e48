import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

/**
 * What axe finds serious or critical. It is put in past the policy of the page, as an extension would be, and once for as long
 * as the page is not loaded again: to send and to compile it takes the browser as long as a search.
 */
export async function findBarriers(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe());
  const violations = await page.evaluate(() =>
    (globalThis as unknown as WithAxe).axe
      .run({ resultTypes: ["violations"] })
      .then((result) => result.violations),
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

function axe(): string {
  return readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
}

/** As far as it is used here. */
interface WithAxe {
  readonly axe: {
    /** With all places of what is violated, and one alone of each rule that is kept. */
    run(options: { readonly resultTypes: readonly string[] }): Promise<{
      readonly violations: readonly Violation[];
    }>;
  };
}

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}
