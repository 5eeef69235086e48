import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** Where Debian, and others after it, put a browser. */
const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

const executablePath = process.env.TABLEWRIGHT_BROWSER ?? PLACES.find((path) => existsSync(path));

/** Whether there is a browser to test with. One that is named has to be there. */
export const hasBrowser = executablePath !== undefined;

if (!hasBrowser) {
  console.warn(
    "The console is not tested in a browser: there is none at /usr/bin/chromium, and TABLEWRIGHT_BROWSER names none.",
  );
}

export function openBrowser(): Promise<Browser> {
  if (executablePath === undefined) {
    throw new Error(
      "Install a browser (Debian: apt-get install chromium), or name one in TABLEWRIGHT_BROWSER.",
    );
  }
  return chromium.launch({ executablePath, args: QUIET });
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
