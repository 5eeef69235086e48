import type { Browser } from "playwright-core";
import { openBrowser } from "./open-browser.ts";

/**
 * The browser of all test files of this process, opened for the first that asks. It ends with the process, which Vitest ends by
 * a signal; a file closes the pages it has opened in it, or leaves them for others.
 */
export async function sharedBrowser(): Promise<Browser> {
  const last = await browser?.catch(() => undefined);
  if (last?.isConnected() === true) return last;
  browser = openBrowser({ handleSIGTERM: false });
  if (last === undefined) process.once("SIGTERM", closeAndEnd);
  return browser;
}

let browser: Promise<Browser> | undefined;

/** Waits until the browser has left its temporary folder, which the run removes. */
async function closeAndEnd(): Promise<void> {
  await browser?.then((opened) => opened.close()).catch(() => undefined);
  process.kill(process.pid, "SIGTERM");
}
