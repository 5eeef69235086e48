import type { Page } from "playwright-core";

/** Opens the console and signs in with an access key. */
export async function signIn(page: Page, address: string, key: string): Promise<void> {
  await page.goto(address);
  await page.getByRole("textbox", { name: "Access key" }).fill(key);
  await page.getByRole("button", { name: "Sign in" }).click();
}
