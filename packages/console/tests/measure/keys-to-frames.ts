import type { Page } from "playwright-core";
import type { PageGlobals } from "./page-globals.ts";

interface Keys {
  readonly keys: number;
  /** Milliseconds from a key to the frame that shows it. */
  readonly median: number;
  readonly worst: number;
}

/** Types an expression in the playground; each key is timed until the frame after it has been drawn. */
export async function keysToFrames(page: Page): Promise<Keys> {
  await page.getByRole("link", { name: "Playground" }).click();
  await page.getByRole("textbox", { name: "Expression" }).click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.evaluate(() => {
    const here = globalThis as unknown as PageGlobals;
    here.shown = [];
    const note = () => {
      const begun = performance.now();
      // What is put off within a frame runs when the frame has been drawn.
      here.requestAnimationFrame(() => setTimeout(() => here.shown.push(performance.now() - begun)));
    };
    here.addEventListener("keydown", note, true);
  });
  await page.keyboard.type(EXPRESSION, { delay: 120 });
  const shown = await page.evaluate(() => (globalThis as unknown as PageGlobals).shown);
  const sorted = shown.toSorted((a, b) => a - b);
  return {
    keys: shown.length,
    median: Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0),
    worst: Math.round(sorted.at(-1) ?? 0),
  };
}

const EXPRESSION = 'IF(AND([Value] > 12.5, [Kind] = "Water"), CONCATENATE([Station], " of ", [Day]), [Note])';
