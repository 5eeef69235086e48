/** Limits in time are shared again and again; what hinders it is said once. */
import { expect, test } from "vitest";
import { beginSharingRates } from "./background.ts";

test("a failure and its end are each said once, and the place is closed at the end", async () => {
  const said: string[] = [];
  const log = {
    level: "info",
    write: () => {},
    note: ({ level, message }: { level: string; message: string }) => said.push(`${level} ${message}`),
  } as const;
  const outcomes = ["away", "away", undefined, undefined, "away"];
  let exchanges = 0;
  const api = {
    exchangeRates: async () => {
      const because = outcomes[exchanges++];
      if (because !== undefined) throw new Error(because);
    },
  };
  let isClosed = false;
  const shared = {
    exchange: async () => [],
    close: async () => {
      isClosed = true;
    },
  };
  const sharing = beginSharingRates(api, shared, log, 1);
  await expect.poll(() => exchanges).toBeGreaterThan(outcomes.length);
  await sharing.end();
  expect(isClosed).toBe(true);
  const alone = "warning Limits in time are not shared with other servers now: each counts by itself.";
  const again = "info Limits in time are shared again.";
  expect(said).toEqual([alone, again, alone, again]);
});
