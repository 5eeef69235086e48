import { suggest } from "../../diagnostics/index.ts";
import { checkNames, type TakenName } from "../../yaml/check-names.ts";
import type { DefinitionReport } from "../../yaml/definition-report.ts";
import type { Path } from "../../yaml/definition-source.ts";
import type { ColumnType } from "../column-types/column-type.ts";
import { columnTypeNamed, columnTypes } from "../column-types/index.ts";
import { jsonListType } from "../column-types/object.ts";
import type { ColumnShape, DefinitionShape, TableShape } from "../text/definition-shape.ts";
import { itemOfList } from "../text/object-fields.ts";
import { checkRenames } from "./check-renames.ts";
import type { ColumnDraft, ColumnPlace, TableDraft } from "./drafts.ts";
import { findKey } from "./find-key.ts";
import { checkSources, readSource } from "./sources.ts";

/** Drafts of all tables by name. `taken` learns their names, which slices share. */
export function draftTables(
  report: DefinitionReport,
  { tables, types = {} }: DefinitionShape,
  taken: Map<string, TakenName>,
): ReadonlyMap<string, TableDraft> {
  const names = report.source.names(["tables"], tables);
  checkNames(report, "table", names, (name) => ["tables", name], taken);
  const drafts = names.map((name) =>
    draftTable(report, name, tables[name] as TableShape, Object.keys(types)),
  );
  checkSources(report, drafts);
  checkRenames(report, drafts);
  return new Map(drafts.map((draft) => [draft.name, draft]));
}

function draftTable(
  report: DefinitionReport,
  name: string,
  shape: TableShape,
  types: readonly string[],
): TableDraft {
  const path = ["tables", name];
  const columns = draftColumns(report, path, shape, types);
  const source = readSource(report, [...path, "source"], shape.source);
  return { name, path, shape, source, columns, key: findKey(report, name, path, shape, columns) };
}

function draftColumns(
  report: DefinitionReport,
  table: Path,
  shape: TableShape,
  types: readonly string[],
): readonly ColumnDraft[] {
  const names = report.source.names([...table, "columns"], shape.columns);
  checkNames(report, "column", names, (name) => [...table, "columns", name]);
  let stored = 0;
  const drafts = names.map((name) => {
    const path = [...table, "columns", name];
    const column = ofNamedType(shape.columns[name] as ColumnShape, types);
    const declared = declaredType(column);
    if (declared === undefined) reportUnknownType(report, [...path, "type"], column.type, types);
    const isVirtual = column.virtual === true || declared?.filledBy === "formula";
    const isStored = !isVirtual && declared?.filledBy !== "none";
    const place: ColumnPlace = isStored ? { isVirtual: false, index: stored++ } : { isVirtual: true };
    return { name, path, shape: column, declared, isDeclared: true, ...place };
  });
  return drafts.filter(({ declared }) => declared?.filledBy !== "none");
}

/** `Line` and `List of Line`, as fields say it: an Object or a List with `of`. */
function ofNamedType(column: ColumnShape, types: readonly string[]): ColumnShape {
  const item = itemOfList(column.type);
  if (item !== undefined && column.of === undefined) return { ...column, type: "List", of: item };
  return types.includes(column.type) && columnTypeNamed(column.type) === undefined
    ? { ...column, type: "Object", of: column.type }
    : column;
}

/** A List is computed, or has items that callers write: those that `of` tells of. */
function declaredType({ type, of }: ColumnShape): ColumnType | undefined {
  return type === "List" && of !== undefined ? jsonListType : columnTypeNamed(type);
}

export function reportUnknownType(
  report: DefinitionReport,
  path: Path,
  name: string,
  types: readonly string[] = [],
): void {
  const names = [...types, ...columnTypes.map((type) => type.name)];
  report.report(path, "definition/unknown-type", { name, suggestion: suggest(name, names) });
}
