import type { ExpressionScope } from "../../expression/parts.ts";
import type { DefinitionSource, Path } from "../text/definition-source.ts";
import { type DefinitionSymbol, symbolId } from "./definition-symbol.ts";

/** Everything that a definition declares, and the columns that the application adds, by id. */
export function symbolsOf(
  source: DefinitionSource,
  scope: ExpressionScope | undefined,
): ReadonlyMap<string, DefinitionSymbol> {
  const symbols = new Map<string, DefinitionSymbol>();
  const add = (kind: DefinitionSymbol["kind"], name: string, path: Path, table = "") => {
    const scalar = source.part(path)?.nameScalar;
    const [start = 0, end = 0] = scalar?.range ?? [];
    const nameSpan = scalar === undefined ? undefined : { start, end };
    const id = symbolId({ kind, name, table });
    if (!symbols.has(id)) symbols.set(id, { kind, name, table, path, nameSpan });
  };
  for (const table of source.names(["tables"])) {
    const path = ["tables", table];
    add("table", table, path);
    for (const column of source.names([...path, "columns"])) {
      add("column", column, [...path, "columns", column], table);
    }
    for (const { name } of scope?.tables.get(table)?.columns ?? []) {
      add("column", name, [...path, "columns", name], table);
    }
  }
  for (const slice of source.names(["slices"])) add("slice", slice, ["slices", slice]);
  for (const action of source.names(["actions"])) add("action", action, ["actions", action]);
  for (const rule of source.names(["rules"])) add("rule", rule, ["rules", rule]);
  return symbols;
}
