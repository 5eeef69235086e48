import { resolve } from "node:path";
import type { Page } from "playwright-core";

/** A page of the console as a picture shows it. */
export interface Picture {
  readonly name: string;
  /** Which of the two is kept in docs/pictures. */
  readonly kept?: "light" | "dark";
  /** From any page to the one that is shown, with all that belongs on it. */
  open(page: Page): Promise<void>;
}

/** Every page, over the rows of the sales example. */
export const pictures: readonly Picture[] = [
  {
    name: "tables",
    kept: "light",
    open: async (page) => {
      await goTo(page, "Orders");
      await page.getByRole("button", { name: "Sort by Total" }).click();
      await page.getByRole("button", { name: "Total, ascending" }).click();
      await page.getByRole("row").nth(2).getByRole("checkbox").check();
    },
  },
  {
    name: "form",
    kept: "dark",
    open: async (page) => {
      await openOrder(page);
      await page.getByRole("button", { name: "Edit" }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  { name: "row", open: openOrder },
  {
    name: "playground",
    kept: "light",
    open: async (page) => {
      await goTo(page, "Playground");
      await page.getByLabel("Table", { exact: true }).selectOption("Orders");
      await page.getByRole("textbox", { name: "Expression" }).click();
      await page.keyboard.type('AND([Status] = "Shipped", [Balance] > 100', { delay: 20 });
      await page.getByText("Pushed down").waitFor();
      await page.getByRole("button", { name: "7005" }).click();
    },
  },
  { name: "map", kept: "dark", open: (page) => goTo(page, "Map") },
  { name: "api", open: (page) => goTo(page, "API") },
  {
    name: "import",
    kept: "light",
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
    kept: "dark",
    open: async (page) => {
      await goTo(page, "Tests");
      await page.getByRole("button", { name: "Run the tests" }).click();
      await page.getByText(/\d+ tests, \d+ failed/u).waitFor();
    },
  },
  {
    name: "events",
    kept: "light",
    open: async (page) => {
      await goTo(page, "Events");
      await page.locator(".chip", { hasText: "delivered" }).first().waitFor();
    },
  },
  {
    name: "runs",
    kept: "dark",
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
  await page.getByRole("grid").press("Enter");
  await page.getByRole("button", { name: "Edit" }).waitFor();
}

async function goTo(page: Page, link: string): Promise<void> {
  await page.getByRole("link", { name: link, exact: true }).click();
  await page.getByRole("heading", { level: 1 }).waitFor();
}
