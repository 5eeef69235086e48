/** The page about decisions: their rows are read, facts are tried, and the row that fires says so. */
import { describe, expect, test } from "vitest";
import { hasBrowser } from "./open-browser.ts";
import { shareWorkshop } from "./share-workshop.ts";

describe.runIf(hasBrowser)("decisions in a browser", () => {
  const shared = shareWorkshop();
  const open = async (key: string) => {
    const page = await shared.visit(key);
    await page.getByRole("link", { name: "Decisions" }).click();
    return page;
  };

  test("facts are tried, and each row says what became of it", async () => {
    const page = await open("V2-all");
    const facts = page.getByRole("textbox", { name: "Facts, as JSON" });
    await expect.poll(() => facts.inputValue()).toBe('{\n  "title": "",\n  "price": 0\n}');
    await facts.fill('{ "title": "Pump", "price": 700 }');
    await page.getByRole("button", { name: "Decide" }).click();
    const rows = page.locator(".decision-grid tbody tr");
    await expect
      .poll(() => rows.allTextContents())
      .toEqual(["1not matched: [price] > 1000-> 1000boss", "2fired-> 500lead", "3not triedTest-none"]);
    expect(await page.locator(".decided dd").allTextContents()).toEqual(['"lead"']);
  });

  test("where no row matches, it is said where the answer comes from", async () => {
    const page = await open("V2-all");
    await page.getByRole("textbox", { name: "Facts, as JSON" }).fill('{ "title": "Pump", "price": 1 }');
    await page.getByRole("button", { name: "Decide" }).click();
    const last = page.locator(".decision-grid tbody tr").nth(3);
    await expect.poll(() => last.textContent()).toBe("otherwisefiredno row matchedblank");
  });

  test("errors are at their facts, and what is no JSON is not sent", async () => {
    const page = await open("V2-all");
    const facts = page.getByRole("textbox", { name: "Facts, as JSON" });
    await facts.fill('{ "price": "much" }');
    await page.getByRole("button", { name: "Decide" }).click();
    await expect.poll(() => page.locator(".decided .problem").first().textContent()).toContain("/price ");
    await facts.fill("{");
    await page.getByText("This is not a JSON object.").waitFor();
    expect(await page.getByRole("button", { name: "Decide" }).isDisabled()).toBe(true);
  });

  test("a limited key decides and reads no rows", async () => {
    const page = await open("V2-cy");
    await page.getByText("Your key may ask this decision, and not read its rows.").waitFor();
    await page.getByRole("button", { name: "Decide" }).click();
    await expect.poll(() => page.locator(".decided dd").allTextContents()).toEqual(["null"]);
  });
});
