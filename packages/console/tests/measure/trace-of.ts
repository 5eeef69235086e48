import type { Page } from "playwright-core";

/** An event of Chromium's trace: times are microseconds of one clock. */
export interface TraceEvent {
  readonly name: string;
  readonly ts: number;
  readonly ph: string;
}

/** What Chromium traces in these categories while something is done in the page. */
export async function traceOf(
  page: Page,
  categories: readonly string[],
  work: () => Promise<void>,
): Promise<readonly TraceEvent[]> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[][] = [];
  session.on("Tracing.dataCollected", ({ value }) => {
    events.push(value as unknown as TraceEvent[]);
  });
  const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: [...categories] },
  });
  await work();
  await session.send("Tracing.end");
  await complete;
  await session.detach();
  return events.flat().sort((one, other) => one.ts - other.ts);
}
