import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { depotWith } from "./depot.ts";
import { withWorkshop } from "./workshop.ts";

/** What the history of runs tells of rules that were tried on a row, as the application asks for it. */
export function describeRunReasons(make: MakeStore): void {
  describe("the history of runs", () => {
    test.each([
      ["met", ["Big edit 0 Done", "Seen edit 0 Done"]],
      [
        "all",
        [
          "Big add 0 NotMet [Count] > 3",
          'Seen add 0 NotMet [Status] <> "Open"',
          "Big edit 0 Done",
          "Seen edit 0 Done",
          "Big edit 1 NotMet ISBLANK([Note])",
        ],
      ],
      ["none", []],
    ])("with runs: %s", (runs, expected) =>
      withWorkshop(
        make,
        async ({ engine, rows }) => {
          await rows({ action: "Add", table: "Orders", rows: [{ Order: "a" }] });
          await rows({ action: "Edit", table: "Orders", rows: [{ Order: "a", Count: 4, Status: "Packed" }] });
          const history = (await engine.listRuns({ limit: 9 })).toReversed();
          const reports = history.map(({ rule, change, depth, outcome, reason }) =>
            [rule, change, depth, outcome, reason].filter((one) => one !== undefined).join(" "),
          );
          expect(reports).toEqual(expected);
        },
        undefined,
        depotWith(RULES).replace("timezone: UTC", `timezone: UTC\n  runs: ${runs}`),
      ),
    );
  });
}

const RULES = `
Big:
  table: Orders
  on: [add, edit]
  condition: 'AND(ISBLANK([Note]), [Count] > 3)'
  steps: [{ webhook: { url: "https://example.com" } }]
Seen:
  table: Orders
  on: [add, edit]
  condition: '[Status] <> "Open"'
  steps: [{ action: Swap }]`;
