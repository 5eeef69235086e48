import { suggest } from "../../diagnostics/index.ts";
import {
  type CheckedExpression,
  rewrite,
  type ScopeColumn,
  type TableScope,
  type Type,
} from "../../expression/parts.ts";
import { type Compiling, compileExpression, compileValidIf } from "../../yaml/compile-expression.ts";
import type { DefinitionReport } from "../../yaml/definition-report.ts";
import type { Path } from "../../yaml/definition-source.ts";
import type {
  HistoryDefinition,
  SliceDefinition,
  TableDefinition,
  UpdateMode,
  Updates,
} from "../app/app-definition.ts";
import { type ColumnDefinition, columnsRead } from "../app/column-definition.ts";
import { millisecondsOf } from "../app/retention.ts";
import { checkFilterReads, checkInitialValue } from "../check/check-tables.ts";
import { findColumn } from "../draft/find-names.ts";
import type { DefinitionShape, HistoryShape, TableShape } from "../text/definition-shape.ts";
import type { TypedColumn, TypedTable } from "../typing/type-columns.ts";
import { inRowOf } from "./scope-of-definition.ts";

/** The tables in order; one without a key or without columns is left out, which has been reported. */
export function compileTables(
  compiling: Compiling,
  tables: ReadonlyMap<string, TypedTable>,
  app: DefinitionShape["app"],
): ReadonlyMap<string, TableDefinition> {
  const compiled = [...tables.values()].flatMap((table) => {
    const row = compiling.scope.tables.get(table.name);
    return row === undefined ? [] : (compileTable(compiling, table, row, app) ?? []);
  });
  return new Map(compiled.map((table) => [table.name, table]));
}

function compileTable(
  compiling: Compiling,
  table: TypedTable,
  row: TableScope,
  app: DefinitionShape["app"],
): TableDefinition | undefined {
  const { report, scope } = compiling;
  const { name, path, shape, source } = table;
  const columns = compileColumns(compiling, table, row, app.editableIf === "binding");
  for (const [position, column] of columns.entries()) {
    const at = table.columns[position]?.path ?? path;
    checkInitialValue(report, [...at, "initialValue"], column, scope.locale);
  }
  const storedColumns = columns.filter((column) => !column.isVirtual);
  const key = table.key.flatMap((part) => storedColumns.find((column) => column.name === part.name) ?? []);
  const securityFilter = compileSecurityFilter(compiling, table, row);
  const updates = compileUpdates(compiling, [...path, "updates"], shape.updates ?? ["add", "edit", "delete"]);
  const formulaOrder = orderFormulas(report, columns, (column) => [
    ...path,
    "columns",
    column.name,
    column.formula === undefined ? "watch" : "formula",
  ]);
  const label = findLabel(report, table, columns) ?? key[0];
  if (label === undefined) return undefined;
  const { withCheck = false, rowNumbers = "stable", strictValues = false, hit = "all" } = shape;
  return {
    name,
    source,
    was: shape.was,
    columns,
    storedColumns,
    key,
    label,
    ...updates,
    securityFilter,
    withCheck,
    rowNumbers,
    strictValues,
    hit,
    history: historyOf(shape.history, app.history),
    scope: row,
    formulaOrder,
    autoNumbered: storedColumns.filter(({ options }) => options.autoNumber),
  };
}

function compileSecurityFilter(
  compiling: Compiling,
  { name, path, shape }: TypedTable,
  row: TableScope,
): CheckedExpression | undefined {
  const { report, scope } = compiling;
  const at = [...path, "securityFilter"];
  const filter = compileExpression(inRowOf(compiling, row), at, shape.securityFilter, { kind: "Yes/No" });
  if (filter !== undefined) checkFilterReads(report, at, name, filter, scope);
  if (shape.withCheck === true && shape.securityFilter === undefined)
    report.report([...path, "withCheck"], "definition/no-filter", { table: name }, "name");
  return filter;
}

function findLabel(
  report: DefinitionReport,
  table: TypedTable,
  columns: readonly ColumnDefinition[],
): ColumnDefinition | undefined {
  const [label, ...others] = table.columns.filter(({ shape }) => shape.label === true);
  for (const other of others) {
    const details = { first: `${label?.name}.label`, second: `${other.name}.label` };
    report.report([...other.path, "label"], "definition/exclusive", details, "name");
  }
  return columns.find(({ name }) => name === label?.name);
}

/** How changes of a table are recorded: what the table says wins, member by member, over what the application says. */
function historyOf(
  ofTable: TableShape["history"],
  ofApp: HistoryShape | undefined,
): TableDefinition["history"] {
  if (ofTable === false || (ofTable === undefined && ofApp === undefined)) return undefined;
  const own = typeof ofTable === "object" ? ofTable : {};
  return {
    keep: millisecondsOf(own.keep ?? ofApp?.keep ?? DEFAULT_KEEP),
    sensitive: own.sensitive ?? ofApp?.sensitive ?? false,
  } satisfies HistoryDefinition;
}

const DEFAULT_KEEP = "30d";

/**
 * The columns that the application computes: those with a formula, each after the stored ones it reads, and the change
 * columns, each after those it watches. Columns that need one another are reported.
 */
function orderFormulas(
  report: DefinitionReport,
  columns: readonly ColumnDefinition[],
  pathOf: (column: ColumnDefinition) => Path,
): readonly ColumnDefinition[] {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const stored = new Map(
    columns.filter(({ isVirtual }) => !isVirtual).map((column) => [column.name, column]),
  );
  const ordered = new Set<ColumnDefinition>();
  const open: ColumnDefinition[] = [];

  const visit = (column: ColumnDefinition): void => {
    const { formula, columnType } = column;
    const isComputed = formula !== undefined || columnType.filledBy === "application";
    if (!isComputed || ordered.has(column)) return;
    const from = open.indexOf(column);
    if (from >= 0) {
      const names = [...open.slice(from), column].map(({ name }) => name);
      report.report(pathOf(column), "definition/formula-cycle", { columns: names });
      return;
    }
    open.push(column);
    for (const name of namesRead(column)) {
      const read = (column.formula === undefined ? byName : stored).get(name);
      if (read !== undefined) visit(read);
    }
    open.pop();
    ordered.add(column);
  };

  for (const column of columns) visit(column);
  return [...ordered];
}

/** A change column that names no column watches what callers write, which nothing has to compute. */
function namesRead({ formula, options }: ColumnDefinition): Iterable<string> {
  return formula === undefined ? (options.watch?.columns ?? []) : columnsRead(formula);
}

const YES_NO: Type = { kind: "Yes/No" };
const TEXT: Type = { kind: "Text" };

/** The columns of a table with their expressions compiled, each in the scope of the table's row. */
function compileColumns(
  compiling: Compiling,
  table: TypedTable,
  row: TableScope,
  isBinding: boolean,
): readonly ColumnDefinition[] {
  return table.columns.map((column, position) =>
    compileColumn(compiling, row, column, row.columns[position], isBinding),
  );
}

type Member =
  | "initialValue"
  | "requiredIf"
  | "invalidMessage"
  | "readIf"
  | "writeIf"
  | "editableIf"
  | "showIf"
  | "resetIf";

function compileColumn(
  compiling: Compiling,
  row: TableScope,
  column: TypedColumn,
  self: ScopeColumn | undefined,
  isBinding: boolean,
): ColumnDefinition {
  const { name, path, shape, columnType, options, type } = column;
  const inRow = inRowOf(compiling, row, { column: self, change: true });
  const compile = (member: Member, expected: Type, within = inRow) =>
    compileExpression(within, [...path, member], shape[member], expected);
  const atRest = inRowOf(compiling, row);
  const editableIf = compile("editableIf", YES_NO);
  const writeIf = [compile("writeIf", YES_NO, atRest), isBinding ? editableIf : undefined];
  const members = {
    name,
    columnType,
    options,
    type,
    required: shape.required ?? false,
    initialValue: compile("initialValue", type),
    formula: self?.isVirtual === true ? self.formula : compileStored(),
    requiredIf: compile("requiredIf", YES_NO),
    validIf: compileValidIf(inRow, [...path, "validIf"], shape.validIf, type),
    invalidMessage: compile("invalidMessage", TEXT),
    readIf: compile("readIf", YES_NO, atRest),
    writeIf: writeIf.filter((condition) => condition !== undefined),
    editableIf,
    showIf: compile("showIf", YES_NO),
    resetIf: compile("resetIf", YES_NO),
  };
  return column.isVirtual
    ? { isVirtual: true, addedFor: column.isDeclared ? undefined : shape.table, ...members }
    : { isVirtual: false, index: column.index, ...members };

  function compileStored(): CheckedExpression | undefined {
    const inChange = inRowOf(compiling, row, { column: self, change: true, givesThis: true });
    return compileExpression(inChange, [...path, "formula"], shape.formula, type);
  }
}

type SliceShape = NonNullable<DefinitionShape["slices"]>[string];

/** The slices in order; one whose table is not there is left out, which has been reported. */
export function compileSlices(
  compiling: Compiling,
  { slices = {} }: DefinitionShape,
  tables: ReadonlyMap<string, TableDefinition>,
): ReadonlyMap<string, SliceDefinition> {
  const { report, scope } = compiling;
  const compiled = [...scope.slices.values()].flatMap((slice) => {
    const shape = slices[slice.name];
    const table = tables.get(slice.table.name);
    const { filter } = slice;
    if (shape === undefined || table === undefined) return [];
    const path = ["slices", slice.name];
    const columns = columnsOf(report, [...path, "columns"], slice.name, shape, table);
    const updates = updatesOf(compiling, [...path, "updates"], shape, table);
    const storedColumns = columns.filter((column) => !column.isVirtual);
    return [{ name: slice.name, table, filter, columns, storedColumns, ...updates, scope: slice }];
  });
  return new Map(compiled.map((slice) => [slice.name, slice]));
}

/** The columns in the slice's order; those of the key must be among them. */
function columnsOf(
  report: DefinitionReport,
  path: Path,
  slice: string,
  { columns: names }: SliceShape,
  table: TableDefinition,
): readonly ColumnDefinition[] {
  if (names === undefined) return table.columns;
  const columns = names.flatMap(
    (name, position) => findColumn(report, [...path, position], table, name) ?? [],
  );
  for (const part of table.key) {
    if (columns.includes(part)) continue;
    report.report(path, "definition/slice-key", { slice, column: part.name }, "name");
  }
  return columns;
}

/** A slice that says nothing allows what its table allows. */
function updatesOf(compiling: Compiling, path: Path, shape: SliceShape, table: TableDefinition): Updates {
  const { updates, updatesExpression } = table;
  if (shape.updates === undefined) return { updates, updatesExpression };
  const own = compileUpdates(compiling, path, shape.updates);
  for (const update of updatesExpression === undefined ? own.updates : []) {
    if (!updates.has(update))
      compiling.report.report(path, "definition/looser-slice", { update, table: table.name });
  }
  return own;
}

const READ_ONLY: ReadonlySet<UpdateMode> = new Set();

/** The changes a table or slice allows: a list, a word such as READ_ONLY, or an expression that gives one. */
function compileUpdates(compiling: Compiling, path: Path, shape: UpdateMode[] | string): Updates {
  if (typeof shape !== "string") return { updates: new Set(shape), updatesExpression: undefined };
  const fixed = updateModesOf(shape);
  if (fixed !== undefined) return { updates: fixed, updatesExpression: undefined };
  const compiled = compileExpression(compiling, path, shape, { kind: "Text" });
  const root = compiled && rewrite(compiled).root;
  if (root?.op !== "constant") return { updates: READ_ONLY, updatesExpression: compiled };
  const word = String(root.value ?? "");
  const updates = updateModesOf(word);
  if (updates === undefined) {
    const details = { actual: `"${word}"`, expected: `one of ${updateWords.join(", ")}` };
    compiling.report.report(path, "definition/wrong-value", {
      ...details,
      suggestion: suggest(word, updateWords),
    });
  }
  return { updates: updates ?? READ_ONLY, updatesExpression: undefined };
}

const MODES: ReadonlyMap<string, readonly UpdateMode[]> = new Map([
  ["ALL_CHANGES", ["add", "edit", "delete"]],
  ["ADDS_AND_UPDATES", ["add", "edit"]],
  ["UPDATES_AND_ADDS", ["add", "edit"]],
  ["ADDS_AND_DELETES", ["add", "delete"]],
  ["UPDATES_AND_DELETES", ["edit", "delete"]],
  ["ADDS_ONLY", ["add"]],
  ["UPDATES_ONLY", ["edit"]],
  ["DELETES_ONLY", ["delete"]],
  ["READ_ONLY", []],
]);

/** Every word that an `updates` expression may give. */
const updateWords: readonly string[] = [...MODES.keys()];

/** The changes that a word allows, in any case; undefined for another word. */
export function updateModesOf(word: string): ReadonlySet<UpdateMode> | undefined {
  const modes = MODES.get(word.trim().toUpperCase());
  return modes && new Set(modes);
}
