import type { ColumnOptions } from "../src/schema/index.ts";
import type { JsonValue } from "../src/values/index.ts";

/** What the page about column types shows of one of them. */
export interface ColumnTypeSample {
  /** What a caller may send, in words. */
  readonly takes: string;
  /** Cells to send, or for a column that takes none, cells that stand for its values. */
  readonly cells: readonly JsonValue[];
  readonly options?: Partial<ColumnOptions>;
  /** The options as a definition writes them. */
  readonly written?: string;
}

const text = "Text. A number or true and false are turned into text. Kept exactly as sent.";
const path = "Text: the path of a file, or a URL. It is kept as sent; no file is looked for.";
const decimal =
  "A JSON number, or a text with the decimal sign of the Locale; grouping only where it belongs. Rounded to 15 digits that count.";
const nothing = "Nothing. A value that is sent is ignored with a warning.";

/** One entry for each column type, by its name. */
export const columnTypeSamples: Readonly<Record<string, ColumnTypeSample>> = {
  Text: { takes: text, cells: ["harbour", 42, true, ["a"]] },
  LongText: { takes: text, cells: ["first line\nsecond line"] },
  Name: { takes: text, cells: ["Ada Lovelace"] },
  Email: {
    takes: "Text of the form a@b.c: one address.",
    cells: ["ada@example.com", "ada at example.com"],
  },
  Phone: {
    takes: "Text of digits, blanks and + - ( ) . x, or a number.",
    cells: ["+1 (206) 555-0100 x12", 2065550100, "call me"],
  },
  Url: {
    takes:
      "An absolute URL, or a relative path of a file; with a text to show as an object or text of `Url` and `LinkText`, which LINKURL and LINKTEXT take apart.",
    cells: [
      "https://example.com/a?b=c",
      "Files/plan.pdf",
      { Url: "https://example.com/a", LinkText: "Our shop" },
    ],
  },
  Address: { takes: text, cells: ["12 Harbour Street, Zürich"] },
  Number: {
    takes:
      "A whole JSON number, or a text in the form of the Locale; at most 9007199254740991 on either side of 0. A fraction is refused.",
    cells: [42, "42", "1,234", "1.234", 1.5],
  },
  Decimal: { takes: decimal, cells: [1234.5, "1234.5", "1234,5", "1.234", 1.234567890123456] },
  Percent: {
    takes: `${decimal} 0.25 is 25 %; the sign may be written too.`,
    cells: [0.25, "25%", "25"],
  },
  Price: {
    takes: `${decimal} One currency sign may stand before or after; with the option currency, only that one.`,
    cells: [810, "$3,333.45", "3.333,45 €"],
  },
  Progress: {
    takes: "One of Empty, Quarter, Half, Three Quarter, Full, in any case.",
    cells: ["Half", "three quarter", "Nearly"],
  },
  Date: {
    takes:
      "YYYY-MM-DD in every Locale, or the order of the Locale with two digits for day and month and four for the year. Days that do not exist are refused. A date and time at midnight is taken for the day, whatever its offset.",
    cells: [
      "2026-04-03",
      "04/03/2026",
      "31.12.2026",
      "02/30/2026",
      "2026-04-03T00:00:00.000Z",
      "2026-04-03 12:00",
    ],
  },
  Time: {
    takes: "H:MM or H:MM:SS of 24 hours, or with AM or PM behind it.",
    cells: ["18:30:33", "8:15", "8:15 PM", "25:00"],
  },
  DateTime: {
    takes:
      "A date as above, a blank or T, and a time. With Z or an offset behind it, it is brought to the time zone of the call (here Europe/Berlin).",
    cells: ["2026-04-03 18:30", "04/03/2026 18:30:33", "2026-04-03T18:30:00Z", "2026-04-03"],
  },
  Duration: {
    takes:
      "Hours, minutes and seconds: H:MM or H:MM:SS, with as many hours as wanted, a minus before it or not.",
    cells: ["12:00", "-0:30:00", "1000:00:01", "1:75"],
  },
  "Yes/No": {
    takes: "true and false, or Y, N, Yes, No, TRUE, FALSE, 1, 0, t, f, on, off in any case.",
    cells: [true, "yes", "N", 0, "maybe"],
  },
  Enum: {
    takes:
      "One of the values, in any case; it is kept as declared. With allowOtherValues every value of the base type.",
    cells: ["Open", "open", "Closed"],
    options: { values: ["Open", "Sent"] },
    written: "values: [Open, Sent]",
  },
  EnumList: {
    takes:
      "A list, or a text cut at the separator (a comma will do for the usual one). Each item is one of the values, unless allowOtherValues. Where it takes any texts, they are kept to the letter, and in a text an item may stand between quotes.",
    cells: [["Red", "Blue"], "red, blue", "Red", "Red , Green"],
    options: { values: ["Red", "Blue"] },
    written: "values: [Red, Blue]",
  },
  List: { takes: nothing, cells: [["oak", "pine"]] },
  Object: {
    takes:
      "An object, or a text of one in JSON. A field that is missing is blank, and one that is not declared or of another type is refused with its place, such as `/home/since`. A `List` with `of` takes a list in the same way.",
    cells: [],
    written: "fields: { name: Text, home: { type: Object, fields: { city: Text, since: Date } } }",
  },
  Json: {
    takes:
      'Any JSON: an object, a list, a number or a boolean. A text is the JSON that it is the text of, such as `[1, 2]`, else a string; `"\\"12\\""` is the string 12. A text that begins like JSON and is none is refused. So are an object with two members of a name, a whole number that no double holds, NUL, and more than 64 levels.',
    cells: [
      { b: [1, null], a: "x" },
      '{"b": [1, null], "a": "x"}',
      "harbour",
      "12",
      '"12"',
      '{"a": 1',
      false,
    ],
  },
  Ref: {
    takes: "The key of a row, in the form of that table's key. The row need not exist.",
    cells: ["P13", 7],
    options: { table: "People" },
    written: "table: People",
  },
  LatLong: {
    takes:
      "Latitude and longitude as text or as a list of two numbers; at most 90 and 180 on either side of 0.",
    cells: ["47.623098, -122.330184", [47.6, -122.3], "91, 0"],
  },
  XY: { takes: "x and y, each 0 to 100, as text or as a list of two numbers.", cells: ["50, 25", [50, 25]] },
  Image: { takes: path, cells: ["Images/boat.jpg"] },
  Thumbnail: { takes: path, cells: ["Images/boat.jpg"] },
  Drawing: { takes: path, cells: ["Images/plan.png"] },
  Signature: { takes: path, cells: ["Images/signed.png"] },
  File: { takes: path, cells: ["Files/contract.pdf"] },
  Video: { takes: path, cells: ["https://example.com/launch.mp4"] },
  Color: {
    takes: "Black, Blue, Green, Orange, Purple, Red, Yellow or White in any case, or #rrggbb.",
    cells: ["Blue", "orange", "#1a2b3c", "Teal"],
  },
  ChangeCounter: { takes: nothing, cells: [3] },
  ChangeTimestamp: { takes: nothing, cells: ["2026-04-03T18:30:33"] },
  ChangeLocation: { takes: nothing, cells: ["47.623098, -122.330184"] },
  Show: { takes: "Nothing: the column is never in rows.", cells: [] },
  App: { takes: text, cells: ["people"] },
  MultiColumnKey: { takes: nothing, cells: ["P11: 03/03/2025"] },
};
