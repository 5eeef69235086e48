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

const text = "Text, kept exactly as sent. Numbers, true and false become text.";
const path = "Text: the path of a file, or a URL. It is kept as sent; no file is looked for.";
const decimal = "A JSON number, or a text in the form of the Locale. Rounded to 15 significant digits.";
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
      "An absolute URL, or a relative path of a file. With a text to show: an object of `Url` and `LinkText`, which LINKURL and LINKTEXT read.",
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
    cells: ["42", "1,234", "1.234", 1.5],
  },
  Decimal: { takes: decimal, cells: ["1234.5", "1234,5", "1.234", 1.234567890123456] },
  Percent: {
    takes: `${decimal} 0.25 is 25 %. A text may have the sign %.`,
    cells: [0.25, "25%", "25"],
  },
  Price: {
    takes: `${decimal} A text may have a currency sign; with the option currency, only that one.`,
    cells: ["$3,333.45", "3.333,45 €"],
  },
  Progress: {
    takes: "One of Empty, Quarter, Half, Three Quarter, Full, in any case.",
    cells: ["Half", "three quarter", "Nearly"],
  },
  Date: {
    takes:
      "YYYY-MM-DD in every Locale, or the order of the Locale with two digits for day and month and four for the year. A time at midnight, with any offset, is accepted and dropped.",
    cells: ["2026-04-03", "04/03/2026", "31.12.2026", "02/30/2026", "2026-04-03T00:00:00.000Z"],
  },
  Time: {
    takes: "H:MM or H:MM:SS in 24 hours, or followed by AM or PM. A fraction of a second is dropped.",
    cells: ["18:30:33", "8:15", "8:15 PM", "25:00"],
  },
  DateTime: {
    takes:
      "A Date, a blank or T, and a Time. With Z or an offset it is converted to the time zone of the call (here Europe/Berlin).",
    cells: ["2026-04-03 18:30", "04/03/2026 18:30:33", "2026-04-03T18:30:00Z"],
  },
  Duration: {
    takes: "H:MM or H:MM:SS, with any number of hours; a minus may come first.",
    cells: ["12:00", "-0:30:00", "1000:00:01", "1:75"],
  },
  "Yes/No": {
    takes: "true and false, or Y, N, Yes, No, TRUE, FALSE, 1, 0, t, f, on, off in any case.",
    cells: [true, "yes", "N", 0, "maybe"],
  },
  Enum: {
    takes:
      "One of the values, in any case; it is stored as declared. With allowOtherValues any value of the base type.",
    cells: ["Open", "open", "Closed"],
    options: { values: ["Open", "Sent"] },
    written: "values: [Open, Sent]",
  },
  EnumList: {
    takes:
      "A list, or a text with the separator or a comma between items. An item may be in quotes. Each is one of the values, unless allowOtherValues is set.",
    cells: [["Red", "Blue"], "red, blue", "Red", "Red , Green"],
    options: { values: ["Red", "Blue"] },
    written: "values: [Red, Blue]",
  },
  List: { takes: nothing, cells: [["oak", "pine"]] },
  Object: {
    takes:
      "An object, or its JSON as a text. A missing field is blank. A field that is not declared or has another type is refused with its place, such as `/home/since`. A `List` with `of` accepts a list of objects.",
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
  ChangeTimestamp: { takes: `${nothing} Answers are like those of [DateTime](#datetime).`, cells: [] },
  ChangeLocation: { takes: `${nothing} Answers are like those of [LatLong](#latlong).`, cells: [] },
  Show: { takes: "Nothing: the column is never in rows.", cells: [] },
  App: { takes: text, cells: ["people"] },
  MultiColumnKey: { takes: nothing, cells: ["P11: 03/03/2025"] },
};
