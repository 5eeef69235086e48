import { findName } from "../../expression/parts.ts";
import type { DefinitionReport } from "../text/definition-report.ts";
import type { Path } from "../text/definition-source.ts";
import { suggestName } from "./suggest-name.ts";

interface ColumnsByName<T> {
  readonly name: string;
  readonly columns: readonly T[];
}

/** The column of a table that a name means; an unknown one is reported at its path. */
export function findColumn<T extends { readonly name: string }>(
  report: DefinitionReport,
  path: Path,
  table: ColumnsByName<T>,
  name: string,
  at: "name" | "value" = "value",
): T | undefined {
  const { match } = findName(table.columns, name);
  if (match === undefined) {
    const details = { name, table: table.name, suggestion: suggestName(name, table.columns) };
    report.report(path, "definition/unknown-column", details, at);
  } else report.observer?.name(path, at, { kind: "column", name: match.name, table: table.name });
  return match;
}
