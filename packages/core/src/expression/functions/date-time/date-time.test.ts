/** What the dates and times do beside the shared cases and their examples: blanks, bounds, other Locales, long counts. */
import { describe, expect, test } from "vitest";
import { dayNumberOf, type JsonValue, weekdayOf, writeIsoDate } from "../../../values/index.ts";
import { compile } from "../../index.ts";

const columns = {
  Day: "Date",
  Moment: "DateTime",
  Clock: "Time",
  Length: "Duration",
  Words: "Text",
  Count: "Number",
  Days: { type: "List", itemType: "Date" },
} as const;

function evaluate(source: string, row: Record<string, JsonValue> = {}, locale = "en-US"): JsonValue {
  return compile(source, { columns, locale }).evaluate({ row, locale, now: "2026-03-14T15:09:26" });
}

describe("blanks", () => {
  test.each([
    ["DATE([Day])", null],
    ["DATETIME([Words])", null],
    ["TIME([Moment])", null],
    ["YEAR([Moment])", null],
    ["DAY([Day])", 0],
    ["MONTH([Words])", 0],
    ["WEEKDAY([Moment])", 0],
    ["WEEKNUM([Day])", 0],
    ["ISOWEEKNUM([Clock])", 0],
    ["HOUR([Length])", 0],
    ["MINUTE([Length])", 0],
    ["SECOND([Length])", 0],
    ["TOTALHOURS([Length])", null],
    ["TOTALMINUTES([Length])", null],
    ["TOTALSECONDS([Length])", null],
    ["EOMONTH([Day], 1)", null],
    ["EOMONTH(TODAY(), [Count])", "2026-03-31"],
    ["EWOMONTH([Day], [Count])", null],
    ["EOWEEK([Day])", null],
    ["WORKDAY([Day], 1)", null],
    ["WORKDAY(TODAY(), [Count])", "2026-03-14"],
    ["WORKDAY(TODAY(), 1, [Days])", "2026-03-16"],
  ])("%s is %s", (source, answer) => expect(evaluate(source)).toBe(answer));
});

describe("every kind of date and time is taken", () => {
  const row = {
    Day: "2024-02-29",
    Moment: "1969-12-31T23:59:59",
    Clock: "08:15:25",
    Words: "2024-02-29 10:00",
  };
  test.each([
    ["DAY([Clock])", 30],
    ["MONTH([Clock])", 12],
    ["YEAR([Clock])", 1899],
    ["DATE([Clock])", "1899-12-30"],
    ["DATETIME([Clock])", "1899-12-30T08:15:25"],
    ["TIME([Clock])", "08:15:25"],
    ["TIME([Moment])", "23:59:59"],
    ["DATE([Moment])", "1969-12-31"],
    ["WEEKDAY([Words])", 5],
    ["EOMONTH([Words], -12)", "2023-02-28"],
    ["WORKDAY([Moment], 1)", "1970-01-01"],
    ["TIME([Day])", "00:00:00"],
  ])("%s is %s", (source, answer) => expect(evaluate(source, row)).toBe(answer));
});

test.each([
  ["en-US", "04/05/2020", "2020-04-05"],
  ["en-GB", "04/05/2020", "2020-05-04"],
  ["de-DE", "4.5.2020", "2020-05-04"],
  ["ja-JP", "2020/5/4", "2020-05-04"],
  ["de-DE", "2020-05-04", "2020-05-04"],
])("under %s the text %s is the date %s", (locale, text, date) => {
  expect(evaluate("DATE([Words])", { Words: text }, locale)).toBe(date);
  expect(evaluate(`DATE("${text}")`, {}, locale)).toBe(date);
});

describe("bounds of the calendar", () => {
  test.each([
    ['EOMONTH("12/31/9999", 0)', "9999-12-31"],
    ['EOMONTH("12/31/9999", 1)', null],
    ['EOMONTH("0001-01-31", -1)', null],
    ["EOMONTH(TODAY(), 9007199254740991)", null],
    ["EWOMONTH(TODAY(), -9007199254740991)", null],
    ['EOWEEK("12/31/9999")', null],
    ['EOWEEK("0001-01-01")', "0001-01-06"],
    ["WORKDAY(TODAY(), 9007199254740991)", null],
    ["WORKDAY(TODAY(), -9007199254740991, LIST(TODAY()))", null],
    ['WORKDAY("12/31/9999", 1)', null],
    ['ISOWEEKNUM("0001-01-01")', 1],
    ['ISOWEEKNUM("12/31/9999")', 52],
    ['WEEKNUM("12/31/2028")', 54],
    ['EOMONTH("1/31/2024", 1.9)', "2024-02-29"],
  ])("%s is %s", (source, answer) => expect(evaluate(source)).toBe(answer));

  test("UTC beyond the calendar is blank", () => {
    const context = { now: "9999-12-31T23:00:00", timezone: "America/New_York" };
    expect(compile("UTCNOW()").evaluate(context)).toBe(null);
  });
});

test.each([
  ["HOUR([Length])", -25],
  ["MINUTE([Length])", 30],
  ["SECOND([Length])", 10],
  ["TOTALHOURS([Length])", -25.5027777777778],
  ["TOTALSECONDS([Length])", -91810],
])("of -025:30:10, %s is %s", (source, answer) => {
  expect(evaluate(source, { Length: "-025:30:10" })).toBe(answer);
});

describe("WORKDAY against counting day by day", () => {
  const start = dayNumberOf(2026, 3, 9) ?? 0;
  const holidays = [start - 7, start + 4, start + 5, start + 7, start + 8, start - 3, start - 4, start + 7];
  const dates = Array.from({ length: 7 }, (_, offset) => start + offset);
  const list = `LIST(${holidays.map((day) => `"${writeIsoDate(day)}"`).join(", ")})`;

  test.each(dates.map((day) => [writeIsoDate(day), day] as const))("from %s", (text, from) => {
    for (let count = -30; count <= 30; count++) {
      const given = evaluate(`WORKDAY("${text}", ${count}, ${list})`);
      expect(given, `${count} days`).toBe(writeIsoDate(counted(from, count, new Set(holidays))));
      expect(evaluate(`WORKDAY("${text}", ${count})`)).toBe(writeIsoDate(counted(from, count, new Set())));
    }
  });

  function counted(from: number, count: number, free: ReadonlySet<number>): number {
    let day = from;
    for (let left = Math.abs(count); left > 0; ) {
      day += Math.sign(count);
      if (weekdayOf(day) !== 1 && weekdayOf(day) !== 7 && !free.has(day)) left--;
    }
    return day;
  }
});

test("weeks of every day of forty years go up by one from Sunday to Sunday, and ISO weeks from Monday to Monday", () => {
  const weeks = compile("LIST(WEEKNUM([Day]), ISOWEEKNUM([Day]), YEAR([Day]))", { columns });
  let before: number[] | undefined;
  for (let day = dayNumberOf(1999, 12, 31) ?? 0; day < (dayNumberOf(2040, 1, 1) ?? 0); day++) {
    const now = weeks.evaluate({ row: { Day: writeIsoDate(day) } }) as [number, number, number];
    if (before !== undefined) {
      const [week = 0, isoWeek = 0, year] = before;
      expect(now[0], writeIsoDate(day)).toBe(year === now[2] ? week + Number(weekdayOf(day) === 1) : 1);
      if (weekdayOf(day) === 2) expect([isoWeek + 1, 1]).toContain(now[1]);
      else expect(now[1], writeIsoDate(day)).toBe(isoWeek);
    }
    before = now;
  }
});

describe("an instant is read in the time zone of the call", () => {
  const instant = "2026-01-01T10:00:00+02:00";
  const inVienna = "2026-01-01T09:00:00";
  test.each([
    [`DATETIME("${instant}")`, inVienna],
    [`DATETIME("2026-01-01 08:00:00Z")`, inVienna],
    ["DATETIME([Words])", inVienna],
    [`TEXT(DATETIME("${instant}"), "HH:MM")`, "09:00"],
    [`IF([Count] > 1, "${instant}", [Moment])`, inVienna],
    [`[Moment] = "${instant}"`, true],
    [`"${instant}" = [Moment]`, true],
    [`[Moment] >= "2026-01-01T10:00:01+02:00"`, false],
    [`IN([Moment], LIST("${instant}"))`, true],
    [`DATE("2026-01-01T23:30:00Z")`, "2026-01-02"],
    [`TEXT(DATETIME(INPUT("at", "")), "HH:MM")`, "09:00"],
    [`DATETIME("2026-02-30T10:00:00Z")`, null],
  ])("%s → %j", (source, expected) => {
    const row = { Words: instant, Moment: instant, Count: 2 };
    const expression = compile(source, { columns });
    expect(expression.evaluate({ row, timezone: "Europe/Vienna", inputs: { at: instant } })).toEqual(
      expected,
    );
  });
});
