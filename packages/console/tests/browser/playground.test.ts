/** The playground: an expression is written, and what it is and gives is beside it. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { signIn as enter } from "../sign-in.ts";
import { hasBrowser } from "./open-browser.ts";
import { shareWorkshop } from "./share-workshop.ts";

describe.runIf(hasBrowser)("the playground in a browser", () => {
  const shared = shareWorkshop();
  let page: Page;

  async function open(): Promise<void> {
    page = await shared.visit("V2-ada");
    await page.getByRole("link", { name: "Playground" }).click();
  }

  /** By keys, over what is there: what a program fills in is an edit of the browser's own. */
  async function write(expression: string): Promise<void> {
    await page.getByRole("textbox", { name: "Expression" }).click();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type(expression);
  }

  test("an expression has its type, its errors and its results while it is written", async () => {
    await open();
    await write("[Pice] * 2");
    await page.getByRole("list", { name: "Problems" }).getByText("[Pice]").waitFor();
    await write("[Price] * 2");
    await expect.poll(() => page.locator("output").first().textContent()).toBe("241");
    const trace = page.getByRole("region", { name: "How it came about" });
    await expect.poll(() => trace.textContent()).toContain("[Price] 120.5");
  });

  test("an expression that takes too long for a page is ended, for all rows together, and the next one is tried", async () => {
    await open();
    const nested = (depth: number): string =>
      depth === 0 ? "TRUE" : `RANDBETWEEN(1, 2) + COUNT(FILTER("Jobs", ${nested(depth - 1)})) > 0`;
    await page.getByRole("textbox", { name: "Expression" }).fill(nested(20));
    const ended = /took longer than its [0-9]+ milliseconds|used up its budget/u;
    await expect.poll(() => page.locator(".results output").first().textContent()).toMatch(ended);
    await expect.poll(() => page.locator(".results output").last().textContent()).toMatch(ended);
    await write("[Price] * 2");
    await expect.poll(() => page.locator("output").first().textContent()).toBe("241");
  });

  test("a part that is the same for all rows is computed once, as in the application", async () => {
    await open();
    const nested = (depth: number): string =>
      depth === 0 ? "TRUE" : `COUNT(FILTER("Jobs", ${nested(depth - 1)})) > 0`;
    await page.getByRole("textbox", { name: "Expression" }).fill(nested(20));
    const results = page.locator(".results output");
    await expect.poll(async () => [...new Set(await results.allTextContents())]).toEqual(["true"]);
  });

  test("where nothing is written, the page says what may be, with an example", async () => {
    await open();
    await page.getByText("Write an expression about a row of Jobs, such as").waitFor();
    await page.getByText("Ctrl Space lists what you may write.").waitFor();
    await page.getByRole("button", { name: "IF(ISBLANK([Title])" }).click();
    await expect.poll(() => page.locator(".results output").first().textContent()).toBe("13 characters");
  });

  test("what an address has behind the question mark is text, also where it looks like a number", async () => {
    await open();
    const address = shared.workshop.address.replace("/console/", "/console/playground");
    await enter(page, `${address}&expression=12`, "V2-ada");
    await expect.poll(() => page.locator("output").first().textContent()).toBe("12");
    await enter(page, address.replace("playground", "nowhere"), "V2-ada");
    await page.getByText("There is no such page.").waitFor();
  });

  test("a table that an address names and that is not there is not taken for another", async () => {
    await open();
    const { address } = shared.workshop;
    for (const part of ["playground", "calls", "import"]) {
      await enter(page, `${address.replace("/console/", `/console/${part}`)}&table=Nope`, "V2-ada");
      await page.getByText("There is no table “Nope” here.").waitFor();
      await expect.poll(() => page.getByRole("combobox", { name: "Table" }).inputValue()).toBe("Nope");
    }
    await page.getByRole("combobox", { name: "Table" }).selectOption("Jobs");
    await page.getByText("There is no table “Nope” here.").waitFor({ state: "detached" });
  });

  test("what may be written next is offered, errors are underlined, and a hover shows the value of the row", async () => {
    await open();
    const expression = page.getByRole("textbox", { name: "Expression" });
    await write("LEN([Tit");
    await expect.poll(() => page.locator(".cm-tooltip li").allTextContents()).toEqual(["TitleText"]);
    await page.getByRole("option", { name: "Title" }).click();
    await expect.poll(() => expression.textContent()).toBe("LEN([Title])");
    // Again until it is noticed: the list that was open may still lie over the text.
    const hover = async () => {
      await page.mouse.move(0, 0);
      await page.locator(".cm-tw-column").first().hover();
      return page.locator(".cm-tw-value").textContent({ timeout: 2_000 });
    };
    await expect.poll(() => hover().catch(() => undefined)).toBe('"Mend the pump"');
    await write("LEN([Titel])");
    await expect.poll(() => page.locator(".cm-lintRange-error").allTextContents()).toEqual(["[Titel]"]);
  });

  test("the parts of an expression have colours of their own, in light and in dark", async () => {
    await open();
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

  test("a page that is chosen while tables are still being read is not left for the first table", async () => {
    page = await shared.visit("V2-ada");
    await page.getByText("Mend the pump").waitFor();
    const [chosen, listed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // The first time they are read by signing in.
    let times = 0;
    await page.route(/\/tables$/u, async (route) => {
      if (++times === 2) await chosen.promise;
      await route.continue();
    });
    await page.route(/\/playground-page-[^/]*\.js$/u, async (route) => {
      chosen.resolve();
      await listed.promise;
      await route.continue();
    });
    await enter(page, shared.workshop.address, "V2-ada");
    await page.getByRole("link", { name: "Playground" }).click();
    await page.getByRole("link", { name: "Jobs" }).waitFor();
    listed.resolve();
    await page.getByRole("textbox", { name: "Expression" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/console/playground");
  });
});

/** What this file knows of the page's own globals. */
interface Styles {
  getComputedStyle(part: unknown): { readonly color: string };
}
