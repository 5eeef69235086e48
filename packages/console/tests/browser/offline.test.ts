/** The playground as static files: rows and rules that one types, computed in the page, in its address, and sent nowhere. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type ServedPlayground, servePlayground } from "../serve-playground.ts";
import { findBarriers } from "./find-barriers.ts";
import { hasBrowser } from "./open-browser.ts";
import { sharedBrowser } from "./shared-browser.ts";
import { LONGEST_WAIT } from "./visit-console.ts";

describe.runIf(hasBrowser)("the static playground", () => {
  let served: ServedPlayground;
  beforeAll(async () => {
    served = await servePlayground();
  });
  afterAll(() => served?.stop());

  /** With every request that the page makes, wherever it goes. */
  async function visit(fragment = ""): Promise<{ readonly page: Page; readonly sent: readonly string[] }> {
    const context = await (await sharedBrowser()).newContext({ locale: "en-GB" });
    onTestFinished(() => context.close());
    context.setDefaultTimeout(LONGEST_WAIT);
    const page = await context.newPage();
    const sent: string[] = [];
    page.on("request", (request) => sent.push(request.url()));
    await page.goto(`${served.address}${fragment}`);
    return { page, sent };
  }

  test("an expression is tried on rows that are typed, and its address shows the same to others", async () => {
    const { page, sent } = await visit();
    const results = page.getByRole("region", { name: "Results" }).locator("output");
    await expect.poll(() => results.allTextContents()).toEqual(["155.7", "0", "155.7"]);
    await page.getByRole("textbox", { name: "Shipped, row 2" }).fill("2026-03-05");
    await expect.poll(() => results.allTextContents()).toEqual(["155.7", "80", "155.7"]);
    await page.getByRole("button", { name: "Add a row" }).click();
    await page.getByRole("textbox", { name: "Total, row 4" }).fill("much");
    await page.getByRole("textbox", { name: "Expression" }).click();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("[Totl] * 2");
    await page.getByRole("list", { name: "Problems" }).getByText("[Totl] * 2\n^^^^^^").waitFor();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("LEN([Cust");
    await page.getByRole("option", { name: "Customer" }).click();
    await expect.poll(() => results.allTextContents()).toEqual(["3", "2", "3", "0"]);
    const address = () => new URLSearchParams(new URL(page.url()).hash.slice(1));
    await expect.poll(() => address().get("expression")).toBe("LEN([Customer])");
    const other = await visit(new URL(page.url()).hash);
    const same = other.page.getByRole("region", { name: "Results" }).locator("output");
    await expect.poll(() => same.allTextContents()).toEqual(["3", "2", "3", "0"]);
    expect([...sent, ...other.sent].filter((url) => !url.startsWith(served.address))).toEqual([]);
    expect(served.requests.filter((path) => path.includes("Customer"))).toEqual([]);
  });

  test("rules are tried on facts, and what the analysis finds is shown with facts that show it", async () => {
    const { page } = await visit("#page=decisions");
    const rows = page.locator(".decision-grid tbody tr");
    await expect.poll(() => rows.first().textContent()).toContain("fired");
    const rules = page.getByRole("textbox", { name: "Rules, as YAML" });
    const text = await rules.inputValue();
    await rules.fill(text.replace("hit: first", "hit: unique"));
    const problems = page.getByRole("list", { name: "Problems" });
    await problems.getByText("logic/overlap").or(problems.getByText("both match")).first().waitFor();
    await page.getByRole("button", { name: "Try the facts of this example" }).first().click();
    await expect.poll(() => page.locator(".decided .problem").first().textContent()).toContain("Discount");
    await rules.fill(text.replace('"-", 0.1', '">= 2000", 0.1'));
    await problems.getByText("never").first().waitFor();
    await rules.fill(text.replace("0.15]", "0.15"));
    await problems.getByRole("button").first().click();
    expect(await rules.evaluate((box) => (box as unknown as Box).selectionStart)).toBeGreaterThan(0);
  });

  test("an example is offered only where the first column has a name", async () => {
    const { page } = await visit("#table=T&expression=&rows=N:Number%0A1");
    await page.getByRole("button", { name: "IF(ISBLANK([N])" }).waitFor();
    await page.getByRole("textbox", { name: "column 1", exact: true }).fill("");
    await page.getByText("Write an expression").waitFor({ state: "detached" });
  });

  test("an answer where no row matches is named", async () => {
    const { page } = await visit('#page=decisions&facts={"tier":"silver","total":10}');
    const row = page.locator(".decision-grid tbody tr").nth(3);
    await expect.poll(() => row.textContent()).toBe("otherwisefiredno row matched0");
    const rules = `tablewright: 1
rules: { id: r }
facts: { n: Number }
decisions:
  D: { type: Number, hit: collect, inputs: ["[n]"], rows: [[1, 1]] }`;
    const none = await visit(`#page=decisions&rules=${encodeURIComponent(rules)}&facts={"n":5}`);
    const last = none.page.locator(".decision-grid tbody tr").nth(1);
    await expect.poll(() => last.textContent()).toBe("otherwisefiredno row matched");
  });

  test("a link with thousands of rows is drawn in part, and the page can be used meanwhile", async () => {
    const { page } = await visit(`#page=decisions&rules=${encodeURIComponent(MANY_RULES)}&facts={"n":2999}`);
    await page.getByText("The rules are being checked …").waitFor();
    await page.getByRole("button", { name: "Expressions" }).click();
    await page.getByRole("textbox", { name: "Expression" }).waitFor();
    await page.getByRole("button", { name: "Decisions" }).click();
    await page.getByText("2800 more rows are not drawn.").waitFor();
    const rows = page.locator(".decision-grid tbody tr");
    await expect.poll(() => rows.count()).toBe(202);
    await expect.poll(() => rows.nth(200).textContent()).toBe("3000fired29992999");
    const lines = Array.from({ length: 3_000 }, (_, at) => at);
    const typed = await visit(
      `#table=T&expression=[N]&rows=${encodeURIComponent(`N:Number\n${lines.join("\n")}`)}`,
    );
    await expect.poll(() => typed.page.getByText("2800 more rows are not drawn.").count()).toBe(2);
    expect(await typed.page.getByRole("textbox").count()).toBeLessThan(220);
  });

  test("checking rules is ended when it takes too long", async () => {
    const { page } = await visit();
    await page.clock.install();
    await page.goto("about:blank");
    await page.goto(`${served.address}#page=decisions&rules=${encodeURIComponent(MANY_RULES)}`);
    await page.getByRole("textbox", { name: "Rules, as YAML" }).waitFor();
    await page.clock.runFor(20_000);
    await page.getByText("Checking these rules took longer than 20 seconds, and was ended.").waitFor();
  });

  test("its files are as small as the page about the console says", () => {
    const folder = resolve(import.meta.dirname, "../../dist/playground/assets");
    const sizes = readdirSync(folder).map((name) => gzipSync(readFileSync(join(folder, name))).length);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(500_000);
  });

  test("it may connect to nothing, and nothing serious is found wrong for people with disabilities", async () => {
    const { page } = await visit();
    await page.getByRole("textbox", { name: "Expression" }).waitFor();
    const refused = page.evaluate((url) => fetch(url).then(() => "sent"), `${served.address}index.html`);
    await expect(refused).rejects.toThrow("Failed to fetch");
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole("button", { name: "Decisions" }).click();
    await page.getByRole("textbox", { name: "Rules, as YAML" }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });
});

const MANY_RULES = `tablewright: 1
rules: { id: many }
facts: { n: { type: Number, required: true } }
decisions:
  D:
    type: Number
    hit: first
    inputs: ["[n]"]
    rows:
${Array.from({ length: 3_000 }, (_, at) => `      - ["${at}", ${at}]\n`).join("")}    otherwise: 0
`;

/** What this file knows of a text area. */
interface Box {
  readonly selectionStart: number;
}
