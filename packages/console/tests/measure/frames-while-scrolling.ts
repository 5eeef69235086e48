import type { CDPSession, Page } from "playwright-core";
import { traceOf } from "./trace-of.ts";

interface Frames {
  /** Frames that the compositor has drawn. */
  readonly frames: number;
  readonly perSecond: number;
  /** Milliseconds between two frames. */
  readonly slowest: number;
  /** How often a second the page itself was asked for a frame, in which it brings new rows. */
  readonly updates: number;
}

/**
 * Scrolls the grid as a hand on a wheel does, in several places of the table, and counts in the trace of the browser what was
 * drawn from the first frame of each to its last.
 */
export async function framesWhileScrolling(page: Page): Promise<Frames> {
  const grid = page.getByRole("grid");
  const session = await page.context().newCDPSession(page);
  const box = await grid.boundingBox();
  if (box === null) throw new Error("The grid is not on the page.");
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const gaps: number[] = [];
  let updates = 0;
  for (const [place, yDistance] of GESTURES) {
    await grid.evaluate((element, share) => {
      const scrolled = element as unknown as { scrollTop: number; readonly scrollHeight: number };
      scrolled.scrollTop = scrolled.scrollHeight * share;
    }, place);
    const events = await traceOf(page, [FRAMES], () => scroll(session, { ...at, yDistance }));
    const drawn = events.filter(({ name }) => name === "DrawFrame").map(({ ts }) => ts);
    for (const [before, time] of drawn.slice(1).entries())
      gaps.push((time - (drawn[before] ?? time)) / 1_000);
    updates += events.filter(({ name }) => name === "BeginMainThreadFrame").length;
  }
  const seconds = gaps.reduce((sum, gap) => sum + gap, 0) / 1_000;
  return {
    frames: gaps.length,
    perSecond: gaps.length / seconds,
    slowest: gaps.reduce((most, gap) => Math.max(most, gap), 0),
    updates: updates / seconds,
  };
}

/** The category of the events that tell of frames. */
const FRAMES = "disabled-by-default-devtools.timeline.frame";

/** From where in the table, and how many pixels; below zero is down. */
const GESTURES = [
  [0, -8_000],
  [0.3, -8_000],
  [0.71, 8_000],
  [0.5, -8_000],
  [0.99, 8_000],
] as const;

async function scroll(
  session: CDPSession,
  way: { readonly x: number; readonly y: number; readonly yDistance: number },
): Promise<void> {
  await session.send("Input.synthesizeScrollGesture", { ...way, speed: SPEED });
}

/** Pixels a second. */
const SPEED = 4_000;
