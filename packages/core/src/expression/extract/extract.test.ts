/** What the EXTRACT functions find beside the shared cases and their examples: traps of prose, Locales, zones, limits. */
import { afterEach, describe, expect, test } from "vitest";
import type { JsonValue } from "../../values/index.ts";
import { compile } from "../index.ts";
import type { EvaluationContext } from "../parts.ts";

function extract(kind: string, text: string | null, context: EvaluationContext = {}): JsonValue {
  const compiled = compile(`EXTRACT${kind}([Text])`, { columns: { Text: "LongText" } });
  return compiled.evaluate({ row: { Text: text }, now: "2026-03-14T15:09:26", ...context });
}

const kinds =
  "DATES DATETIMES DOMAINS DURATIONS EMAILS HASHTAGS MENTIONS NUMBERS PHONENUMBERS PRICES TIMES".split(" ");

describe("EXTRACT", () => {
  test.each(kinds)("of %s gives the same list of the same type", (kind) => {
    const text = "@ann a@b.com #tag 5 $5 555-867-5309 b.org 2026-03-14T10:00 for 2 hours";
    const generic = compile(`EXTRACT("${kind.toLowerCase()}", [Text])`, { columns: { Text: "Text" } });
    const own = compile(`EXTRACT${kind}([Text])`, { columns: { Text: "Text" } });
    const context = { row: { Text: text } };
    expect(generic.type).toBe(own.type);
    expect(generic.evaluate(context)).toEqual(own.evaluate(context));
    expect(own.evaluate(context)).not.toEqual([]);
    expect(extract(kind, null)).toEqual([]);
  });

  test.each([
    ['EXTRACT("COLOURS", "red")', "call/unknown-word"],
    ['EXTRACT("DATE" & "S", "today")', "call/constant-expected"],
  ])("%s is an error: %s", (source, code) => {
    expect(compile(source).diagnostics.map((one) => one.code)).toContain(code);
  });

  test.each([
    ["yes", true],
    ["it is FALSE, yes", false],
    ["untrue, nobody, yes_no", null],
    ["", null],
  ])("the choice in %s is %s", (text, choice) => {
    expect(extract("CHOICE", text)).toBe(choice);
    const list = compile(`EXTRACT("CHOICE", "${text}")`);
    expect([list.type, list.evaluate()]).toEqual(["List of Yes/No", choice === null ? [] : [choice]]);
  });
});

describe("times", () => {
  test.each<[string, string[]]>([
    [
      "16:15, 4pm, 4 o'clock, at 4, 12am, noon",
      ["16:15:00", "16:00:00", "04:00:00", "04:00:00", "00:00:00", "12:00:00"],
    ],
    ["from 9 to 5", ["09:00:00", "17:00:00"]],
    ["5 o'clock in the evening, at 5 in the evening, 7 o'clock pm", ["17:00:00", "17:00:00", "19:00:00"]],
    ["at 3:30 in the afternoon, at 5 in the morning, at 12 at night", ["15:30:00", "05:00:00", "00:00:00"]],
    ["quarter past 7 pm, half past 4, ten past 5", ["19:15:00", "04:30:00", "05:10:00"]],
    ["quarter to 12 pm, quarter to 1 pm, a quarter to 5", ["11:45:00", "12:45:00", "04:45:00"]],
    ["10pm to 2am", ["22:00:00", "02:00:00"]],
    ["between 3pm and 5pm", ["15:00:00", "17:00:00"]],
    ["an hour before noon; 2 hours after 4pm", ["11:00:00", "18:00:00"]],
    ["3 to 5 people, 5 a day, at 330 Main St, 24:00, 003:00:00, 12.50 EUR", []],
    ["at 4pm get milk, at 4pm EST", ["16:00:00", "16:00:00"]],
    ["this morning, tonight, tomorrow", []],
    ["in half an hour", ["15:39:26"]],
  ])("in %s", (text, times) => expect(extract("TIMES", text)).toEqual(times));

  test("only an ISO moment with an offset is turned into the caller's zone", () => {
    const text = "2026-07-14T10:00:00Z, 2026-01-14T10:00:00+01:00, 2026-01-14T10:00:00";
    expect(extract("DATETIMES", text, { timezone: "America/New_York" })).toEqual([
      "2026-07-14T06:00:00",
      "2026-01-14T04:00:00",
      "2026-01-14T10:00:00",
    ]);
  });
});

describe("durations", () => {
  test.each<[string, string[]]>([
    [
      "1h 30m, 90 minutes, 1.5 hours, an hour and a half",
      ["001:30:00", "001:30:00", "001:30:00", "001:30:00"],
    ],
    ["1 day, 2 hours and 5 minutes", ["026:05:00"]],
    ["2 days, 3 days", ["048:00:00", "072:00:00"]],
    ["it took a day, or half a day", ["024:00:00", "012:00:00"]],
    ["twice a day, 50 miles an hour, the week", []],
    ["2 months, a year", []],
    ["in 4 days, 3 days ago, 2 weeks from tomorrow", []],
    ["2 hours after lunch", ["002:00:00"]],
    ["Meet at 4pm for 2 hours", ["002:00:00"]],
    ["between Monday and Friday", ["096:00:00"]],
    ["tomorrow 10pm to 2am", ["004:00:00"]],
    ["5 m tall, 5 s", []],
    ["999999999999999 weeks", []],
    ["noon to 4p, from 9a to 5p, 10a-4p", ["004:00:00", "008:00:00", "006:00:00"]],
    [
      "midnight to 6am; noon tomorrow to 4pm; Friday noon to midnight; 9 to 5pm",
      ["006:00:00", "004:00:00", "012:00:00", "008:00:00"],
    ],
    ["today noon to tomorrow noon; Friday to Monday", ["024:00:00", "072:00:00"]],
    ["2:30 hours; 1:05:30 hours; 2:30h; 2:30 minutes", ["002:30:00", "001:05:30", "002:30:00", "000:02:30"]],
    ["2:75 hours, 2:30 days, at 16:30 hours, 1/2/2026 hours, 1/0 hour, 10/5 hours, Q1 hours", []],
    ["1/2 hour, 1 1/2 hours, 2½ hours, ¼ hour", ["000:30:00", "001:30:00", "002:30:00", "000:15:00"]],
    [
      "a quarter of an hour, a quarter hour, three quarters of an hour",
      ["000:15:00", "000:15:00", "000:45:00"],
    ],
    [
      "half of an hour; two thirds of an hour; an hour and a quarter",
      ["000:30:00", "000:40:00", "001:15:00"],
    ],
    ["1,5 hours, two to three hours, 2-3 hours", []],
    ["1h30m; 1hr30min; 2hrs15mins; 1h30m20s", ["001:30:00", "001:30:00", "002:15:00", "001:30:20"]],
    ["2h30 and 5m3s and x026:03:04", []],
    ["took 026:03:04, then 100:00:00", ["026:03:04", "100:00:00"]],
  ])("in %s", (text, durations) => expect(extract("DURATIONS", text)).toEqual(durations));

  test("decimals are the Locale's", () => {
    expect(extract("DURATIONS", "1,5 hours", { locale: "de-DE" })).toEqual(["001:30:00"]);
  });

  test("what lasts so long is no time of day, and what is counted from now is a moment", () => {
    expect(extract("TIMES", "it took 2:30 hours")).toEqual([]);
    expect(extract("DATETIMES", "in 1/2 hour, in a quarter of an hour")).toEqual([
      "2026-03-14T15:39:26",
      "2026-03-14T15:24:26",
    ]);
  });
});

describe("numbers and prices", () => {
  test.each<[string, number[], string?]>([
    ["twenty-one, one hundred and five, two hundred thousand and six", [21, 105, 200006]],
    ["half a million, a dozen, 2 million, three point one four", [500000, 12, 2000000, 3.14]],
    ["two and three quarters", [2.75]],
    ["one two three; no one, the one", [1, 2, 3]],
    ["-5 degrees, 5-6, minus five, 2026-03-14", [-5, 5, 6, -5, 2026, 3, 14]],
    ["1,234,567.89 and 1,2,3 and 192.168.1.1", [1234567.89, 1, 2, 3, 192, 168, 1, 1]],
    ["1.234,56 und 3,5 und 1,2,3", [1234.56, 3.5, 1, 2, 3], "de-DE"],
    [`12345678901234567890 ${"1".repeat(500)}`, []],
    [`1${"0".repeat(300)} trillion, 1${"0".repeat(30)} point five`, [1e300, 1e30, 5]],
    ["५ 五 👍", []],
    ["½, 1½ cups, 2 ¾, -½", [0.5, 1.5, 2.75, -0.5]],
    ["weighs .5 kg, -.25, $.99, (.75); .5.2, No.5, end...5", [0.5, -0.25, 0.99, 0.75, 5, 5]],
    [",5 kg, .5 kg", [0.5, 0.5], "de-DE"],
    ["3 ,5", [3, 5]],
    ["negative two, negative 5, non-negative 6", [-2, -5, 6]],
  ])("the numbers in %s", (text, numbers, locale = "en-US") => {
    expect(extract("NUMBERS", text, { locale })).toEqual(numbers);
  });

  test.each<[string, number[], string?]>([
    ["-$5, $-5, US$ 5, $1.5M, $5k, $10-$20", [-5, -5, 5, 1500000, 5000, 10, 20]],
    ["5 €, 12 USD, EUR 12.50, two euros, 99¢", [5, 12, 12.5, 2, 0.99]],
    ["5 dollars and 50 cents, 5 cents and 3 cents", [5.5, 0.05, 0.03]],
    ["I bought 5 $10 tickets and 5 pounds of flour", [10]],
    ["3,50 €, ,99 €, €,99", []],
    ["only .99 €, $.99, US$ .50", [0.99, 0.99, 0.5]],
    [",99 €", [0.99], "de-DE"],
    ["R$ 10,50 and $1,234,50 and $1.234,56 and $10.50.2", []],
    ["R$ 10,50, 12,50 R$, $1.234,56", [10.5, 12.5, 1234.56], "pt-BR"],
    ["R$ 10.50, 12 US$", [10.5, 12]],
    ["1.234,56 € und 3,50 €", [1234.56, 3.5], "de-DE"],
    [`$1${"0".repeat(305)}bn`, []],
  ])("the prices in %s", (text, prices, locale = "en-US") => {
    expect(extract("PRICES", text, { locale })).toEqual(prices);
  });
});

describe("addresses", () => {
  test.each<[string, string, string[]]>([
    ["PHONENUMBERS", "+1 555-867-5309 5pm, 1-800-555-0199", ["+1 555-867-5309", "1-800-555-0199"]],
    ["PHONENUMBERS", "tel:030/1234567, 06 12 34 56 78", ["030/1234567", "06 12 34 56 78"]],
    ["PHONENUMBERS", "+33 6 12 34 56 78 or (020) 7946 0958", ["+33 6 12 34 56 78", "(020) 7946 0958"]],
    ["PHONENUMBERS", "555-867-5309 555-123-4567", ["555-867-5309", "555-123-4567"]],
    ["PHONENUMBERS", "01/02/2026, 4111 1111 1111 1111, 192.168.1.100, 97229-1234, $555.867.5309", []],
    [
      "EMAILS",
      "<o'brien+x@mail.example.org>, mailto:a@b.de?x, 'c@d.fr'.",
      ["o'brien+x@mail.example.org", "a@b.de", "c@d.fr"],
    ],
    ["EMAILS", "müller@bücher.de a@@b.com a@b a..b@c.com a@-b.com", ["müller@bücher.de"]],
    ["DOMAINS", "http://localhost/ https://a:b@c.example.com:80/x.html", ["c.example.com"]],
    [
      "DOMAINS",
      "t.co/a.b, münchen.de; пример.рф (example.com).",
      ["t.co", "münchen.de", "пример.рф", "example.com"],
    ],
    ["DOMAINS", "node.js, report.pdf, end.It goes on, @bob.me, U.S.A., 3.5", []],
    ["HASHTAGS", "#ü #日本 a#b &#39; ##x #5 #-a #a--b https://a.example/#frag", ["#ü", "#日本", "#a"]],
    ["MENTIONS", "@ann, @bob.lee. a@b.com @@y (@日本)", ["@ann", "@bob.lee", "@日本"]],
  ])("%s in %s", (kind, text, found) => expect(extract(kind, text)).toEqual(found));
});

describe("whatever the zone of the machine", () => {
  const zone = process.env.TZ;
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  const text =
    "tomorrow, in 11 hours, this month, last Sunday, last night, noon tomorrow, Mar 8 to Mar 9, 10pm to 2am, 2 days after Friday";
  const instants = [
    "2026-03-07T23:30:00",
    "2026-03-08T02:30:00",
    "2026-10-31T23:59:59",
    "2011-12-29T12:00:00",
    "2026-01-01T00:00:00",
  ];

  test.each(["America/New_York", "Asia/Tokyo", "Pacific/Apia", "Europe/London"])("%s", (machine) => {
    const read = () =>
      instants.map((now) => ["DATES", "TIMES", "DURATIONS"].map((kind) => extract(kind, text, { now })));
    process.env.TZ = "UTC";
    const expected = read();
    process.env.TZ = machine;
    expect(new Date(2026, 6, 1).toISOString()).not.toContain("T00:00"); // the setting took effect
    expect(read()).toEqual(expected);
  });
});

describe("hostile texts", () => {
  const patterns = [
    "1",
    "next ",
    ",",
    "1h ",
    "2 hours and ",
    "1-1-",
    "may 1 ",
    "a@",
    "a.",
    "between a ",
    "one hundred and ",
    "half an ",
  ];

  test.each(patterns)("%s over and over", (pattern) => {
    const text = pattern.repeat(Math.ceil(20_000 / pattern.length));
    for (const kind of kinds) expect(Array.isArray(extract(kind, text)), kind).toBe(true);
  });

  test("a text beyond the budget is refused before it is read", () => {
    expect(() => extract("DATES", "a".repeat(250_001))).toThrow(/budget of 5000000 steps/);
    expect(extract("DATES", "a".repeat(200_000))).toEqual([]);
  });

  test.each(["NUMBERS", "HASHTAGS", "DATES"])("no longer list of %s is built than allowed", (kind) => {
    const text = "#a1 May 1 ".repeat(11);
    const limits = { listLength: 22 };
    expect(extract(kind, text.slice(0, 100), { limits })).not.toEqual([]);
    expect(() => extract(kind, text.repeat(3), { limits })).toThrow(/more than 22 items/);
  });
});
