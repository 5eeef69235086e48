import type { Value } from "../../../values/index.ts";
import { coerceArgument } from "../../check/arguments.ts";
import type { UnifyArguments } from "../../check/check-call.ts";
import { joinTexts } from "../../runtime/meter.ts";
import type { RequestContext } from "../../runtime/request-context.ts";
import { familyOf } from "../../tree/type.ts";
import { defineFunction } from "../define-function.ts";
import { displayValue, formatNumber, isNumberFormat } from "./display-value.ts";
import { type DateTimeFormat, readDateTimeFormat, writeFields } from "./format-date-time.ts";

export const text = defineFunction("text", {
  signature: "TEXT(value: Anything, [format: Text]): Text",
  summary: "A value as text as it is shown, or a number, date or time written in a format.",
  details:
    'Without a format: numbers grouped, with the decimalDigits and currency of their column, else two decimals; percents with "%"; dates and times in the caller\'s Locale; Yes/No as TRUE or FALSE; a list joined by " , ". A date format has YY YYYY (year), M MM MMM MMMM (month), D DD (day) DDD DDDD (weekday), H HH (hour), M MM after an hour or before seconds (minute), S SS (second), AM/PM A/P, in any case; names are in the caller\'s Locale. Quoted text stays. A number format has 0 for a digit, # for an optional one, a comma to group and % for hundredths. A text that is no date gives blank.',
  blanks: "accept",
  uses: "request",
  unifyArguments: fitMoment,
  evaluateFor: ([type = { kind: "Text" }, format]) => {
    if (format !== undefined && familyOf(type) === "number")
      return (x, form, { locale, meter }) =>
        typeof x === "number" && form ? formatNumber(x, form, locale, meter) || null : null;
    if (format !== undefined) return makeFormatter();
    return (value, _, context) => displayValue(value, type, context) || null;
  },
  examples: [
    ["TEXT(32768.125)", "32,768.13"],
    ['TEXT(DATE("4/5/2026"), "DDDD, MMMM D")', "Sunday, April 5"],
    ['TEXT(1234.5, "#,##0.00")', "1,234.50"],
    ['TEXT("14:23:00", "H:MM AM/PM")', "2:23 PM"],
    ['TEXT(LIST("oak", "pine"))', "oak , pine"],
  ],
});

/** With a format the value is a number, a date or a time; without one it is anything. */
function fitMoment(...[state, parts]: Parameters<UnifyArguments>): ReturnType<UnifyArguments> {
  const [value, format] = parts;
  if (value === undefined || format === undefined) return parts;
  const isNumber = familyOf(value.type) === "number";
  if (isNumber && (format.op !== "constant" || isNumberFormat(String(format.value ?? "")))) return parts;
  const hint = isNumber ? NUMBER_WITHOUT_DIGITS : undefined;
  const moment = coerceArgument(state, "TEXT", { name: "value", type: "Temporal" }, value, hint);
  return moment && [moment, format];
}

const NUMBER_WITHOUT_DIGITS = 'The format of a number has 0 or #, such as "#,##0.00".';

/** A format hardly ever changes between rows, so the last one is kept in its read form. */
function makeFormatter() {
  let last = "";
  let read: DateTimeFormat = [];
  return (at: Value, format: string | null | undefined, { locale, meter }: RequestContext): string | null => {
    if (typeof at !== "number" || !format) return null;
    if (format !== last) {
      meter.spend(format.length);
      read = readDateTimeFormat(format);
      last = format;
    }
    return joinTexts(writeFields(at, read, locale), "", meter) || null;
  };
}
