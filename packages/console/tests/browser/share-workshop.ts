import type { Store } from "@tablewright/core/storage";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { openBrowser } from "./open-browser.ts";
import { serveWorkshop, type Workshop } from "./serve-workshop.ts";
import { visitConsole } from "./visit-console.ts";

export interface SharedWorkshop {
  /** The console after signing in with a key, until the test has finished. */
  visit(key: string, size?: { width: number; height: number }): Promise<Page>;
  /** While tests run. */
  readonly workshop: Workshop;
}

/** One workshop and one browser for all tests of the `describe` that calls it. */
export function shareWorkshop(openStore?: () => Promise<Store>): SharedWorkshop {
  let browser: Browser;
  let workshop: Workshop;
  beforeAll(async () => {
    workshop = await serveWorkshop(await openStore?.());
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await workshop?.stop();
  });
  return {
    visit: (key, size) => visitConsole(browser, workshop.address, key, size),
    get workshop() {
      return workshop;
    },
  };
}
