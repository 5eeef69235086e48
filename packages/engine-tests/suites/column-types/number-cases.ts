import { type ColumnTypeCases, type Taken, unreadable } from "./column-type-cases.ts";

/** A number, which is the same in every Locale when it is answered. */
const text = (sent: string | number, value: number): Taken => [sent, value, value, String(value)];

/** One number as the callers of a Locale write it, with a fraction and without. */
const GROUPED: Readonly<Record<string, readonly [whole: string, fraction: string, sign: string]>> = {
  "en-US": ["1,234", "1,234.5", "."],
  "en-GB": ["1,234", "1,234.5", "."],
  "de-DE": ["1.234", "1.234,5", ","],
  "fr-FR": ["1\u202f234", "1\u202f234,5", ","],
  "pt-BR": ["1.234", "1.234,5", ","],
  "ja-JP": ["1,234", "1,234.5", "."],
  "zh-CN": ["1,234", "1,234.5", "."],
  "vi-VN": ["1.234", "1.234,5", ","],
};

/** Numbers, in every Locale. */
export const NUMBER_CASES: readonly ColumnTypeCases[] = [
  ...Object.entries(GROUPED).flatMap(([locale, [whole, fraction, sign]]): ColumnTypeCases[] => [
    {
      type: "Number",
      locale,
      takes: [text(42, 42), text("42", 42), text(whole, 1234)],
      refuses: unreadable(fraction),
    },
    ...["Decimal", "Price", "Percent"].map((type) => ({
      type,
      locale,
      takes: [text(1234.5, 1234.5), text("1234.5", 1234.5), text(fraction, 1234.5), text(whole, 1234)],
      refuses: unreadable("12,34,5", "much"),
    })),
    {
      type: "Percent",
      locale,
      takes: [text("25%", 0.25), text(`12${sign}5 %`, 0.125)],
    },
  ]),
  {
    type: "Number",
    takes: [text(0, 0), text(" -7 ", -7), text(9_007_199_254_740_991, 9_007_199_254_740_991)],
    refuses: unreadable(4.2, "4.2", "1e3", true, [1], "many", 9_007_199_254_740_992, "9007199254740992"),
  },
  {
    type: "Number",
    options: "min: 1, max: 3",
    takes: [text(1, 1), text(3, 3)],
    refuses: [
      [0, "cell/out-of-bounds"],
      [4, "cell/out-of-bounds"],
    ],
  },
  { type: "Number", options: "min: 1, step: 2", takes: [text(5, 5)], refuses: [[4, "cell/out-of-bounds"]] },
  {
    type: "Decimal",
    takes: [
      text(1.25, 1.25),
      text(0.1, 0.1),
      text(123456789012345, 123456789012345),
      text("1.2345678901234567", 1.23456789012346),
      text(0.30000000000000004, 0.3),
    ],
    refuses: unreadable("9007199254740993", true),
  },
  { type: "Decimal", options: "max: 1.5", takes: [text(1.5, 1.5)], refuses: [[1.51, "cell/out-of-bounds"]] },
  { type: "Percent", options: "max: 1", takes: [text("100%", 1)], refuses: [["101%", "cell/out-of-bounds"]] },
  { type: "Percent", takes: [text(2.5, 2.5), text(-0.25, -0.25)], refuses: unreadable("a quarter") },
  {
    type: "Price",
    takes: [text(3333.45, 3333.45), text("$3,333.45", 3333.45)],
    refuses: unreadable("5 apples"),
  },
  { type: "Price", locale: "de-DE", takes: [text("3.333,45 €", 3333.45)] },
  { type: "Price", options: 'currency: "€"', takes: [text("€5", 5)], refuses: unreadable("$5") },
  { type: "Price", options: "min: 0", refuses: [["-$1", "cell/out-of-bounds"]] },
];
