import { resolve } from "node:path";
import type { Page } from "playwright-core";

/** A page as a picture shows it. */
export interface Picture {
  readonly name: string;
  /** Whether it is kept in docs/pictures, in light and dark. */
  readonly isKept?: boolean;
  /** Whether it is of the static playground, and not of the console. */
  readonly isOffline?: boolean;
  /** From any page to the one that is shown, with all that belongs on it. */
  open(page: Page): Promise<void>;
}

/** Every page: of the console over the rows of the sales example. */
export const pictures: readonly Picture[] = [
  {
    name: "tables",
    isKept: true,
    open: async (page) => {
      await goTo(page, "Orders");
      await page.getByRole("button", { name: "Sort by Total" }).click();
      await page.getByRole("button", { name: "Total, ascending" }).click();
      await page.getByRole("row").nth(2).getByRole("checkbox").check();
    },
  },
  {
    name: "form",
    isKept: true,
    open: async (page) => {
      await openOrder(page);
      await page.getByRole("button", { name: "Edit" }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  { name: "row", open: openOrder },
  {
    name: "playground",
    isKept: true,
    open: async (page) => {
      await goTo(page, "Playground");
      await page.getByLabel("Table", { exact: true }).selectOption("Orders");
      await page.getByRole("textbox", { name: "Expression" }).click();
      await page.keyboard.type('AND([Status] = "Shipped", [Balance] > 100', { delay: 20 });
      await page.getByText("Pushed down").waitFor();
      await page.getByRole("button", { name: "7005" }).click();
    },
  },
  {
    name: "live",
    isKept: true,
    open: async (page) => {
      await goTo(page, "Orders");
      await page
        .getByLabel("Selector")
        .fill('ORDERBY(FILTER("Orders", [Balance] > 500), [Ordered On], TRUE)');
      await page.getByRole("button", { name: "Apply" }).click();
      await page.getByText("live", { exact: true }).waitFor();
    },
  },
  {
    name: "definition",
    isKept: true,
    open: async (page) => {
      await goTo(page, "Definition");
      await page.getByRole("searchbox").fill("balance");
      await page.getByRole("button", { name: "Balance formula", exact: true }).click();
      await page.getByRole("textbox", { name: "Expression" }).click();
      await page.keyboard.press("ControlOrMeta+A");
      await page.keyboard.type("ROUND([Total] - [Paid])", { delay: 20 });
      await page.getByRole("button", { name: "Show it" }).click();
      await page
        .getByRole("region", { name: "Calls of the last 30 days" })
        .getByText("were run again")
        .waitFor();
    },
  },
  {
    name: "offline-expressions",
    isKept: true,
    isOffline: true,
    open: async (page) => {
      await page.getByRole("region", { name: "How it came about" }).waitFor();
    },
  },
  {
    name: "offline-decisions",
    isKept: true,
    isOffline: true,
    open: async (page) => {
      await page.getByRole("button", { name: "Decisions" }).click();
      const rules = page.getByRole("textbox", { name: "Rules, as YAML" });
      await rules.fill((await rules.inputValue()).replace("hit: first", "hit: unique"));
      await page.getByRole("button", { name: "Try the facts of this example" }).first().waitFor();
    },
  },
  { name: "map", isKept: true, open: (page) => goTo(page, "Map") },
  { name: "api", open: (page) => goTo(page, "API") },
  {
    name: "import",
    isKept: true,
    open: async (page) => {
      await goTo(page, "Import");
      await page.getByLabel("Table", { exact: true }).selectOption("Customers");
      await page.getByLabel("Choose a CSV").setInputFiles(CUSTOMERS);
      await page.getByRole("button", { name: "Try" }).click();
      await page.getByText("are refused.").waitFor();
    },
  },
  {
    name: "tests",
    isKept: true,
    open: async (page) => {
      await goTo(page, "Tests");
      await page.getByRole("button", { name: "Run the tests" }).click();
      await page.getByText(/\d+ tests, \d+ failed/u).waitFor();
      await page.getByRole("button", { name: "Run the tests" }).waitFor();
    },
  },
  {
    name: "events",
    isKept: true,
    open: async (page) => {
      await goTo(page, "Events");
      await page.locator(".chip", { hasText: "delivered" }).first().waitFor();
    },
  },
  {
    name: "runs",
    isKept: true,
    open: async (page) => {
      await goTo(page, "Runs");
      await page.getByText("Tell the customer").first().waitFor();
    },
  },
];

/** Six customers, three of whom are refused. */
const CUSTOMERS = resolve(import.meta.dirname, "../../../examples/sales/import/customers.csv");

async function openOrder(page: Page): Promise<void> {
  await goTo(page, "Orders");
  await page.getByRole("row").nth(2).waitFor();
  await settle(page);
  await page.getByRole("grid").press("Enter");
  await page.getByRole("button", { name: "Edit" }).waitFor();
}

async function goTo(page: Page, link: string): Promise<void> {
  await page.getByRole("link", { name: link, exact: true }).click();
  await page.getByRole("heading", { level: 1 }).waitFor();
}

/** Waits until nothing is being loaded; the stream of a live grid never ends. */
export async function settle(page: Page): Promise<void> {
  const waiting = page.locator(".skeleton, [aria-busy=true]");
  for (let calm = 0; calm < 3; calm = (await waiting.count()) === 0 ? calm + 1 : 0)
    await new Promise((resolve) => setTimeout(resolve, 100));
}
