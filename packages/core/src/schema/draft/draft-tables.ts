import { suggest } from "../../diagnostics/index.ts";
import type { ColumnType } from "../column-types/column-type.ts";
import { columnTypeNamed, columnTypes } from "../column-types/index.ts";
import type { DefinitionReport } from "../text/definition-report.ts";
import type { ColumnShape, DefinitionShape, TableShape } from "../text/definition-shape.ts";
import type { Path } from "../text/definition-source.ts";
import { checkNames, type TakenName } from "./check-names.ts";
import { findKey } from "./find-key.ts";

/** A table whose columns have a declared type and a position, and whose key is known. */
export interface TableDraft {
  readonly name: string;
  readonly path: Path;
  readonly shape: TableShape;
  readonly columns: readonly ColumnDraft[];
  readonly key: readonly ColumnDraft[];
}

export interface ColumnDraft {
  readonly name: string;
  readonly path: Path;
  readonly shape: ColumnShape;
  /** Undefined for a type that does not exist, which has been reported. */
  readonly declared: ColumnType | undefined;
  /** Position within a row; -1 for a virtual column. */
  readonly index: number;
  /** Whether the definition names it; the others the application adds. */
  readonly isDeclared: boolean;
}

/** Drafts of all tables by name. `taken` learns their names, which slices share. */
export function draftTables(
  report: DefinitionReport,
  { tables }: DefinitionShape,
  taken: Map<string, TakenName>,
): ReadonlyMap<string, TableDraft> {
  const names = report.source.names(["tables"]).filter((name) => Object.hasOwn(tables, name));
  checkNames(report, "table", names, (name) => ["tables", name], taken);
  return new Map(names.map((name) => [name, draftTable(report, name, tables[name] as TableShape)]));
}

function draftTable(report: DefinitionReport, name: string, shape: TableShape): TableDraft {
  const path = ["tables", name];
  const columns = draftColumns(report, path, shape);
  return { name, path, shape, columns, key: findKey(report, name, path, shape, columns) };
}

function draftColumns(report: DefinitionReport, table: Path, shape: TableShape): readonly ColumnDraft[] {
  const names = report.source
    .names([...table, "columns"])
    .filter((name) => Object.hasOwn(shape.columns, name));
  checkNames(report, "column", names, (name) => [...table, "columns", name]);
  let stored = 0;
  const drafts = names.map((name) => {
    const path = [...table, "columns", name];
    const column = shape.columns[name] as ColumnShape;
    const declared = columnTypeNamed(column.type);
    if (declared === undefined) reportUnknownType(report, [...path, "type"], column.type);
    const isVirtual = column.virtual === true || declared?.filledBy === "formula";
    const isKept = !isVirtual && declared?.filledBy !== "nobody";
    return { name, path, shape: column, declared, index: isKept ? stored++ : -1, isDeclared: true };
  });
  return drafts.filter(({ declared }) => declared?.filledBy !== "nobody");
}

export function reportUnknownType(report: DefinitionReport, path: Path, name: string): void {
  const names = columnTypes.map((type) => type.name);
  report.report(path, "definition/unknown-type", { name, suggestion: suggest(name, names) });
}
