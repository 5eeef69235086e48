/** The definition in the console: a part is changed, tried, saved to the file and brought back, by those who may. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@tablewright/client";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ServedByCommand, serveByCommand } from "../serve-command.ts";
import { findBarriers } from "./find-barriers.ts";
import { hasBrowser } from "./open-browser.ts";
import { type Size, visitConsole } from "./visit-console.ts";

describe.runIf(hasBrowser)("the definition in a browser", () => {
  let served: ServedByCommand;
  let maker: ReturnType<typeof createClient>;
  beforeAll(async () => {
    served = await serveByCommand(["app.yaml", "--edit-definition"], (folder) => {
      writeFileSync(join(folder, "app.yaml"), DEFINITION);
      writeFileSync(join(folder, "app.test.yaml"), TESTS);
    });
    maker = createClient({ url: new URL(served.address).origin, app: "shop", key: "V2-maker" });
    await maker.add("Items", [
      { Item: 1, Net: 10 },
      { Item: 2, Net: 20 },
    ]);
  });
  afterAll(() => served?.stop());

  const textOfFile = () => readFileSync(join(served.folder, "app.yaml"), "utf8");

  async function open(size?: Size): Promise<Page> {
    const page = await visitConsole(served.address, "V2-maker", size);
    await page.getByRole("link", { name: "Definition", exact: true }).click();
    await page.getByRole("navigation", { name: "Parts of the definition" }).waitFor();
    return page;
  }

  async function write(page: Page, expression: string): Promise<void> {
    await page.getByRole("textbox", { name: "Expression" }).click();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type(expression);
  }

  test("a formula is changed: its errors, what it does to tests and rows, and the file with its comments", async () => {
    const page = await open();
    await page.getByRole("searchbox").fill("gross");
    await page.getByRole("button", { name: "Gross formula" }).click();
    await write(page, "[Net] * 1.5 + [Nett]");
    await page.getByRole("list", { name: "Problems" }).getByText("Nett").first().waitFor();
    const save = page.getByRole("button", { name: "Save changes (1)" });
    expect(await save.isDisabled()).toBe(true);
    await write(page, "[Net] * 1.5");
    await expect.poll(() => save.isEnabled()).toBe(true);
    await page.getByRole("button", { name: "Show it" }).click();
    await page.getByRole("region", { name: "Tests" }).getByText("1 tests, 1 failed").waitFor();
    const rows = page.getByRole("region", { name: "Today's rows" });
    await rows.getByText("Items: 2 of 2 rows differ.").waitFor();
    expect(await rows.getByRole("row").nth(1).textContent()).toBe("1Gross1215");
    await page.getByLabel("Note, for the others").fill("a dearer gross");
    await save.click();
    await page.getByText("Saved.").waitFor();
    expect(textOfFile()).toBe(DEFINITION.replace("[Net] * 1.2", "[Net] * 1.5"));
    await page.getByRole("region", { name: "Versions" }).getByText("a dearer gross").waitFor();
    await page.getByRole("link", { name: "Items", exact: true }).click();
    await page.getByRole("gridcell", { name: "15" }).waitFor();
  });

  test("without a change the page says that one is needed, and for how long the server has tried one", async () => {
    const page = await open({ width: 800, height: 700 });
    await page.getByRole("button", { name: "Gross formula" }).click();
    await page.getByText("Change a part, or look at an earlier version").waitFor();
    expect(await page.getByRole("button", { name: "Show it" }).isDisabled()).toBe(true);
    await page.keyboard.press("ControlOrMeta+S");
    await page.getByText("Nothing is saved, because nothing is changed.").waitFor();
    expect((await page.locator(".part-editor").boundingBox())?.width).toBeGreaterThan(500);
    await write(page, "[Net] * 1.7");
    const answered = Promise.withResolvers<void>();
    await page.route(/definition\/try$/u, async (route) => {
      if (route.request().postData()?.includes("calls") === true) await answered.promise;
      await route.continue();
    });
    await page.getByRole("button", { name: "Show it" }).click();
    const calls = page.getByRole("region", { name: "Calls of the last 30 days" });
    await calls.getByText("1 s so far.").waitFor();
    answered.resolve();
    await calls.getByText("calls were run again").waitFor();
    await page.getByRole("button", { name: "As it was" }).click();
  });

  test("a decision table is edited cell by cell, and what the analysis finds is said", async () => {
    const page = await open();
    await page.getByRole("button", { name: "Size decision" }).click();
    await page.getByRole("textbox", { name: "net, row 1" }).fill("-");
    await page.getByRole("list", { name: "Problems" }).getByText("never").first().waitFor();
    await page.getByRole("button", { name: "Move row 2 up" }).click();
    await page.getByLabel("As text").check();
    const text = page.getByRole("textbox", { name: "Text of Size" });
    expect(await text.inputValue()).toContain('  - ["-", small] # by weight\n  - ["-", large]');
    await page.getByRole("button", { name: "As it was" }).click();
    await page.getByRole("button", { name: "Save changes (0)" }).waitFor();
  });

  test("a decision is added", async () => {
    const page = await open();
    await page.getByText("Add an expression, a decision or a rule").click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Rank");
    await page.getByRole("button", { name: "Add", exact: true }).last().click();
    await page.getByRole("textbox", { name: "Rank, row 1" }).fill("low");
    await page.getByRole("button", { name: "Save changes (1)" }).click();
    await page.getByText("Saved.").waitFor();
    expect(textOfFile()).toContain("  Rank:\n    parameters: { amount: Decimal }\n");
    expect(textOfFile()).toContain('      - ["-", "low"]\n');
    writeFileSync(join(served.folder, "app.yaml"), DEFINITION);
    const names = async () => (await maker.definition()).parts.map(({ name }) => name);
    await expect.poll(names).not.toContain("Rank"); // the next test changes what is served
  });

  test("of two people who save, the second reads what the first has saved, decides, and goes back to a version", async () => {
    const [one, other] = [await open(), await open()];
    for (const page of [one, other]) await page.getByRole("button", { name: "Gross formula" }).click();
    await write(other, "[Net] * 3");
    await write(one, "[Net] * 2");
    await one.getByRole("button", { name: "Save changes (1)" }).click();
    await one.getByText("Saved.").waitFor();
    await other.getByRole("button", { name: "Save changes (1)" }).click();
    await other.getByText("Read the definition again").waitFor();
    await other.getByRole("button", { name: "Read again" }).click();
    await other.getByText("Another user has changed this part meanwhile.").waitFor();
    await other.keyboard.press("ControlOrMeta+S");
    await other.getByText("Nothing is saved before you take theirs or keep yours: Gross").waitFor();
    expect(textOfFile()).toContain("[Net] * 2");
    await other.getByRole("button", { name: "Keep mine" }).click();
    await other.getByRole("button", { name: "Save changes (1)" }).click();
    await other.getByText("Saved.").waitFor();
    expect(textOfFile()).toContain("[Net] * 3");
    await other.getByRole("button", { name: "See what going back does" }).last().click();
    await other.getByRole("button", { name: "Go back to this version" }).click();
    await expect.poll(textOfFile).toBe(DEFINITION);
    await other.getByLabel("Language").selectOption("de");
    expect(await findBarriers(other)).toEqual([]);
  });

  test("a key without the right is not offered the definition", async () => {
    const page = await visitConsole(served.address, "V2-reader");
    await page.getByRole("link", { name: "Items", exact: true }).waitFor();
    expect(await page.getByRole("link", { name: "Definition", exact: true }).count()).toBe(0);
  });
});

const DEFINITION = `tablewright: 1
app:
  id: shop
  name: Shop
  owner: owner@example.com
  history: { keep: 30d }
  api:
    enabled: true
    accessKeys:
      - { name: maker, key: V2-maker, editDefinition: true }
      - { name: reader, key: V2-reader }
tables:
  # What is sold.
  Items:
    key: [Item]
    columns:
      Item: { type: Number }
      Net: { type: Decimal } # without tax
      Gross: { type: Decimal, virtual: true, formula: "[Net] * 1.2" } # with tax
decisions:
  Size:
    parameters: { net: Decimal }
    type: Text
    hit: first
    rows:
      - [">= 10", large] # by weight
      - ["-", small]
`;

const TESTS = `given:
  Items: [{ Item: 1, Net: 10 }]
tests:
  gross has tax:
    when: [{ table: Items, Action: Find }]
    expect: { rows: [{ Gross: 12 }] }
`;
