import { diagnose } from "../../diagnostics/index.ts";
import type { CheckedExpression } from "../../expression/parts.ts";
import type { Value } from "../../values/index.ts";
import type { ColumnDefinition } from "../app-definition.ts";
import type { DefinitionReport } from "../text/definition-report.ts";
import type { Path } from "../text/definition-source.ts";

/** Reports an initial value that is always the same and that the column's own options refuse. */
export function checkInitialValue(
  report: DefinitionReport,
  path: Path,
  { columnType, options, initialValue }: ColumnDefinition,
  locale: string,
): void {
  const value = initialValue && constantOf(initialValue.root);
  if (value === undefined || value === null) return;
  for (const { code, details } of columnType.check(value, { locale, options })) {
    const { message } = diagnose(code, details as never);
    report.report(path, "definition/initial-value", { reason: message });
  }
}

/** The value of a constant or of a list of constants; undefined for what is computed from anything else. */
function constantOf(node: CheckedExpression["root"]): Value | undefined {
  if (node.op === "constant") return node.value;
  if (node.op !== "list") return undefined;
  const items = node.items.map((item) => (item.op === "constant" ? item.value : undefined));
  return items.includes(undefined) ? undefined : (items as Value);
}
