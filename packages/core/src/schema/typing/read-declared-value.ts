import type { Value } from "../../values/index.ts";
import type { Path } from "../text/definition-source.ts";
import type { ColumnOptions } from "./column-options.ts";
import type { OptionReading } from "./option-reading.ts";

/** A bound or a value of a list as the column's type reads it; what does not read is reported. */
export function readDeclaredValue(
  { report, columnType, locale }: OptionReading,
  options: ColumnOptions,
  path: Path,
  declared: string | number,
): Value | undefined {
  const isList = columnType.storage === "json";
  const actual = JSON.stringify(declared);
  const read = columnType.read(isList ? [declared] : declared, { locale, timeZone: "UTC", options });
  if (!("value" in read)) {
    const expected = read.code === "cell/unreadable" ? read.details.expected : "a shorter value";
    report.report(path, "definition/wrong-value", { actual, expected });
    return undefined;
  }
  const value = Array.isArray(read.value) ? read.value[0] : read.value;
  if (value === null || value === undefined) {
    report.report(path, "definition/wrong-value", { actual, expected: "a value" });
    return undefined;
  }
  const writing = { locale, options: { ...options, values: [value] } };
  const isSplit = isList && columnType.check([value], writing).some(({ code }) => code === "cell/separator");
  if (isSplit) {
    const expected = `a value without "${options.separator}", which separates the items,`;
    report.report(path, "definition/wrong-value", { actual, expected });
  }
  return value;
}
