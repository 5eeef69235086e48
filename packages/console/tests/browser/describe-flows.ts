import type { Store } from "@tablewright/core/storage";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { hasBrowser } from "./open-browser.ts";
import { shareWorkshop } from "./share-workshop.ts";

/** What people do with rows in the console, on rows in one kind of store. */
export function describeFlows(kind: string, openStore: () => Promise<Store>): void {
  describe.runIf(hasBrowser)(`rows in ${kind}, in a browser`, () => {
    const shared = shareWorkshop(openStore);

    test("two people each see the rows that are theirs", async () => {
      const [ada, bo] = [await shared.visit("V2-ada"), await shared.visit("V2-bo")];
      await ada.getByText("Mend the pump").waitFor();
      await bo.getByText("Secret of Bo").waitFor();
      expect(await ada.getByText("Secret of Bo").count()).toBe(0);
    });

    test("a click on a heading writes a Selector that can be seen, and the address holds it", async () => {
      const page = await shared.visit("V2-ada");
      await page.getByRole("button", { name: "Sort by Price" }).click();
      await expect
        .poll(() => page.getByLabel("Selector").inputValue())
        .toBe('ORDERBY(FILTER("Jobs", TRUE), [Price])');
      await page.getByRole("button", { name: "Price, ascending" }).click();
      await expect.poll(() => new URL(page.url()).search).toContain("down=true");
      await expect.poll(() => page.getByRole("row").nth(1).textContent()).toContain("Mend the pump");
    });

    test("an error of the service is at its field, and the corrected row is saved", async () => {
      const page = await shared.visit("V2-ada");
      await page.getByRole("button", { name: "Add" }).click();
      const form = page.getByRole("dialog");
      await form.getByLabel("Title").fill("Paint the boat");
      await form.getByLabel("Price").fill("-1");
      await form.getByRole("button", { name: "Save" }).click();
      const field = form.locator(".field", { hasText: "Price" });
      await expect.poll(() => field.getByRole("alert").textContent()).toContain("A price is not below zero.");
      expect(await shared.workshop.titles()).not.toContain("Paint the boat");
      await form.getByLabel("Price").fill("12.30");
      await form.getByRole("button", { name: "Save" }).click();
      await page.getByText("Paint the boat").waitFor();
      expect(await shared.workshop.titles()).toContain("Paint the boat");
    });

    test("several rows are edited as one call", async () => {
      const page = await shared.visit("V2-ada");
      await page.getByLabel("Row 1").check();
      await page.getByLabel("Row 3").check();
      await page.getByRole("button", { name: "Edit selected" }).click();
      await page.getByLabel("Column to change").selectOption("Status");
      await page.getByLabel("Status", { exact: true }).selectOption("Done");
      await page.getByRole("button", { name: "Save" }).click();
      await expect.poll(() => page.locator(".grid .chip", { hasText: "Done" }).count()).toBe(2);
    });

    test("of two people who edit one row, the second sees what the first has saved, and decides", async () => {
      const [ada, bo] = [await shared.visit("V2-ada"), await shared.visit("V2-bo")];
      for (const page of [ada, bo]) {
        await page.getByText("Paint the boat").dblclick();
        await page.getByRole("button", { name: "Edit" }).click();
      }
      await save(ada, { Price: "20", Title: "Paint the boat" });
      await ada.getByRole("dialog").waitFor({ state: "detached" });
      await save(bo, { Price: "30" });
      const form = bo.getByRole("dialog");
      await form.getByText("Another user has saved this row").waitFor();
      await form.getByText("Saved meanwhile: $20.00").waitFor();
      expect(await shared.workshop.price("Paint the boat")).toBe(20);
      await form.getByRole("button", { name: "Save" }).click();
      await form.waitFor({ state: "detached" });
      expect(await shared.workshop.price("Paint the boat")).toBe(30);
    });

    test("deleting says what else goes, and it goes", async () => {
      const page = await shared.visit("V2-ada");
      await page.getByText("Mend the pump").dblclick();
      await page.getByRole("button", { name: "Delete" }).click();
      await page.getByText("This also deletes 2 rows of Parts.").waitFor();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await expect.poll(() => new URL(page.url()).pathname).toBe("/console/tables/Jobs");
      await page.getByText("Paint the boat").waitFor();
      expect(await shared.workshop.titles()).not.toContain("Mend the pump");
    });

    test("a row shows who changed it and how", async () => {
      const page = await shared.visit("V2-ada");
      await page.getByText("\u202Egnirts desrever").dblclick();
      await page.getByRole("button", { name: "Finish" }).click();
      const history = page.getByRole("region", { name: "History" });
      await expect.poll(() => history.textContent()).toContain("Status: Open → Done");
      expect(await history.textContent()).toContain("by ada@example.com");
    });

    test("what was just changed is undone, unless it was changed since", async () => {
      const page = await shared.visit("V2-ada");
      await page.getByText("Paint the boat").dblclick();
      await edit(page, { Title: "Paint the ship" });
      await page.getByRole("button", { name: "Undo" }).first().waitFor();
      await page.getByLabel("Last change").getByRole("button", { name: "Undo" }).click();
      await page.getByText("Undone.").waitFor();
      expect(await shared.workshop.titles()).toContain("Paint the boat");
      await page.getByRole("heading", { name: "Paint the boat" }).waitFor();
      await edit(page, { Price: "21" });
      const first = page.getByRole("region", { name: "History" }).getByRole("listitem").last();
      await first.getByRole("button", { name: "Undo" }).click();
      const reason = page.getByRole("alert");
      await expect.poll(() => reason.textContent()).toContain("has been changed since, by");
      const since = await page
        .getByText(/^call /u)
        .first()
        .textContent();
      expect(await reason.textContent()).toContain(since?.slice("call ".length));
    });

    test("a row that was deleted comes back, from the notice or from its history", async () => {
      const page = await shared.visit("V2-ada");
      await page.getByText("=1+1").dblclick();
      const address = new URL(await page.waitForURL(/rows/u).then(() => page.url()));
      await remove(page);
      await page.getByLabel("Last change").getByText("Deleted.").waitFor();
      await page.getByLabel("Last change").getByRole("button", { name: "Undo" }).click();
      await page.getByText("=1+1").dblclick();
      await page.waitForURL(address.href);
      await remove(page);
      expect(await shared.workshop.titles()).not.toContain("=1+1");
      await page.waitForURL(({ href }) => href !== address.href);
      await page.goBack();
      await page.getByText("There is no such row.").waitFor();
      await page
        .getByRole("region", { name: "History" })
        .getByRole("button", { name: "Undo" })
        .first()
        .click();
      await page.getByRole("heading", { name: "=1+1" }).waitFor();
    });

    test("a call that has changed several rows is undone whole, when it was asked", async () => {
      const page = await shared.visit("V2-ada");
      for (const title of ["=1+1", "Paint the boat"])
        await page.getByRole("row").filter({ hasText: title }).getByRole("checkbox").check();
      await page.getByRole("button", { name: "Edit selected" }).click();
      await page.getByLabel("Column to change").selectOption("Price");
      await page.getByRole("textbox", { name: "Price" }).fill("7");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.getByText("=1+1").dblclick();
      const history = page.getByRole("region", { name: "History" });
      await history.getByRole("button", { name: "Undo" }).first().click();
      await page.getByText("The call has changed 2 rows.").waitFor();
      expect(await shared.workshop.price("Paint the boat")).toBe(7);
      await page.getByRole("dialog").getByRole("button", { name: "Undo" }).click();
      await history.getByText("Price: $7.00 → $4.00").waitFor();
      expect(await shared.workshop.price("Paint the boat")).not.toBe(7);
    });

    test("a key that may not undo is not offered it", async () => {
      const page = await shared.visit("V2-bo");
      await page.getByText("Secret of Bo").dblclick();
      await edit(page, { Price: "2" });
      await page.getByRole("region", { name: "History" }).getByText("Price: $1.00 → $2.00").waitFor();
      expect(await page.getByRole("button", { name: "Undo" }).count()).toBe(0);
    });

    test("while the server is away the page says so, and goes on when it is back", async () => {
      const page = await shared.visit("V2-ada");
      await page.getByText("Paint the boat").waitFor();
      await shared.workshop.stopServing();
      await page.getByRole("button", { name: "Sort by Title" }).click();
      await page.getByText("The server does not answer.").waitFor();
      await shared.workshop.serveAgain();
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByText("Paint the boat").waitFor();
      await page.getByText("The server does not answer.").waitFor({ state: "detached" });
    });
  });
}

async function save(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  const form = page.getByRole("dialog");
  for (const [column, value] of Object.entries(values)) await form.getByLabel(column).fill(value);
  await form.getByRole("button", { name: "Save" }).click();
}

async function edit(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  await page.getByRole("button", { name: "Edit" }).click();
  await save(page, values);
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

async function remove(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
}
