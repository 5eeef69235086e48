/** The dates that are read in prose, and what is none. */
import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../values/index.ts";
import { compile } from "../index.ts";
import type { EvaluationContext } from "../parts.ts";

function extract(kind: string, text: string | null, context: EvaluationContext = {}): JsonValue {
  const compiled = compile(`EXTRACT${kind}([Text])`, { columns: { Text: "LongText" } });
  return compiled.evaluate({ row: { Text: text }, now: "2026-03-14T15:09:26", ...context });
}

const QUARTERS =
  "2026-04-01 2026-07-01 2027-07-01 2027-10-01 2026-10-01 2027-01-01 2027-01-01 2027-04-01".split(" ");

describe("dates", () => {
  test.each<[string, string[]]>([
    ["2 weeks after 5 March 2027", ["2027-03-19"]],
    ["the day after tomorrow, the day before yesterday", ["2026-03-16", "2026-03-12"]],
    ["2 days before Friday", ["2026-03-18"]],
    ["see you day after tomorrow; see you day before yesterday", ["2026-03-16", "2026-03-12"]],
    ["3 business days from now; within 5 working days from today", []],
    ["April the first, in April the first order came", ["2026-04-01", "2026-04-01", "2026-05-01"]],
    ["24/7 support, ping 10.12.20.24", []],
    ["Monday in two weeks; Monday in 2 days", ["2026-03-30", "2026-03-16", "2026-03-16"]],
    [
      "by end of month; end of year; end of Q2, start of Q3",
      ["2026-03-31", "2026-12-31", "2026-06-30", "2026-07-01"],
    ],
    ["day after tomorrow, day before yesterday", ["2026-03-16", "2026-03-12"]],
    ["first Monday of May, the first Monday in May 2027", ["2026-05-04", "2027-05-03"]],
    ["last Monday of June; last Friday of the month", ["2026-06-29", "2026-03-27"]],
    ["2nd Tuesday of next month at 4pm", ["2026-04-14"]],
    ["third Thursday in November", ["2026-11-19"]],
    ["first Monday of 2027, last Sunday of next quarter", ["2027-01-04", "2026-06-28"]],
    ["fifth Monday of May", []],
    ["first Monday after May 5", ["2026-05-05"]],
    ["first weekday of May, last weekend of June", []],
    ["Q1 2026", ["2026-01-01", "2026-04-01"]],
    ["2026 Q2, Q3/2027, Q4-2026, 2027-Q1", QUARTERS],
    [
      "third quarter of 2026, the last quarter of next year",
      ["2026-07-01", "2026-10-01", "2027-10-01", "2028-01-01"],
    ],
    [
      "last day of Q1 2026, end of Q2 2026, first Monday of Q3 2026",
      ["2026-03-31", "2026-06-30", "2026-07-06"],
    ],
    ["Q5 2026, Q1, H1 2026, week 12 of 2026, first half of 2026", []],
    ["a couple of weeks ago; twenty-one days ago; within 3 days", ["2026-02-28", "2026-02-21", "2026-03-17"]],
    ["end of next month, last day of the year, 31st of April", ["2026-04-30", "2026-12-31"]],
    ["first day of May 2027 and the beginning of 2028", ["2027-05-01", "2028-01-01"]],
    ["this week", ["2026-03-08", "2026-03-15"]],
    ["this quarter", ["2026-01-01", "2026-04-01"]],
    ["last year", ["2025-01-01", "2026-01-01"]],
    ["since 1999, not 1899 or 2051", ["1999-01-01", "2000-01-01"]],
    ["$2000, FY2025, #2026, 2,020.5 and 2020%", []],
    ["June 2027", ["2027-06-01", "2027-07-01"]],
    ["2025 to 2026", ["2025-01-01", "2026-01-01"]],
    ["I may march on, the sun sat, we wed", []],
    ["Wed, Saturday, next Friday, last Friday", ["2026-03-18", "2026-03-14", "2026-03-20", "2026-03-13"]],
    ["Dec 28 to Jan 3", ["2026-12-28", "2027-01-03"]],
    ["Feb 29, Feb 30 2026, Feb 29 2028", ["2028-02-29"]],
    ["13/25/2026, 99/99/2020", []],
    ["99999999 years ago, 9000 years from now, 9999-12-31", ["9999-12-31"]],
    ["November\r\n14th", ["2026-11-14"]],
    ["at 4pm, 555-867-5309, v1.2.3", []],
    ["2026年3月14日", []],
  ])("in %s", (text, dates) => expect(extract("DATES", text)).toEqual(dates));

  test.each<[string, string, string[]]>([
    [
      "en-US",
      "3/4/2026, 12/25, 25/12/2026, May 12",
      ["2026-03-04", "2026-12-25", "2026-12-25", "2026-05-12"],
    ],
    ["en-GB", "3/4/2026, 12/25, 24/7, 25/12/2026, May 12", ["2026-04-03", "2026-12-25", "2026-05-12"]],
    ["de-DE", "3.4.2026", ["2026-04-03"]],
    ["ja-JP", "2026/3/4", ["2026-03-04"]],
  ])("under %s in %s", (locale, text, dates) => expect(extract("DATES", text, { locale })).toEqual(dates));

  test("an end of the month is met from any day", () => {
    const given = extract("DATES", "in 1 month; a month ago; end of the month", {
      now: "2028-01-31T23:59:59",
    });
    expect(given).toEqual(["2028-02-29", "2027-12-31", "2028-01-31"]);
  });

  test("a phrase that is not at the end of a part is not torn", () => {
    const text = `${"word ".repeat(180)}The 3rd meeting. ${"Then we meet on November 14th at 4pm. ".repeat(60)}`;
    expect(extract("DATETIMES", text)).toEqual(Array.from({ length: 60 }, () => "2026-11-14T16:00:00"));
  });
});
