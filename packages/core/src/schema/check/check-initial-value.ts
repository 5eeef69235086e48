import { diagnose } from "../../diagnostics/index.ts";
import { type CheckedExpression, rewrite } from "../../expression/parts.ts";
import type { DefinitionReport } from "../../yaml/definition-report.ts";
import type { Path } from "../../yaml/definition-source.ts";
import type { ColumnDefinition } from "../app/column-definition.ts";

/** Reports an initial value that is always the same and that the column's own options refuse. */
export function checkInitialValue(
  report: DefinitionReport,
  path: Path,
  column: ColumnDefinition,
  locale: string,
): void {
  for (const reason of refusalsOfConstant(column, column.initialValue, locale))
    report.report(path, "definition/initial-value", { reason });
}

/** Why the options of a column refuse a value that is always the same; nothing where it is taken, blank or another for each row. */
export function refusalsOfConstant(
  { columnType, options }: ColumnDefinition,
  expression: CheckedExpression | undefined,
  locale: string,
): readonly string[] {
  const root = expression && rewrite(expression).root;
  if (root?.op !== "constant" || root.value === null) return [];
  return columnType
    .check(root.value, { locale, options })
    .map(({ code, details }) => diagnose(code, details as never).message);
}
