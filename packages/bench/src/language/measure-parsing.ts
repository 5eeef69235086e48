import { check, evaluatorOf } from "@tablewright/core/compiler";
import { readScope } from "../../../core/conformance/read-context.ts";
import { compareSpeed } from "../compare-speed.ts";
import type { Measure } from "../figure.ts";
import { parseByHand } from "./parse-by-hand.ts";
import { peopleColumns } from "./people.ts";

const SOURCE = `AND(
  [Age] >= 18, [Price] * [Quantity] > 500, [Discount] < 0.3, CONTAINS([Name], "ann"), [Status] <> "closed",
  [Joined] >= "2011-01-26", LEN([Name]) > 5, [City] = "Oslo", ([Price] + 1.5) * 2 <= 90, [Team] - 1 > [Quantity] / 2
)`;

/** Ten clauses from text to a closure that is ready to run, against parsing alone by hand; then the same text again. */
export const measure: Measure = ({ patience }) => {
  const scope = readScope({ columns: peopleColumns });
  let last = 1_000_000;
  const times = compareSpeed(
    {
      byHand: () => parseByHand(SOURCE),
      // Another text each time, so that nothing is found ready.
      prepared: () =>
        plan(`${SOURCE}${" ".repeat(++last % 64)}`.replace("500", String(1_000_000 + last)), scope),
      again: () => plan(SOURCE, scope),
    },
    WARM_UP * patience,
  );
  return [
    { name: "prepared", ratio: times.prepared / times.byHand, milliseconds: [times.prepared, times.byHand] },
    { name: "prepared again", ratio: times.again / times.byHand, milliseconds: [times.again, times.byHand] },
  ];
};

/** So much code is optimised later than a loop over rows. */
const WARM_UP = 4;

function plan(source: string, scope: ReturnType<typeof readScope>): unknown {
  const { output, diagnostics } = check(source, scope);
  if (output === undefined) throw new Error(diagnostics[0]?.message);
  return evaluatorOf(output);
}
