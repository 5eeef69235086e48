/**
 * Pictures of every page in light and dark: `npm run -s console-pictures -- FOLDER`, where FOLDER is made. With `--keep`
 * those of docs/pictures are taken again.
 */
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Browser } from "playwright-core";
import { openBrowser } from "../browser/open-browser.ts";
import { signIn } from "../sign-in.ts";
import { pictures } from "./pictures.ts";
import { KEY, serveSales } from "./serve-sales.ts";

const SIZES = {
  phone: { width: 400, height: 800 },
  screen: { width: 1280, height: 800 },
  page: { width: 1120, height: 760 },
  wall: { width: 3840, height: 2160 },
} as const;

const {
  values: { keep },
  positionals: [folder = "pictures"],
} = parseArgs({ options: { keep: { type: "boolean", default: false } }, allowPositionals: true });

const served = await serveSales();
const browser = await openBrowser();
try {
  if (keep) await takeKept(browser, resolve(import.meta.dirname, "../../../../docs/pictures"));
  else await takeAll(browser, resolve(folder));
} finally {
  await browser.close();
  await served.stop();
}

async function takeAll(from: Browser, into: string): Promise<void> {
  mkdirSync(into, { recursive: true });
  for (const size of Object.keys(SIZES) as (keyof typeof SIZES)[])
    for (const colours of ["light", "dark"] as const)
      for (const { name } of pictures)
        await take(from, { name, size, colours, file: join(into, `${name}-${size}-${colours}.png`) });
}

async function takeKept(from: Browser, into: string): Promise<void> {
  for (const { name, kept: colours } of pictures)
    if (colours !== undefined)
      await take(from, { name, size: "page", colours, file: join(into, `console-${name}-${colours}.png`) });
}

interface Shot {
  readonly name: string;
  readonly size: keyof typeof SIZES;
  readonly colours: "light" | "dark";
  readonly file: string;
}

async function take(from: Browser, { name, size, colours, file }: Shot): Promise<void> {
  const context = await from.newContext({ viewport: SIZES[size], colorScheme: colours, locale: "en-GB" });
  const page = await context.newPage();
  await signIn(page, served.address, KEY);
  await pictures.find((one) => one.name === name)?.open(page);
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: file });
  console.log(file);
  await context.close();
}
