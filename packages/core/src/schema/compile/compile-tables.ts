import type { CheckedExpression, ExpressionScope, TableScope } from "../../expression/parts.ts";
import type { HistoryDefinition, TableDefinition } from "../app-definition.ts";
import { checkFilterReads } from "../check/check-filter-reads.ts";
import { checkInitialValue } from "../check/check-initial-value.ts";
import type { ColumnDefinition } from "../column-definition.ts";
import type { DefinitionReport } from "../text/definition-report.ts";
import type { HistoryShape, TableShape } from "../text/definition-shape.ts";
import { orderFormulas } from "../typing/order-formulas.ts";
import { scopeOfRow } from "../typing/scope-of-table.ts";
import type { TypedTable } from "../typing/type-columns.ts";
import { compileColumns } from "./compile-columns.ts";
import { compileExpression } from "./compile-expression.ts";
import { compileUpdates } from "./compile-updates.ts";
import { millisecondsOf } from "./milliseconds-of.ts";

/** The tables in order; one without a key or without columns is left out, which has been reported. */
export function compileTables(
  report: DefinitionReport,
  scope: ExpressionScope,
  tables: ReadonlyMap<string, TypedTable>,
  ofApp: HistoryShape | undefined,
): ReadonlyMap<string, TableDefinition> {
  const compiled = [...tables.values()].flatMap((table) => {
    const row = scope.tables.get(table.name);
    return row === undefined ? [] : (compileTable(report, scope, table, row, ofApp) ?? []);
  });
  return new Map(compiled.map((table) => [table.name, table]));
}

function compileTable(
  report: DefinitionReport,
  scope: ExpressionScope,
  table: TypedTable,
  row: TableScope,
  ofApp: HistoryShape | undefined,
): TableDefinition | undefined {
  const { name, path, shape, source } = table;
  const columns = compileColumns(report, scope, table, row);
  for (const [position, column] of columns.entries()) {
    const at = table.columns[position]?.path ?? path;
    checkInitialValue(report, [...at, "initialValue"], column, scope.locale);
  }
  const storedColumns = columns.filter((column) => !column.isVirtual);
  const key = table.key.flatMap((part) => storedColumns.find((column) => column.name === part.name) ?? []);
  const securityFilter = compileSecurityFilter(report, scope, table, row);
  const updates = compileUpdates(
    report,
    [...path, "updates"],
    shape.updates ?? ["add", "edit", "delete"],
    scope,
  );
  const formulaOrder = orderFormulas(report, columns, (column) => [
    ...path,
    "columns",
    column.name,
    column.formula === undefined ? "watch" : "formula",
  ]);
  const label = findLabel(report, table, columns) ?? key[0];
  if (label === undefined) return undefined;
  const { withCheck = false, rowNumbers = "position", strictValues = false } = shape;
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
    history: historyOf(shape.history, ofApp),
    scope: row,
    formulaOrder,
    autoNumbered: storedColumns.filter(({ options }) => options.autoNumber),
  };
}

function compileSecurityFilter(
  report: DefinitionReport,
  scope: ExpressionScope,
  { name, path, shape }: TypedTable,
  row: TableScope,
): CheckedExpression | undefined {
  const at = [...path, "securityFilter"];
  const filter = compileExpression(report, at, shape.securityFilter, scopeOfRow(scope, row), {
    kind: "Yes/No",
  });
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
