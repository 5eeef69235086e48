import { asSent, type ColumnTypeCases, unreadable } from "./column-type-cases.ts";

const COLORS = ["Black", "Blue", "Green", "Orange", "Purple", "Red", "Yellow", "White"];

/** Fixed values, lists of them, Refs, places. */
export const CHOICE_CASES: readonly ColumnTypeCases[] = [
  {
    type: "Progress",
    takes: [
      ...asSent("Empty", "Quarter", "Half", "Three Quarter", "Full"),
      ["three quarter", "Three Quarter"],
    ],
    refuses: [["Nearly", "cell/not-in-list"]],
  },
  { type: "Progress", options: "allowOtherValues: true", takes: asSent("Nearly") },
  {
    type: "Yes/No",
    takes: [
      ...[true, "Y", "y", "Yes", "TRUE", "true", "1", 1].map((sent) => [sent, "Y", true] as const),
      ...[false, "N", "no", "False", "0", 0].map((sent) => [sent, "N", false] as const),
    ],
    refuses: unreadable("maybe", 2, [true]),
  },
  {
    type: "Enum",
    options: "values: [Open, open, Sent]",
    takes: [...asSent("Open", "open", "Sent"), ["SENT", "Sent"]],
    refuses: [
      ["OPEN", "cell/not-in-list"],
      ["Lost", "cell/not-in-list"],
      [["Open"], "cell/unreadable"],
    ],
  },
  { type: "Enum", options: "values: [Open], allowOtherValues: true", takes: asSent("Lost", "Open") },
  {
    type: "Enum",
    options: "values: [1, 2], itemType: Number",
    takes: [["2", 2]],
    refuses: [[3, "cell/not-in-list"]],
  },
  {
    type: "EnumList",
    options: "values: [a, b, c]",
    takes: [
      ["a , b", "a , b", ["a", "b"]],
      ["a,b ,, c", "a , b , c", ["a", "b", "c"]],
      [["C", "a"], "c , a", ["c", "a"]],
    ],
    refuses: [
      ["a , d", "cell/not-in-list"],
      [{ a: 1 }, "cell/unreadable"],
    ],
  },
  {
    type: "EnumList",
    options: 'separator: ";", allowOtherValues: true',
    takes: [
      ["a;b ; c,d", "a;b;c,d", ["a", "b", "c,d"]],
      [["a;b", "", " c"], '"a;b";"";" c"', ["a;b", "", " c"]],
      ['"a;b";"";" c"', '"a;b";"";" c"', ["a;b", "", " c"]],
    ],
  },
  {
    type: "EnumList",
    options: 'values: [x], separator: ";", allowOtherValues: true',
    refuses: [[["a;b"], "cell/separator"]],
  },
  {
    type: "EnumList",
    options: "itemType: Date, allowOtherValues: true",
    locale: "de-DE",
    takes: [["31.08.2017", "31.08.2017", ["2017-08-31"], "08/31/2017"]],
  },
  {
    type: "EnumList",
    options: "allowOtherValues: true",
    refuses: [[Array.from({ length: 100_001 }, () => "a"), "limit/cell-items"]],
  },
  {
    type: "Ref",
    options: "table: Targets",
    takes: [...asSent("here", "nowhere"), [7, "7"]],
    refuses: unreadable(["a"]),
  },
  {
    type: "Ref",
    options: "table: Targets, enforce: true",
    takes: asSent("here"),
    refuses: [
      ["nowhere", "cell/no-such-row"],
      ["Here", "cell/no-such-row"],
    ],
  },
  {
    type: "Color",
    takes: [...asSent(...COLORS, "#A0b1C2"), ["red", "Red"]],
    refuses: [
      ["Teal", "cell/not-in-list"],
      ["#a0b1c", "cell/not-in-list"],
    ],
  },
  {
    type: "LatLong",
    takes: [
      ...asSent("47.623098, -122.330184", "-90.000000, 180.000000"),
      ["47.6,-122", "47.600000, -122.000000"],
      [[47.6, -122], "47.600000, -122.000000"],
    ],
    refuses: unreadable("91, 0", "0, 181", "here", [1], [1, 2, 3]),
  },
  {
    type: "XY",
    takes: [...asSent("50.00, 25.00"), ["50, 25", "50.00, 25.00"], [[100, 0], "100.00, 0.00"]],
    refuses: unreadable("101, 0", [-1, 0], [1], "there"),
  },
];
