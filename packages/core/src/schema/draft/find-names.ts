import { suggest } from "../../diagnostics/index.ts";
import { findName } from "../../expression/parts.ts";
import type { DefinitionReport } from "../../yaml/definition-report.ts";
import type { Path } from "../../yaml/definition-source.ts";

/** What a name means among the declared tables, or tables and slices; an unknown one is reported at its path. */
export function findTable<T extends { readonly name: string }>(
  report: DefinitionReport,
  path: Path,
  declared: Iterable<T>,
  name: string,
): T | undefined {
  const all = [...declared];
  const { match } = findName(all, name);
  if (match === undefined) {
    const slices = report.source.names(["slices"]).map((slice) => ({ name: slice }));
    const slice = findName(slices, name).match?.name;
    report.report(path, "definition/unknown-table", { name, suggestion: suggestName(name, all), slice });
  } else report.observer?.name(path, "value", { kind: "table or slice", name: match.name });
  return match;
}

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

/** A definition with more names than these may misspell as many, and then looking for the nearest takes too long. */
const MOST_CANDIDATES = 1_000;

/** The declared name that a misspelt one most likely meant; none among very many. */
export function suggestName(name: string, declared: Iterable<{ readonly name: string }>): string | undefined {
  const names: string[] = [];
  for (const one of declared) {
    if (names.length === MOST_CANDIDATES) return undefined;
    names.push(one.name);
  }
  return suggest(name, names);
}
