import { type ColumnTypeCases, type Taken, unreadable } from "./column-type-cases.ts";

/** 31 August 2017, and 3 April 2026 as the order of the Locale has it: only the Locale decides. */
const DATES: Readonly<Record<string, readonly [date: string, third: string]>> = {
  "en-US": ["08/31/2017", "04/03/2026"],
  "en-GB": ["31/08/2017", "03/04/2026"],
  "de-DE": ["31.08.2017", "03.04.2026"],
  "fr-FR": ["31/08/2017", "03/04/2026"],
  "pt-BR": ["31/08/2017", "03/04/2026"],
  "ja-JP": ["2017/08/31", "2026/04/03"],
  "zh-CN": ["2017/08/31", "2026/04/03"],
  "vi-VN": ["31/08/2017", "03/04/2026"],
};

const ISO = "2017-08-31";

/** The day as the wire `appsheet` writes it, whatever the Locale. */
const AMERICAN = "08/31/2017";

/** Dates and times, in every Locale. */
export const MOMENT_CASES: readonly ColumnTypeCases[] = [
  ...Object.entries(DATES).flatMap(([locale, [date, third]]): ColumnTypeCases[] => [
    {
      type: "Date",
      locale,
      takes: [
        ...[
          ...[ISO, date, date.replaceAll(/\D/g, "-"), date.replaceAll(/\D/g, ".")],
          ...[`${ISO} 00:00:00`, `${ISO}T00:00:00`, `${ISO}T00:00:00.000Z`, `${ISO}T00:00:00-11:00`],
          ...[`${ISO}T00:00:00+0530`, `${date} 00:00:00`, `${date} 0:00`, `${date} 12:00:00 AM`],
          ...["2017-08-30T22:00:00Z", `${ISO}T06:00+08:00`],
        ].map((sent): Taken => [sent, date, ISO, AMERICAN]),
        [third, third, "2026-04-03", "04/03/2026"],
      ],
      refuses: unreadable(
        ...[
          `${ISO} 00:00:01`,
          `${ISO}T12:00:00`,
          `${ISO}T22:30:00.000Z`,
          `${date} 12:00 PM`,
          `${ISO} 24:00:00`,
        ],
        ...["2017-02-30", "31 Aug 2017", date.replace("2017", "17"), "soon", 43_000],
      ),
    },
    {
      type: "DateTime",
      locale,
      takes: [
        [`${ISO}T23:59:59`, `${date} 23:59:59`, `${ISO}T23:59:59`, `${AMERICAN} 23:59:59`],
        [`${date} 23:59`, `${date} 23:59:00`, `${ISO}T23:59:00`, `${AMERICAN} 23:59:00`],
        [`${ISO} 8:05:09.987`, `${date} 08:05:09`, `${ISO}T08:05:09`, `${AMERICAN} 08:05:09`],
        [`${ISO}T21:59:59Z`, `${date} 23:59:59`, `${ISO}T23:59:59`, `${AMERICAN} 23:59:59`],
        [`${ISO}T17:59:59-04:00`, `${date} 23:59:59`, `${ISO}T23:59:59`, `${AMERICAN} 23:59:59`],
      ],
      refuses: unreadable(`${date} 24:00:00`, `${date} 12:60`, "now", 1),
    },
    { type: "Time", locale, takes: [["18:30:33", "18:30:33"]] },
    { type: "Duration", locale, takes: [["12:00", "012:00:00"]] },
  ]),
  {
    type: "Date",
    takes: [["02/29/2024", "02/29/2024", "2024-02-29"]],
    refuses: unreadable("02/29/2023", "31/08/2017"),
  },
  {
    type: "Date",
    options: "min: 2020-01-01",
    takes: [["2020-01-01", "01/01/2020", "2020-01-01"]],
    refuses: [["2019-12-31", "cell/out-of-bounds"]],
  },
  {
    type: "Time",
    takes: [
      ["8:15:25", "8:15:25", "08:15:25"],
      ["8:15", "8:15:00", "08:15:00"],
      ["8:15 PM", "20:15:00"],
      ["12:00 am", "0:00:00", "00:00:00"],
    ],
    refuses: unreadable("24:00", "8:60", "8:15:60", "13:00 PM", 8),
  },
  {
    type: "Duration",
    takes: [
      ["012:00:00", "012:00:00"],
      ["-1:30", "-001:30:00"],
      ["1000:00:01", "1000:00:01"],
    ],
    refuses: unreadable("1:60", "1:00:60", 90, "long"),
  },
  { type: "Duration", options: 'max: "1:00"', refuses: [["1:00:01", "cell/out-of-bounds"]] },
];
