import { type Attack, expectAnswers, judgeAnswers, post, type Received, shareOf, tally } from "../attack.ts";

/** One row with very many columns that the table does not have. */
export const unknownColumns: Attack = {
  name: "a row of 500,000 unknown columns",
  async run(port, scale) {
    const members = Array.from({ length: shareOf(500_000, scale) }, (_, at) => `"c${at}":1`);
    const answer = await post(port, "Notes", `{"Action":"Add","Rows":[{${members}}]}`);
    return judgeAnswers([answer], [400, 413], LONGEST);
  },
};

/** The same among the properties of a call, which are warnings. */
export const unknownProperties: Attack = {
  name: "100,000 unknown Properties",
  async run(port, scale) {
    const members = Array.from({ length: shareOf(100_000, scale) }, (_, at) => `"property${at}":1`);
    const body = `{"Action":"Find","Properties":{${members}},"Rows":[{"Id":1}]}`;
    const answer = await post(port, "Notes", body);
    return judgeAnswers([answer], [200, 400], LONGEST);
  },
};

/** Many rows that each have many. */
export const unknownCells: Attack = {
  name: "10,000 rows × 60 unknown columns",
  async run(port, scale) {
    const row = `{${Array.from({ length: 60 }, (_, at) => `"c${at}":1`)}}`;
    const rows = Array.from({ length: shareOf(10_000, scale) }, () => row);
    const answer = await post(port, "Notes", `{"Action":"Add","Rows":[${rows}]}`);
    return judgeAnswers([answer], [400, 413], LONGEST);
  },
};

/** UTF-16 units. However many errors a call has, its answer must not be longer. */
const LONGEST = 200_000;

/** A new Locale for every call. */
export const locales: Attack = {
  name: "40,000 Locales",
  async run(port, scale) {
    const answers: Received[] = [];
    const count = shareOf(40_000, scale);
    for (let first = 0; first < count; first += 50) {
      const calls = Array.from({ length: 50 }, (_, at) => {
        const Locale = `en-US-x-${(first + at).toString(36).padStart(6, "a")}`;
        return post(port, "Notes", { Action: "Find", Rows: [{ Id: 1 }], Properties: { Locale } });
      });
      answers.push(...(await Promise.all(calls)));
    }
    return judgeAnswers(answers, [200, 400]);
  },
};

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
    return judgeAnswers([answer], [200, 400, 413]);
  },
};
