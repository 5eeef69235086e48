import { readFileSync } from "node:fs";
import { createClient } from "@tablewright/client";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { findBarriers } from "./find-barriers.ts";
import { holdUntil } from "./hold-until.ts";
import { isWithin } from "./is-within.ts";
import { hasBrowser } from "./open-browser.ts";
import { shareWorkshop } from "./share-workshop.ts";

describe.runIf(hasBrowser)("the console in a browser", () => {
  const shared = shareWorkshop();
  let page: Page;

  async function signIn(key: string, size?: { width: number; height: number }): Promise<void> {
    page = await shared.visit(key, size);
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

  test("pictures are shown that a cell holds or the server has, and those of other hosts are links", async () => {
    await signIn("V2-ada");
    const pictures = page.getByRole("grid").getByRole("img", { name: "Photo" });
    await expect.poll(() => pictures.count()).toBe(2);
    const widths = () =>
      pictures.evaluateAll((all) => (all as unknown as Image[]).map(({ naturalWidth }) => naturalWidth > 0));
    await expect.poll(widths).toEqual([true, true]);
    const link = page.getByRole("link", { name: "picture at tracker.example" });
    expect(await link.getAttribute("href")).toBe("https://tracker.example/a.png");
    await page.getByText("data:image/svg+xml,").waitFor();
  });

  test("a Selector with an error says where it is wrong", async () => {
    await signIn("V2-ada");
    await page.getByLabel("Selector").fill('FILTER("Jobs", [Pice] > 1)');
    await page.getByRole("button", { name: "Apply" }).click();
    await expect.poll(() => page.getByRole("alert").textContent()).toContain("Pice");
    expect(await page.getByText("No rows match.").count()).toBe(0);
  });

  test("the keyboard moves through the grid, where the active cell is always in sight, and opens a row", async () => {
    await signIn("V2-ada", { width: 800, height: 240 });
    await page.getByText("Mend the pump").waitFor();
    await page.getByRole("grid").focus();
    const frame = await page.getByRole("grid").boundingBox();
    for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "End"]) {
      await page.keyboard.press(key);
      const cell = page.locator(`#${await page.getByRole("grid").getAttribute("aria-activedescendant")}`);
      await expect.poll(async () => isWithin(frame, await cell.boundingBox()), { message: key }).toBe(true);
    }
    for (const key of ["Control+Home", "ArrowDown", "ArrowUp", "Enter"]) await page.keyboard.press(key);
    await expect.poll(() => new URL(page.url()).pathname).toBe("/console/tables/Jobs/rows/1");
    await page.getByRole("button", { name: "Finish" }).waitFor();
  });

  test("the grid shows the beginning of a long text, and the page of the row all of it", async () => {
    await signIn("V2-ada");
    const cell = page.getByRole("gridcell").filter({ hasText: "xxx" });
    expect(await cell.textContent()).toBe(`${"x".repeat(200)}…`);
    await cell.dblclick();
    const whole = page.getByText("Title", { exact: true }).locator("xpath=../../dd");
    await expect.poll(async () => (await whole.textContent())?.length).toBe(100_000);
  });

  test("an action asks for its inputs, and the default counts for those that stay empty", async () => {
    await signIn("V2-ada");
    await page.getByText("Mend the pump").dblclick();
    const due = page.getByText("Due", { exact: true }).locator("xpath=../../dd");
    await page.getByRole("button", { name: "Postpone" }).click();
    const dialog = page.getByRole("dialog", { name: "Postpone" });
    await dialog.getByLabel("days").fill("soon");
    await dialog.getByRole("button", { name: "Postpone" }).click();
    await expect.poll(() => dialog.getByRole("alert").textContent()).toContain('"soon" in "days"');
    await dialog.getByLabel("days").fill("2");
    await dialog.getByRole("button", { name: "Postpone" }).click();
    await expect.poll(() => due.textContent()).toMatch(/\b6\b/u);
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Postpone" }).click();
    await dialog.getByRole("button", { name: "Postpone" }).click();
    await expect.poll(() => due.textContent()).toMatch(/\b13\b/u);
  });

  test("a cell filters by its value, and what is shown is exported without formulas", async () => {
    await signIn("V2-ada");
    await page.getByText("Mend the pump").click({ button: "right" });
    const selector = page.getByLabel("Selector");
    await expect.poll(() => selector.inputValue()).toBe('FILTER("Jobs", [Title] = "Mend the pump")');
    await page.getByRole("row").nth(2).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByText("=1+1").waitFor();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe("Jobs.csv");
    const lines = readFileSync(await file.path(), "utf8").split("\r\n");
    expect(lines[0]).toMatch(/^\uFEFFJob,Title,/u);
    expect(lines).toContainEqual(expect.stringMatching(/^6,'=1\+1,/u));
    expect(lines.join()).not.toContain("Secret of Bo");
  });

  test("a row whose answer was lost is added once, however often it is sent", async () => {
    await signIn("V2-ada");
    await page.getByRole("button", { name: "Add" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Title").fill("Paint the boat");
    await page.route(/Action/u, async (route) => {
      const sent = route.request().postData() ?? "";
      if (!sent.includes('"Add"') || sent.includes("DryRun")) return route.continue();
      await route.fetch();
      await route.abort();
      await page.unroute(/Action/u);
    });
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByText("Whether this was carried out is not known").waitFor();
    await form.getByRole("button", { name: "Save" }).click();
    await form.waitFor({ state: "detached" });
    expect((await shared.workshop.titles()).filter((title) => title === "Paint the boat")).toHaveLength(1);
  });

  test("a form hides a column, or does not let it be edited, as the definition says of the row", async () => {
    await signIn("V2-ada");
    await page.getByRole("button", { name: "Add" }).click();
    const form = page.getByRole("dialog");
    expect(await form.getByLabel("toString").inputValue()).toBe("");
    await form.getByLabel("Title").fill("Paint the boat");
    await form.getByLabel("Due").waitFor();
    await form.getByLabel("Status").selectOption("Done");
    await form.getByLabel("Due").waitFor({ state: "detached" });
    await expect.poll(() => form.getByLabel("Price").isDisabled()).toBe(true);
    await form.getByLabel("Status").selectOption("Open");
    await form.getByLabel("Due").waitFor();
    expect(await form.getByLabel("Price").isDisabled()).toBe(false);
  });

  test("tests are run from their page, which shows what fails and what is not covered", async () => {
    await signIn("V2-ada");
    await page.getByRole("link", { name: "Tests" }).click();
    await page.getByText("They have not been run since the server started.").waitFor();
    await page.getByRole("button", { name: "Run the tests" }).click();
    await page.getByText("2 tests, 1 failed").waitFor();
    const first = page.getByRole("listitem").filter({ hasText: "a job is finished once" });
    expect(await first.textContent()).toContain("7:5 rows differ");
    await page.getByText("3 of 4 cases of the definition are shown").waitFor();
    await page.getByText("1 parts are not shown whole").click();
    await page.getByText("actions.Finish: done").waitFor();
  });

  test("a few letters lead anywhere", async () => {
    await signIn("V2-ada");
    await page.getByText("Mend the pump").waitFor();
    await page.keyboard.press("ControlOrMeta+K");
    await page.keyboard.type("part");
    await page.keyboard.press("Enter");
    await expect.poll(() => new URL(page.url()).pathname).toBe("/console/tables/Parts");
    await page.getByText("..", { exact: true }).dblclick();
    await page.getByRole("heading", { name: "Parts / .." }).waitFor();
  });

  test("arrows choose among the commands, and letters that no name has are answered", async () => {
    await signIn("V2-ada");
    await page.getByText("Mend the pump").waitFor();
    await page.keyboard.press("ControlOrMeta+K");
    await page.keyboard.type("nowhere");
    await page.getByText("No table or tool has “nowhere” in its name.").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("combobox", { name: "Go to" }).fill("");
    for (const key of ["ArrowUp", "ArrowUp", "ArrowDown", "ArrowDown", "ArrowDown"])
      await page.keyboard.press(key);
    const palette = page.getByRole("dialog", { name: "Commands" });
    expect(await palette.getByRole("option", { selected: true }).textContent()).toBe("Parts Table");
    await page.keyboard.press("Enter");
    await expect.poll(() => new URL(page.url()).pathname).toBe("/console/tables/Parts");
  });

  test("written from right to left the page is its own mirror image, and arrows lead where they point", async () => {
    await signIn("V2-ada");
    await page.getByText("Mend the pump").waitFor();
    await page.locator("html").evaluate((html) => html.setAttribute("dir", "rtl"));
    const boxes = await Promise.all(
      [page.getByRole("navigation"), page.getByRole("main")].map((part) => part.boundingBox()),
    );
    expect(boxes[0]?.x).toBeGreaterThan(boxes[1]?.x ?? Number.POSITIVE_INFINITY);
    const heading = await page.getByRole("columnheader", { name: "Title" }).boundingBox();
    const cell = await page.getByText("Mend the pump").boundingBox();
    expect(cell?.x).toBeGreaterThanOrEqual(heading?.x ?? Number.POSITIVE_INFINITY);
    expect((cell?.x ?? 0) + (cell?.width ?? 0)).toBeLessThanOrEqual(
      (heading?.x ?? 0) + (heading?.width ?? 0),
    );
    await page.getByRole("grid").focus();
    await page.keyboard.press("ArrowLeft");
    expect(await page.getByRole("grid").getAttribute("aria-activedescendant")).toBe("cell-0-1");
  });

  test("events are given up and sent again by keys that may, and others are not offered them", async () => {
    await signIn("V2-ada");
    await page.getByRole("link", { name: "Events", exact: true }).click();
    await page.getByText("POST https://example.com/jobs").waitFor();
    await page.getByRole("button", { name: "Give up" }).click();
    await page.locator(".chip", { hasText: "given up" }).waitFor();
    await page.getByLabel("State").selectOption("dropped");
    await page.getByRole("button", { name: "Send again" }).click();
    await page.getByText("There are no such events.").waitFor();
    await page.context().close();
    await signIn("V2-bo");
    await page.getByRole("link", { name: "Jobs", exact: true }).waitFor();
    for (const name of ["Events", "Runs", "Tests"])
      expect(await page.getByRole("link", { name, exact: true }).count()).toBe(0);
  });

  test("a list that was read before a change is not taken for the one after it", async () => {
    await signIn("V2-ada");
    await page.getByRole("link", { name: "Events", exact: true }).click();
    await page.getByRole("button", { name: "Give up" }).click();
    await page.locator(".chip", { hasText: "given up" }).waitFor();
    const listed = Promise.withResolvers<void>();
    const changed = Promise.withResolvers<void>();
    await page.route(/events\?state=dropped/u, holdUntil(changed.promise, listed.resolve), { times: 1 });
    await page.route(/events\/retry/u, async (route) => {
      await listed.promise;
      await route.fulfill({ response: await route.fetch() });
      changed.resolve();
    });
    // Both before the page has had time to show another list.
    await page.getByLabel("State").evaluate((select) => {
      const { document, Event } = globalThis as unknown as PageParts;
      Object.assign(select, { value: "dropped" }).dispatchEvent(new Event("change", { bubbles: true }));
      document.querySelector(".event-tools button").click();
    });
    await page.getByText("There are no such events.").waitFor();
  });

  test("the runs of rules lead to their rows, and schedules are there with their times", async () => {
    await signIn("V2-ada");
    await page.getByRole("link", { name: "Runs", exact: true }).click();
    await page.getByText("Events queued: 1").waitFor();
    await page.getByRole("region", { name: "Schedules" }).getByText("@daily").waitFor();
    await page.getByRole("link", { name: "Jobs 1" }).click();
    await page.getByRole("heading", { name: "Mend the pump" }).waitFor();
  });

  test.each([
    ["a phone", { width: 400, height: 800 }, ["Jobs", "Import"]],
    [
      "a screen",
      { width: 1280, height: 800 },
      ["Jobs", "Playground", "Map", "API", "Events", "Runs", "Tests", "Import"],
    ],
  ])("nothing serious is found wrong for people with disabilities on %s", async (_, size, paths) => {
    await signIn("V2-ada", size);
    for (const path of paths) {
      await page.getByRole("link", { name: path, exact: true }).first().click();
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(await findBarriers(page), path).toEqual([]);
    }
    await page.getByLabel("Language").selectOption("de");
    const bar = await page.getByRole("banner").boundingBox();
    const last = await page.getByRole("button", { name: "Abmelden" }).boundingBox();
    expect(isWithin(bar, last)).toBe(true);
    await page.getByRole("link", { name: "Jobs", exact: true }).click();
    const selector = await page.getByLabel("Selektor", { exact: true }).boundingBox();
    expect(selector?.width).toBeGreaterThan(240);
  });

  test("a key that reaches only a slice has the calls of the slice, and reads why its map is empty", async () => {
    await signIn("V2-cy");
    await page.getByRole("link", { name: "API", exact: true }).click();
    await page.getByText("The calls of Dated as your session").waitFor();
    await page.getByRole("link", { name: "Map", exact: true }).click();
    await page.getByRole("main").getByText("This key reaches no table.").waitFor();
  });

  test("a row that another caller writes appears in the grid, changes and leaves, and the page is not loaded again", async () => {
    const { origin } = new URL(shared.workshop.address);
    const bo = createClient({ url: origin, app: "workshop", key: "V2-bo" });
    await signIn("V2-ada");
    await page.getByText("live", { exact: true }).waitFor();
    await page.evaluate(() => Object.assign(globalThis, { isSame: true }));
    const { rows } = await bo.add("Jobs", [{ Title: "Oil the hinges", Price: 5 }]);
    const row = page.getByRole("row").filter({ hasText: "Oil the hinges" });
    await row.waitFor();
    const key = { Job: rows[0]?.Job };
    await bo.edit("Jobs", [{ ...key, Price: 6 }]);
    await expect.poll(() => row.textContent()).toContain("$6.00");
    await bo.edit("Jobs", [{ ...key, Owner: "bo@example.com" }]);
    await row.waitFor({ state: "detached" });
    await bo.delete("Jobs", [key]);
    expect(await page.evaluate(() => "isSame" in globalThis)).toBe(true);
  });

  test("a column is there for the role that may read it, and for another neither in the grid nor in a form", async () => {
    await signIn("V2-ada");
    await page.getByRole("link", { name: "Staff", exact: true }).click();
    await page.getByRole("columnheader", { name: "Wage" }).waitFor();
    await page.getByText("$30.00").waitFor();
    await page.getByText("careful").waitFor();
    await page.context().close();
    await signIn("V2-bo");
    await page.getByRole("link", { name: "Staff", exact: true }).click();
    await page.getByText("quick").waitFor();
    const ofAda = page.getByRole("row").filter({ hasText: "ada@example.com" });
    expect(await ofAda.textContent()).toContain("•••");
    expect(await page.getByRole("columnheader", { name: "Wage" }).count()).toBe(0);
    await page.getByRole("button", { name: "Add" }).click();
    await page.getByRole("dialog").getByLabel("Person").fill("cy@example.com");
    await page.getByLabel("Wage").waitFor({ state: "detached" });
    expect(await page.content()).not.toContain("careful");
  });

  test("a column that may not be read has no heading either where rows far below are shown", async () => {
    const { origin } = new URL(shared.workshop.address);
    const all = createClient({ url: origin, app: "workshop", key: "V2-all" });
    const staff = Array.from({ length: 450 }, (_, at) => ({ Person: `p${at}@example.com` }));
    await all.add("Staff", staff);
    await signIn("V2-bo");
    await page.getByRole("link", { name: "Staff", exact: true }).click();
    await page.getByText("quick").waitFor();
    await page.getByRole("grid").press("ControlOrMeta+End");
    await page.getByText("p449@example.com").waitFor();
    expect(await page.getByRole("columnheader").allTextContents()).toEqual(["", "Person", "Review"]);
    await all.delete("Staff", staff);
  });

  test("a definition that was read again is shown when one comes back to the page", async () => {
    await signIn("V2-ada");
    await page.getByRole("columnheader", { name: "Title" }).waitFor();
    await page.route(/Jobs\/schema/u, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll("Title", "Heading") });
    });
    await page.evaluate(() =>
      (globalThis as unknown as EventTarget).dispatchEvent(new Event("visibilitychange")),
    );
    await page.getByRole("columnheader", { name: "Heading" }).waitFor();
  });
});

/** What this file knows of the page's own globals. */
interface PageParts {
  readonly document: { querySelector(selector: string): { click(): void } };
  readonly Event: typeof Event;
}

interface Image {
  readonly naturalWidth: number;
}
