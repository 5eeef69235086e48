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
  { name: "row", kept: "light", open: openOrder },
  {
    name: "playground",
    kept: "light",
    open: async (page) => {
      await goTo(page, "Playground");
      await page.getByRole("textbox", { name: "Expression" }).waitFor();
    },
  },
  { name: "map", kept: "dark", open: (page) => goTo(page, "Map") },
  { name: "api", kept: "light", open: (page) => goTo(page, "API") },
  { name: "tests", open: (page) => goTo(page, "Tests") },
];

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
