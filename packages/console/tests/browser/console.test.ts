import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { hasBrowser, openBrowser } from "./open-browser.ts";
import { serveWorkshop, type Workshop } from "./serve-workshop.ts";

describe.runIf(hasBrowser)("the console in a browser", () => {
  let browser: Browser;
  let workshop: Workshop;
  let page: Page;
  let wrong: string[] = [];

  beforeAll(async () => {
    workshop = await serveWorkshop();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await workshop?.stop();
  });
  afterEach(async () => {
    await page.context().close();
    expect(wrong, "The page reports nothing in its console.").toEqual([]);
  });

  async function signIn(key: string, size = { width: 1280, height: 800 }): Promise<void> {
    const context = await browser.newContext({ viewport: size, locale: "en-GB" });
    page = await context.newPage();
    wrong = [];
    page.on("pageerror", ({ message }) => wrong.push(message));
    page.on("console", (said) => {
      if (said.type() === "error" && !said.text().startsWith("Failed to load resource"))
        wrong.push(said.text());
    });
    await page.goto(workshop.address);
    await page.getByRole("textbox", { name: "Access key" }).fill(key);
    await page.getByRole("button", { name: "Sign in" }).click();
  }

  /** By keys, over what is there: what a program fills in is an edit of the browser's own. */
  async function write(expression: string): Promise<void> {
    await page.getByRole("textbox", { name: "Expression" }).click();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type(expression);
  }

  test("a wrong key is refused in the words of the service", async () => {
    await signIn("V2-nobody");
    await expect.poll(() => page.getByRole("alert").textContent()).toContain("access key");
  });

  test("what callers have written is shown as text and runs nowhere", async () => {
    await signIn("V2-ada");
    await page.getByText('<img src=x onerror="window.hacked = 1">').waitFor();
    expect(await page.locator("a[href^='javascript:']").count()).toBe(0);
    expect(await page.evaluate(() => "hacked" in globalThis)).toBe(false);
    await page.getByText("javascript:window.hacked=2").waitFor();
  });

  test("a Selector with an error says where it is wrong", async () => {
    await signIn("V2-ada");
    await page.getByLabel("Selector").fill('FILTER("Jobs", [Pice] > 1)');
    await page.getByRole("button", { name: "Apply" }).click();
    await expect.poll(() => page.getByRole("alert").textContent()).toContain("Pice");
  });

  test("the keyboard moves through the grid and opens a row", async () => {
    await signIn("V2-ada");
    await page.getByText("Mend the pump").waitFor();
    await page.getByRole("grid").focus();
    for (const key of ["ArrowDown", "ArrowUp", "Enter"]) await page.keyboard.press(key);
    await expect.poll(() => new URL(page.url()).pathname).toBe("/console/tables/Jobs/rows/1");
    await page.getByRole("button", { name: "Finish" }).waitFor();
  });

  test("an expression has its type, its errors and its results while it is written", async () => {
    await signIn("V2-ada");
    await page.getByRole("link", { name: "Playground" }).click();
    await write("[Pice] * 2");
    await page.getByRole("list", { name: "Problems" }).getByText("[Pice]").waitFor();
    await write("[Price] * 2");
    await expect.poll(() => page.locator("output").first().textContent()).toBe("241");
    const trace = page.getByRole("region", { name: "How it came about" });
    await expect.poll(() => trace.textContent()).toContain("[Price] 120.5");
  });

  test("what may be written next is offered, errors are underlined, and a hover shows the value of the row", async () => {
    await signIn("V2-ada");
    await page.getByRole("link", { name: "Playground" }).click();
    const expression = page.getByRole("textbox", { name: "Expression" });
    await write("LEN([Tit");
    await expect.poll(() => page.locator(".cm-tooltip li").allTextContents()).toEqual(["TitleText"]);
    await page.getByRole("option", { name: "Title" }).click();
    await expect.poll(() => expression.textContent()).toBe("LEN([Title])");
    await page.locator(".cm-tw-column").first().hover();
    await expect.poll(() => page.locator(".cm-tw-value").textContent()).toBe('"Mend the pump"');
    await write("LEN([Titel])");
    await expect.poll(() => page.locator(".cm-lintRange-error").allTextContents()).toEqual(["[Titel]"]);
  });

  test("the parts of an expression have colours of their own, in light and in dark", async () => {
    await signIn("V2-ada");
    await page.getByRole("link", { name: "Playground" }).click();
    await write("LEN([Title])");
    const colours = () =>
      page.locator(".cm-tw-function, .cm-tw-column").evaluateAll((parts) => {
        const { getComputedStyle } = globalThis as unknown as Styles;
        return parts.map((part) => getComputedStyle(part).color);
      });
    await expect.poll(async () => (await colours()).length).toBe(2);
    const light = await colours();
    await page.emulateMedia({ colorScheme: "dark" });
    expect(new Set([...light, ...(await colours())]).size).toBe(4);
  });

  test.each([
    ["a phone", { width: 400, height: 800 }],
    ["a screen", { width: 1280, height: 800 }],
  ])("nothing serious is found wrong for people with disabilities on %s", async (_, size) => {
    await signIn("V2-ada", size);
    for (const path of ["Jobs", "Playground", "Map", "API"]) {
      await page.getByRole("link", { name: path, exact: true }).click();
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(await findBarriers(page), path).toEqual([]);
    }
  });
});

/** What axe finds serious or critical. It is put in past the policy of the page, as an extension would be. */
async function findBarriers(page: Page): Promise<readonly string[]> {
  const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  await page.evaluate(axe);
  const violations = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } }).axe
      .run()
      .then((result) => result.violations),
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** What this file knows of the page's own globals. */
interface Styles {
  getComputedStyle(part: unknown): { readonly color: string };
}

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}
