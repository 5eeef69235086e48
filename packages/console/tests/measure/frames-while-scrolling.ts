import type { Page } from "playwright-core";
import type { PageGlobals } from "./page-globals.ts";

interface Frames {
  readonly frames: number;
  readonly perSecond: number;
  /** Milliseconds between two frames. */
  readonly slowest: number;
}

/** Scrolls the grid for some seconds, by a screen a frame and by jumps over all of it, and counts the frames that the page draws. */
export function framesWhileScrolling(page: Page): Promise<Frames> {
  return page.getByRole("grid").evaluate(async (grid, seconds) => {
    const { scrollHeight, clientHeight } = grid as unknown as { scrollHeight: number; clientHeight: number };
    const scrolled = grid as unknown as { scrollTop: number };
    const times: number[] = [];
    const page = globalThis as unknown as PageGlobals;
    const next = () => new Promise<number>((resolve) => page.requestAnimationFrame(resolve));
    const begun = await next();
    for (let now = begun; now - begun < seconds * 1_000; now = await next()) {
      times.push(now);
      const isJump = times.length % 60 === 0;
      const to = isJump ? ((times.length * 7_919) % 1_000) / 1_000 : undefined;
      scrolled.scrollTop = to === undefined ? scrolled.scrollTop + clientHeight / 4 : to * scrollHeight;
    }
    const gaps = times.slice(1).map((time, at) => time - (times[at] ?? time));
    return {
      frames: times.length,
      perSecond: ((times.length - 1) * 1_000) / ((times.at(-1) ?? 0) - begun),
      slowest: Math.max(...gaps),
    };
  }, SECONDS);
}

const SECONDS = 10;
