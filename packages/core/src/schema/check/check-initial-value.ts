import { diagnose } from "../../diagnostics/index.ts";
import { rewrite } from "../../expression/parts.ts";
import type { ColumnDefinition } from "../column-definition.ts";
import type { DefinitionReport } from "../text/definition-report.ts";
import type { Path } from "../text/definition-source.ts";

/** Reports an initial value that is always the same and that the column's own options refuse. */
export function checkInitialValue(
  report: DefinitionReport,
  path: Path,
  { columnType, options, initialValue }: ColumnDefinition,
  locale: string,
): void {
  const root = initialValue && rewrite(initialValue).root;
  if (root?.op !== "constant" || root.value === null) return;
  for (const { code, details } of columnType.check(root.value, { locale, options })) {
    const { message } = diagnose(code, details as never);
    report.report(path, "definition/initial-value", { reason: message });
  }
}
