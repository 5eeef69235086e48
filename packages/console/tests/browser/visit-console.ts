import type { Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { signIn } from "../sign-in.ts";
import { sharedBrowser } from "./shared-browser.ts";

/** In pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * The page of the console, loaded and signed in at with a key, in a browser context that no other visitor has while the test
 * runs. A later test loads it again, since the console keeps nothing in the browser; for a new context the browser starts two
 * processes and compiles everything again. An error in the console of the browser fails the test.
 */
export async function visitConsole(
  address: string,
  key: string,
  size: Size = { width: 1280, height: 800 },
): Promise<Page> {
  const visitor = idle.pop() ?? (await newVisitor());
  const { page, errors } = visitor;
  onTestFinished(async ({ task }) => {
    if (task.result?.state === "pass" && !page.isClosed()) await leave(visitor);
    else await page.context().close();
    expect(errors.splice(0), "The page reports nothing in its console.").toEqual([]);
  });
  await page.setViewportSize(size);
  await signIn(page, address, key);
  return page;
}

interface Visitor {
  readonly page: Page;
  /** Since the visit began. */
  readonly errors: string[];
}

/** Milliseconds for what a page is to show; only one that never shows it reaches them, also on a busy machine. */
export const LONGEST_WAIT = 150_000;

/** Of tests of this process that have passed. */
const idle: Visitor[] = [];

async function newVisitor(): Promise<Visitor> {
  const browser = await sharedBrowser();
  const context = await browser.newContext({ locale: "en-GB" });
  context.setDefaultTimeout(LONGEST_WAIT);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  page.on("console", (entry) => {
    if (entry.type() === "error" && !entry.text().startsWith("Failed to load resource"))
      errors.push(entry.text());
  });
  page.once("close", () => {
    const at = idle.findIndex((visitor) => visitor.page === page);
    if (at !== -1) idle.splice(at, 1);
  });
  return { page, errors };
}

/** Takes back what a test may have set on a page and loading it again does not. */
async function leave(visitor: Visitor): Promise<void> {
  await visitor.page.unrouteAll({ behavior: "ignoreErrors" });
  await visitor.page.emulateMedia({ colorScheme: null });
  await visitor.page.mouse.move(0, 0);
  idle.push(visitor);
}
