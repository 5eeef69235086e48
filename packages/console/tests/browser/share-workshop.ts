import type { Store } from "@tablewright/core/storage";
import type { Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { serveWorkshop, type Workshop } from "./serve-workshop.ts";
import { sharedBrowser } from "./shared-browser.ts";
import { type Size, visitConsole } from "./visit-console.ts";

export interface SharedWorkshop {
  /** The console after signing in with a key, until the test has finished. */
  visit(key: string, size?: Size): Promise<Page>;
  /** While tests run. */
  readonly workshop: Workshop;
}

/** One workshop for all tests of the `describe` that calls it, in the browser of the process. */
export function shareWorkshop(openStore?: () => Promise<Store>): SharedWorkshop {
  let workshop: Workshop;
  beforeAll(async () => {
    workshop = await serveWorkshop(await openStore?.());
    await sharedBrowser();
  });
  afterAll(() => workshop?.stop());
  return {
    visit: (key, size) => visitConsole(workshop.address, key, size),
    get workshop() {
      return workshop;
    },
  };
}
