import { type Attack, expectAnswers, judge, shareOf } from "../attack.ts";
import { post, tally } from "../post.ts";

/** A row that 130,000 others are parts of is deleted. */
export const manyParts: Attack = {
  name: "Delete of a row with 130,000 parts",
  async run(port) {
    const deleted = await post(port, "Wholes", { Action: "Delete", Rows: [{ Id: 1 }] });
    const left = await post(port, "Parts", {
      Action: "Find",
      Properties: { Selector: 'FILTER("Parts", [Whole] = 1)' },
    });
    const isAllGone = deleted.status !== 200 || left.text === '{"Rows":[]}';
    return {
      answers: tally([deleted]),
      errors: [
        ...expectAnswers([deleted, left], [200, "limit/fuel", "limit/time"]),
        ...(isAllGone ? [] : ["parts are left of a deleted row"]),
      ],
    };
  },
};

/** An action names one row as often as a call may name rows. */
export const sameRow: Attack = {
  name: "an action on one row named 10,000 times",
  async run(port, scale) {
    const rows = Array.from({ length: shareOf(10_000, scale) }, () => ({ Id: 5 }));
    const answer = await post(port, "Notes", { Action: "Touch", Rows: rows });
    return judge([answer], [200, 400, 413]);
  },
};
