import { type Attack, judge, shareOf } from "../attack.ts";
import { post } from "../post.ts";

/** One row with very many columns that the table does not have. */
export const unknownColumns: Attack = {
  name: "a row of 500,000 unknown columns",
  async run(port, scale) {
    const members = Array.from({ length: shareOf(500_000, scale) }, (_, at) => `"c${at}":1`);
    const answer = await post(port, "Notes", `{"Action":"Add","Rows":[{${members}}]}`);
    return judge([answer], [400, 413], LONGEST);
  },
};

/** The same among the properties of a call, which are warnings. */
export const unknownProperties: Attack = {
  name: "100,000 unknown Properties",
  async run(port, scale) {
    const members = Array.from({ length: shareOf(100_000, scale) }, (_, at) => `"property${at}":1`);
    const body = `{"Action":"Find","Properties":{${members}},"Rows":[{"Id":1}]}`;
    const answer = await post(port, "Notes", body);
    return judge([answer], [200, 400], LONGEST);
  },
};

/** Many rows that each have many. */
export const unknownCells: Attack = {
  name: "10,000 rows × 60 unknown columns",
  async run(port, scale) {
    const row = `{${Array.from({ length: 60 }, (_, at) => `"c${at}":1`)}}`;
    const rows = Array.from({ length: shareOf(10_000, scale) }, () => row);
    const answer = await post(port, "Notes", `{"Action":"Add","Rows":[${rows}]}`);
    return judge([answer], [400, 413], LONGEST);
  },
};

/** Errors alone make no answer longer. */
const LONGEST = 200_000;
