import type { Browser, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { signIn } from "../sign-in.ts";

/**
 * The page of the console after signing in with a key, in a browser of its own. It is closed when the test has finished; an
 * error in the console of the browser fails the test.
 */
export async function visitConsole(
  browser: Browser,
  address: string,
  key: string,
  size = { width: 1280, height: 800 },
): Promise<Page> {
  const context = await browser.newContext({ viewport: size, locale: "en-GB" });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  page.on("console", (entry) => {
    if (entry.type() === "error" && !entry.text().startsWith("Failed to load resource"))
      errors.push(entry.text());
  });
  onTestFinished(async () => {
    await context.close();
    expect(errors, "The page reports nothing in its console.").toEqual([]);
  });
  await signIn(page, address, key);
  return page;
}
