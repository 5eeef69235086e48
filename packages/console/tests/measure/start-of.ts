import type { Page } from "playwright-core";

/** What the first load of the page sends, zipped, and the milliseconds until the key can be entered; nothing is cached. */
export async function startOf(
  page: Page,
  address: string,
): Promise<{ readonly kilobytes: number; readonly interactive: number }> {
  await page.goto(address);
  await page.getByRole("textbox", { name: "Access key" }).click();
  return page.evaluate(() => {
    const entries = performance.getEntries() as unknown as { entryType: string; encodedBodySize?: number }[];
    const bytes = entries.reduce((sum, { encodedBodySize = 0 }) => sum + encodedBodySize, 0);
    return { kilobytes: bytes / 1_000, interactive: performance.now() };
  });
}
