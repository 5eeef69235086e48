import type { DefinitionReport } from "../text/definition-report.ts";
import type { TypedColumn, TypedTable } from "./type-columns.ts";

/** Reports values that no change could bring about: those that are no value of any column that is watched for them. */
export function checkWatches(report: DefinitionReport, { columns }: TypedTable, locale: string): void {
  for (const { path, options } of columns) {
    const { watch } = options;
    if (watch === undefined) continue;
    const watched = columns.filter((column) => isWatched(column, watch.columns));
    for (const [position, value] of watch.values.entries()) {
      if (watched.length === 0 || watched.some((column) => takes(column, value, locale))) continue;
      const details = { actual: JSON.stringify(value), expected: "a value of a watched column" };
      report.report([...path, "watch", "values", position], "definition/wrong-value", details);
    }
  }
}

function isWatched({ name, columnType, shape }: TypedColumn, names: readonly string[]): boolean {
  if (names.length > 0) return names.includes(name);
  return columnType.isWritable && shape.formula === undefined;
}

function takes({ columnType, options }: TypedColumn, value: string, locale: string): boolean {
  const read = columnType.read(value, { locale, timeZone: "UTC", options });
  return "value" in read && columnType.check(read.value, { locale, options }).length === 0;
}
