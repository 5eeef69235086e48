/**
 * Pictures of every page in light and dark: `npm run -s console-pictures -- FOLDER`, where FOLDER is made. With `--keep`
 * those of docs/pictures are taken again, or only those of the pages named after it.
 */
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Browser } from "playwright-core";
import { openBrowser } from "../browser/open-browser.ts";
import { servePlayground } from "../serve-playground.ts";
import { signIn } from "../sign-in.ts";
import { type Picture, pictures, settle } from "./pictures.ts";
import { KEY, serveSales } from "./serve-sales.ts";

const SIZES = {
  phone: { width: 400, height: 800 },
  screen: { width: 1280, height: 800 },
  page: { width: 1120, height: 760 },
  wall: { width: 3840, height: 2160 },
} as const;

/** Milliseconds, on a busy machine. */
const LONGEST_WAIT = 120_000;
const COLOURS = ["light", "dark"] as const;

const {
  values: { keep },
  positionals,
} = parseArgs({ options: { keep: { type: "boolean", default: false } }, allowPositionals: true });

const served = await serveSales();
const playground = await servePlayground();
const browser = await openBrowser();
try {
  if (keep) await takeKept(browser, resolve(import.meta.dirname, "../../../../docs/pictures"), positionals);
  else await takeAll(browser, resolve(positionals[0] ?? "pictures"));
} finally {
  await browser.close();
  await playground.stop();
  await served.stop();
}

async function takeAll(from: Browser, into: string): Promise<void> {
  mkdirSync(into, { recursive: true });
  for (const size of Object.keys(SIZES) as (keyof typeof SIZES)[])
    for (const colours of COLOURS)
      for (const picture of pictures)
        await take(from, {
          picture,
          size,
          colours,
          file: join(into, `${picture.name}-${size}-${colours}.png`),
        });
}

async function takeKept(from: Browser, into: string, names: readonly string[]): Promise<void> {
  const isWanted = ({ name, isKept }: Picture) =>
    isKept === true && (names.length === 0 || names.includes(name));
  for (const picture of pictures.filter(isWanted))
    for (const colours of COLOURS)
      await take(from, {
        picture,
        size: "page",
        colours,
        file: join(into, `console-${picture.name}-${colours}.png`),
      });
}

interface Shot {
  readonly picture: Picture;
  readonly size: keyof typeof SIZES;
  readonly colours: (typeof COLOURS)[number];
  readonly file: string;
}

async function take(from: Browser, { picture, size, colours, file }: Shot): Promise<void> {
  const context = await from.newContext({ viewport: SIZES[size], colorScheme: colours, locale: "en-GB" });
  context.setDefaultTimeout(LONGEST_WAIT);
  const page = await context.newPage();
  if (picture.isOffline === true) await page.goto(playground.address);
  else await signIn(page, served.address, KEY);
  await picture.open(page);
  await settle(page);
  await page.screenshot({ path: file });
  console.log(file);
  await context.close();
}
