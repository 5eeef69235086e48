import { defaultLocale, LIST_SEPARATOR } from "../../values/index.ts";
import { typedCell } from "./typed.ts";
import { defineWire } from "./wire-form.ts";

/** Numbers as JSON numbers, everything else as text in the form of the call's Locale; a blank is the empty text. */
export const spec = defineWire({
  name: "spec",
  takesJson: false,
  isMonthFirst: false,
  isOfLocale: true,
  isBare: false,
  hasCall: false,
  blank: "",
  writerOf: ({ columnType, options }, locale) => columnType.writerFor({ locale, options }),
  writeCount: Number,
  writeNames: (names) => names.join(LIST_SEPARATOR),
  schemas: {
    count: { type: "integer" },
    noCount: { const: "" },
    names: { type: "string" },
    cellOf: (column) => {
      const { type, json, fields, computed } = column;
      if (json === "any") return {};
      if (fields !== undefined || (type === "List" && !computed))
        return { anyOf: [typedCell(column), { const: "" }] };
      // A computed list is JSON where its column declares it with `of`.
      if (type === "List") return { anyOf: [typedCell(column), { type: "string" }] };
      if (json === "boolean") return { enum: ["Y", "N", ""] };
      if (json !== "number" && json !== "integer") return { type: "string" };
      return { anyOf: [{ type: json }, { const: "" }] };
    },
  },
});

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
