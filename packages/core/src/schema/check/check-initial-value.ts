import type { ColumnDefinition } from "../column-definition.ts";
import type { DefinitionReport } from "../text/definition-report.ts";
import type { Path } from "../text/definition-source.ts";
import { refusalsOfConstant } from "./refusals-of-constant.ts";

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
