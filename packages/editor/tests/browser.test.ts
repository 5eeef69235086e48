import { resolve } from "node:path";
import { build } from "esbuild";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasBrowser } from "../../console/tests/browser/open-browser.ts";
import { sharedBrowser } from "../../console/tests/browser/shared-browser.ts";

describe.runIf(hasBrowser)("the editor in a browser", () => {
  let page: Page;
  const wrong: string[] = [];

  beforeAll(async () => {
    const [script, browser] = await Promise.all([bundlePage(), sharedBrowser()]);
    page = await browser.newPage();
    page.setDefaultTimeout(LONGEST_WAIT);
    page.on("pageerror", ({ message }) => wrong.push(message));
    await page.setContent(`<!doctype html><body><div id="light"></div><div id="dark"></div></body>`);
    await page.addScriptTag({ content: script, type: "module" });
    await page.getByRole("textbox", { name: "Formula" }).waitFor();
  });
  afterAll(() => page?.close());

  const text = () => page.evaluate("textOf()");
  const write = async (words: string) => {
    await page.getByRole("textbox", { name: "Formula" }).click();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.press("Delete");
    await page.keyboard.type(words);
  };

  test("a column is completed as it is typed", async () => {
    await write("1 + [Pr");
    // By the mouse: in the moment in which the list comes up, a key still goes to the text.
    await page.getByRole("option", { name: "Price" }).click();
    await expect.poll(text).toBe("1 + [Price]");
  });

  test("the parameter that is due is shown in bold, and Escape hides it", async () => {
    await write('LEFT("a", ');
    await expect.poll(() => page.locator(".cm-tw-signature b").textContent()).toBe("count");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator(".cm-tw-signature").count()).toBe(0);
  });

  test("an error is underlined, said on hover, and fixed by a click", async () => {
    await write("[Quantiy] * 2 ");
    const underlined = page.locator("#light .cm-lintRange-error");
    await expect.poll(() => underlined.allTextContents()).toEqual(["[Quantiy]"]);
    await underlined.hover();
    await page.getByRole("button", { name: "Change to [Quantity]" }).click();
    expect(await text()).toBe("[Quantity] * 2 ");
  });

  test("a hover shows the type and the value in the row, as text", async () => {
    await write("[Status] & 1");
    await page.locator("#light .cm-tw-column").first().hover();
    await expect.poll(() => page.locator(".cm-tw-hover .cm-tw-value").textContent()).toBe('"<b>Open</b>"');
    expect(await page.locator(".cm-tw-hover .cm-tw-type").textContent()).toBe("Text");
  });

  test("tokens have colours of their own, in light and in dark", async () => {
    const colour = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((node) => getComputedStyle(node).color);
    await write("[Price] + LEN([Status])");
    const light = [await colour("#light .cm-tw-column"), await colour("#light .cm-tw-function")];
    const dark = [await colour("#dark .cm-tw-column"), await colour("#dark .cm-tw-function")];
    expect(new Set([...light, ...dark]).size).toBe(4);
  });

  test("other settings are taken over", async () => {
    await page.evaluate("rename()");
    await expect
      .poll(() => page.locator("#dark .cm-lintRange-error").allTextContents())
      .toEqual(["[Quantity]", "[Status]", "Customers"]);
  });

  test("nothing was thrown", () => {
    expect(wrong).toEqual([]);
  });
});

/** Milliseconds: a browser starts slowly beside other tests. */
const LONGEST_WAIT = 150_000;

async function bundlePage(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [resolve(import.meta.dirname, "page.ts")],
    bundle: true,
    format: "esm",
    conditions: ["source"],
    write: false,
    logLevel: "silent",
  });
  return outputFiles[0]?.text ?? "";
}
