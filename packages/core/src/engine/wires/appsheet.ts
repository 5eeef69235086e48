import { defaultLocale, LIST_SEPARATOR } from "../../values/index.ts";
import { defineWire } from "./wire-form.ts";

/** As the hosted service answers: texts, with American dates and a point in numbers, whatever Locale its clients send. */
export const appsheet = defineWire({
  name: "appsheet",
  takesJson: false,
  isMonthFirst: true,
  isOfLocale: false,
  isBare: true,
  hasCall: false,
  blank: "",
  writerOf:
    ({ columnType, options }) =>
    (value) =>
      columnType.writeText(value, { locale: defaultLocale, options }),
  writeCount: (value) => String(Number(value)),
  writeNames: (names) => names.join(LIST_SEPARATOR),
  schemas: {
    count: { type: "string" },
    noCount: { type: "string" },
    names: { type: "string" },
    cellOf: () => ({ type: "string" }),
  },
});
