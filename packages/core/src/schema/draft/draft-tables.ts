import { suggestType } from "../../expression/context/declared-types.ts";
import { checkNames, type TakenName } from "../../yaml/check-names.ts";
import type { DefinitionReport } from "../../yaml/definition-report.ts";
import type { Path } from "../../yaml/definition-source.ts";
import type { ColumnType } from "../column-types/column-type.ts";
import { columnTypeNamed, columnTypes } from "../column-types/index.ts";
import { jsonListType } from "../column-types/object.ts";
import { itemOfList } from "../text/column-members.ts";
import type { ColumnShape, DefinitionShape, TableShape } from "../text/definition-shape.ts";
import { readTableSource, type TableSource, writeTableSource } from "../text/table-source.ts";
import { findColumn } from "./find-names.ts";

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

/** A List is computed, or has items that callers write: those that `of` declares. */
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
  report.report(path, "definition/unknown-type", { name, suggestion: suggestType(name, names) });
}

/**
 * Reports former names of tables and columns that something bears still, or that two share. A virtual column may bear the
 * former name of a stored one: it has no values of its own.
 */
function checkRenames(report: DefinitionReport, tables: readonly TableDraft[]): void {
  checkFormerNames(report, "table", tables);
  for (const { path, shape, columns } of tables) {
    checkFormerNames(
      report,
      "column",
      columns.filter(({ isVirtual }) => !isVirtual),
    );
    if (shape.source === undefined) continue;
    for (const part of [{ path, shape }, ...columns]) refuseBesideSource(report, part);
  }
}

function checkFormerNames(
  report: DefinitionReport,
  kind: "table" | "column",
  parts: readonly (TableDraft | ColumnDraft)[],
): void {
  const declared = new Set(parts.map(({ name }) => name));
  const first = new Map<string, string>();
  for (const { name, path, shape } of parts) {
    const { was } = shape;
    if (was === undefined) continue;
    const at = [...path, "was"];
    const other = first.get(was);
    if (declared.has(was)) report.report(at, "definition/was-declared", { name, was, kind });
    else if (other === undefined) first.set(was, name);
    else report.report(at, "definition/same-was", { first: other, second: name, was });
  }
}

/** The tables of other programs are never altered. */
function refuseBesideSource(
  report: DefinitionReport,
  { path, shape }: Pick<TableDraft | ColumnDraft, "path" | "shape">,
): void {
  if (shape.was === undefined) return;
  const details = { first: "source", second: "was" };
  report.report([...path, "was"], "definition/exclusive", details, "name");
}

/** The key columns: those the table names, in its order, else those that say `key: true`. */
function findKey(
  report: DefinitionReport,
  table: string,
  path: Path,
  shape: TableShape,
  columns: readonly ColumnDraft[],
): readonly StoredDraft[] {
  const marked = columns.filter((column) => column.shape.key === true);
  const isListed = shape.key !== undefined;
  const key = isListed ? listedKey(report, table, [...path, "key"], shape.key ?? [], columns) : marked;
  if (key.length === 0 && !isListed) report.report(path, "definition/no-key", { table }, "name");
  for (const column of isListed ? marked.filter((one) => !key.includes(one)) : []) {
    report.report([...column.path, "key"], "definition/exclusive", {
      first: "key: true",
      second: `${table}.key`,
    });
  }
  return key.flatMap((column) => (mayBeKey(report, column) ? column : []));
}

function listedKey(
  report: DefinitionReport,
  table: string,
  path: Path,
  names: readonly string[],
  columns: readonly ColumnDraft[],
): readonly ColumnDraft[] {
  const key: ColumnDraft[] = [];
  for (const [position, name] of names.entries()) {
    const at = [...path, position];
    const match = findColumn(report, at, { name: table, columns }, name);
    if (match === undefined) continue;
    if (key.includes(match)) {
      report.report(at, "definition/key", { column: name, reason: "it is a part of the key already" });
    } else key.push(match);
  }
  return key;
}

function mayBeKey(report: DefinitionReport, column: ColumnDraft): column is StoredDraft {
  const { name, path, shape, declared, isVirtual } = column;
  const reason = reasonAgainst();
  if (reason !== undefined) report.report(path, "definition/key", { column: name, reason }, "name");
  return reason === undefined;

  function reasonAgainst(): string | undefined {
    if (declared?.filledBy === "application") return "it changes with the row";
    if (shape.digits === "exact") return 'numbers with exact "digits" name no row; make it a Text';
    if (declared?.mayBeKey === false) return `no key is of type ${declared.name}`;
    if (isVirtual) return "it is virtual";
    if (shape.readIf !== undefined) return 'it has "readIf", and a key names its row to all who see the row';
    return shape.formula === undefined ? undefined : "a key never changes, and its formula could change it";
  }
}

/** The table that a `source` names; one that does not read is reported. */
function readSource(report: DefinitionReport, path: Path, text: string | undefined): TableSource | undefined {
  if (text === undefined) return undefined;
  const source = readTableSource(text);
  if (source === undefined)
    report.report(path, "definition/wrong-value", {
      actual: JSON.stringify(text),
      expected: 'a table such as film, public.film or "odd.name"',
    });
  return source;
}

/** Reports sources that two tables or two columns of a table share, and members of columns that need a table with one. */
function checkSources(report: DefinitionReport, tables: readonly TableDraft[]): void {
  const named = tables.flatMap((table) => {
    const source = table.source && writeTableSource(table.source);
    return source === undefined ? [] : [{ ...table, source }];
  });
  checkDistinct(report, named);
  for (const { name, shape, columns } of tables) {
    if (shape.source !== undefined)
      checkDistinct(report, columns.filter(({ isVirtual }) => !isVirtual).map(withSource));
    else checkWithout(report, name, columns);
  }
}

function checkDistinct(
  report: DefinitionReport,
  named: readonly { readonly name: string; readonly path: Path; readonly source: string }[],
): void {
  const first = new Map<string, string>();
  for (const { name, path, source } of named) {
    const at = [...path, "source"];
    const other = first.get(source);
    if (other === undefined) first.set(source, name);
    else {
      const isWritten = report.source.has(at);
      const details = { first: other, second: name, source };
      report.report(isWritten ? at : path, "definition/same-source", details, isWritten ? "value" : "name");
    }
  }
}

function checkWithout(report: DefinitionReport, table: string, columns: readonly ColumnDraft[]): void {
  for (const { path, shape } of columns) {
    const members = [
      ...(shape.source === undefined ? [] : ["source"]),
      ...(shape.readOnly === true ? ["readOnly"] : []),
      ...(shape.digits === undefined ? [] : ["digits"]),
      ...(shape.instant === undefined || shape.instant === false ? [] : ["instant"]),
    ];
    for (const member of members)
      report.report([...path, member], "definition/no-source", { member, table }, "name");
  }
}

function withSource({ name, path, shape }: ColumnDraft) {
  return { name, path, source: shape.source ?? name };
}

/** A table whose columns have a declared type and a position, and whose key is known. */
export interface TableDraft {
  readonly name: string;
  readonly path: Path;
  readonly shape: TableShape;
  /** The table of the database that its rows lie in. */
  readonly source: TableSource | undefined;
  readonly columns: readonly ColumnDraft[];
  readonly key: readonly StoredDraft[];
}

/** A column as the definition declares it, or as the application adds it. */
export type ColumnDraft = DraftMembers & ColumnPlace;

export type StoredDraft = Extract<ColumnDraft, { readonly isVirtual: false }>;

/** Where the values of a column are: at a position of each row, or computed when they are read. */
type ColumnPlace = { readonly isVirtual: false; readonly index: number } | { readonly isVirtual: true };

interface DraftMembers {
  readonly name: string;
  readonly path: Path;
  readonly shape: ColumnShape;
  /** Undefined for a type that does not exist, which has been reported. */
  readonly declared: ColumnType | undefined;
  /** Whether the definition names it; the others the application adds. */
  readonly isDeclared: boolean;
}
