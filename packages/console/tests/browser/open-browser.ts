import { existsSync } from "node:fs";
import { type Browser, chromium, type LaunchOptions } from "playwright-core";

/** Where Debian, and others after it, put a browser: first the one without windows, which takes two thirds of the processor time. */
const PLACES = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

const executablePath = process.env.TABLEWRIGHT_BROWSER ?? PLACES.find((path) => existsSync(path));

/** Whether there is a browser to test with. One that is named has to be there. */
export const hasBrowser = executablePath !== undefined;

if (!hasBrowser) {
  console.warn(
    `The console is not tested in a browser: there is none at ${PLACES[0]} or ${PLACES[1]}, and TABLEWRIGHT_BROWSER names none.`,
  );
}

/** It is closed by the caller. */
export function openBrowser(options: Pick<LaunchOptions, "handleSIGTERM"> = {}): Promise<Browser> {
  if (executablePath === undefined) {
    throw new Error(
      "Install a browser (Debian: apt-get install chromium-headless-shell), or name one in TABLEWRIGHT_BROWSER.",
    );
  }
  return chromium.launch({ ...options, executablePath, args: QUIET });
}

/** Nothing but the page is talked to. */
const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--in-process-gpu", // a process less
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
