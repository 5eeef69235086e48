import { diagnose } from "../../diagnostics/index.ts";
import {
  anyNode,
  type CheckedExpression,
  children,
  type ExpressionScope,
  hostFunctionOf,
  isCallOf,
  readsOf,
  rewrite,
  valueFamilyOf,
} from "../../expression/parts.ts";
import { findCycles } from "../../expression/tree/find-cycles.ts";
import type { DefinitionReport } from "../../yaml/definition-report.ts";
import type { Path } from "../../yaml/definition-source.ts";
import type {
  AccessKey,
  ApiDefinition,
  AppDefinition,
  SliceDefinition,
  TableDefinition,
} from "../app/app-definition.ts";
import { type ColumnDefinition, columnsRead } from "../app/column-definition.ts";
import type { DefinitionShape } from "../text/definition-shape.ts";

/**
 * Reports tables whose rows would be parts of parts of themselves by way of other tables. A table whose rows are parts of
 * rows of its own is a tree, and is taken.
 */
export function checkPartCycles(
  report: DefinitionReport,
  tables: ReadonlyMap<string, TableDefinition>,
): void {
  const wholesOf = (name: string) => (tables.get(name)?.columns ?? []).flatMap((part) => wholeOf(name, part));
  for (const way of findCycles(tables.keys(), wholesOf)) {
    const [first = "", whole] = way;
    const column = tables.get(first)?.columns.find((part) => wholeOf(first, part).includes(whole ?? ""));
    const path = ["tables", first, "columns", column?.name ?? "", "partOf"];
    report.report(path, "definition/part-cycle", { tables: way }, "name");
  }
}

/** The other table that the rows of `table` are parts of by a column. */
function wholeOf(table: string, { isVirtual, options }: ColumnDefinition): readonly string[] {
  const isPart = !isVirtual && options.partOf && options.table !== undefined && options.table !== table;
  return isPart ? [options.table] : [];
}

/**
 * Reports security filters that call functions of the program, which only rows that the caller sees may be given to, and conditions
 * of columns that do, which may not wait for an answer.
 */
export function checkFilterCalls(
  report: DefinitionReport,
  tables: ReadonlyMap<string, TableDefinition>,
): void {
  for (const { name: table, securityFilter, columns } of tables.values()) {
    const conditions = columns.map(({ name, readIf }) => [["columns", name, "readIf"], readIf] as const);
    for (const [path, condition] of [[["securityFilter"], securityFilter] as const, ...conditions]) {
      const name = condition && hostFunctionOf(condition);
      if (name === undefined) continue;
      const place = path.length === 1 ? {} : { place: "A readIf" };
      report.report(["tables", table, ...path], "definition/function-place", { name, ...place });
    }
  }
}

/**
 * Warns of numbers that are computed of columns whose digits are exact, and of security filters that read one: expressions know the
 * nearest numbers only, and two ids that differ in their last digit may be equal to a filter.
 */
export function checkExactDigits(
  report: DefinitionReport,
  tables: ReadonlyMap<string, TableDefinition>,
): void {
  for (const { name: table, columns, securityFilter } of tables.values()) {
    const exact = columns.filter(({ options }) => options.digits === "exact");
    const filtered = securityFilter === undefined ? undefined : columnsRead(securityFilter);
    for (const { name: column } of exact)
      if (filtered?.has(column))
        report.report(["tables", table, "securityFilter"], "definition/rounded-digits", { column });
    for (const { name, formula, type } of columns) {
      if (exact.length === 0 || formula === undefined || valueFamilyOf(type) !== "number") continue;
      const read = columnsRead(formula);
      for (const column of exact)
        if (read.has(column.name)) {
          const path = ["tables", table, "columns", name, "formula"];
          report.report(path, "definition/rounded-digits", { column: column.name });
        }
    }
  }
}

/** Reports Refs that cannot do what their `onDelete` says. */
export function checkOnDelete(report: DefinitionReport, tables: ReadonlyMap<string, TableDefinition>): void {
  for (const { name: table, columns, key } of tables.values()) {
    for (const column of columns) {
      const { onDelete } = column.options;
      if (onDelete === undefined) continue;
      const objection = objectionTo(
        column,
        onDelete,
        key.some((part) => part === column),
      );
      if (objection === undefined) continue;
      const path = ["tables", table, "columns", column.name, "onDelete"];
      report.report(path, "definition/on-delete", { column: column.name, onDelete, ...objection });
    }
  }
}

interface Objection {
  readonly reason: string;
  readonly hint: string;
}

function objectionTo(
  { isVirtual, options, required, formula }: ColumnDefinition,
  onDelete: "restrict" | "clear" | "delete",
  isKey: boolean,
): Objection | undefined {
  if (isVirtual) return { reason: "the column is virtual", hint: 'Take "onDelete" from the column.' };
  if (options.partOf) {
    const reason = '"partOf" has its rows deleted with the row they refer to';
    return { reason, hint: 'Take "partOf" or "onDelete" from the column.' };
  }
  if (onDelete !== "clear") return undefined;
  const hint = 'Write "onDelete: restrict" or "onDelete: delete".';
  if (isKey) return { reason: "a column of the key cannot be blank", hint };
  if (required) return { reason: "the column is required", hint };
  if (formula !== undefined) return { reason: "its formula gives the column its values", hint };
  if (options.readOnly) return { reason: "the database gives the column its values", hint };
  return undefined;
}

/** Warns of initial values that read a column of their row that is blank whenever they are computed. */
export function checkInitialReads(
  report: DefinitionReport,
  tables: ReadonlyMap<string, TableDefinition>,
  order: AppDefinition["initialValues"],
): void {
  for (const { name: table, columns } of tables.values())
    for (const { name, initialValue } of columns) {
      if (initialValue === undefined) continue;
      const read = columnsRead(initialValue);
      const path = ["tables", table, "columns", name, "initialValue"];
      for (const other of columns.filter((one) => read.has(one.name)))
        if (other.name === name) {
          report.report(path, "definition/initial-value-reads-itself", {});
        } else if (isBlankThen(other, order)) {
          report.report(path, "definition/initial-value-reads-blank", { column: other.name, order });
        }
    }
}

function isBlankThen(
  { isVirtual, initialValue, formula, columnType }: ColumnDefinition,
  order: AppDefinition["initialValues"],
): boolean {
  if (isVirtual || initialValue !== undefined) return false;
  return order === "beforeRequest" || formula !== undefined || !columnType.isWritable;
}

interface Callable {
  readonly tables: ReadonlyMap<string, TableDefinition>;
  readonly slices: ReadonlyMap<string, SliceDefinition>;
}

/**
 * Warns, once for each access key, where calls that name no person would see the owner's rows and the definition does not
 * say that they may: a table or slice that the key reaches is filtered by USEREMAIL().
 */
export function checkOwnerKeys(
  report: DefinitionReport,
  { app }: DefinitionShape,
  { accessKeys }: ApiDefinition,
  callable: Callable,
): void {
  const personal = personalIn(callable);
  for (const [index, key] of accessKeys.entries()) {
    const isSaid = key.as !== undefined || typeof app.api?.accessKeys?.[index]?.runAs === "string";
    const table = isSaid ? undefined : personal.find((name) => reaches(key, name));
    if (table === undefined) continue;
    const details = { name: key.name, table };
    report.report(["app", "api", "accessKeys", index, "name"], "definition/owner-key", details);
  }
}

/** The tables and slices whose rows depend on who calls. */
function personalIn({ tables, slices }: Callable): readonly string[] {
  const byTable = [...tables.values()].filter((table) => readsEmail(table.securityFilter));
  const bySlice = [...slices.values()].filter(
    ({ table, filter }) => readsEmail(table.securityFilter) || readsEmail(filter),
  );
  return [...byTable, ...bySlice].map(({ name }) => name);
}

function readsEmail(filter: CheckedExpression | undefined): boolean {
  if (filter === undefined) return false;
  return anyNode(filter, (node) => isCallOf(node, "USEREMAIL"));
}

function reaches({ tables }: AccessKey, name: string): boolean {
  return tables === undefined || tables.includes(name);
}

type Node = CheckedExpression["root"];

interface Step {
  readonly node: Node;
  /** What is in the filter itself, on the way to the node. */
  readonly span: { readonly start: number; readonly end: number };
  readonly isWithin: boolean;
}

/**
 * Reports a security filter that reads a slice of its own table, itself or by way of a virtual column or another slice: a
 * slice shows rows that the filter shows, and so neither could be known first.
 */
export function checkFilterReads(
  report: DefinitionReport,
  path: Path,
  table: string,
  filter: CheckedExpression,
  scope: ExpressionScope,
): void {
  const own = new Map<CheckedExpression, string>();
  for (const slice of scope.slices.values())
    if (slice.table.name === table && slice.filter !== undefined) own.set(slice.filter, slice.name);
  const formulas = new Set<CheckedExpression>();
  const waiting: Step[] = [{ node: filter.root, span: filter.root, isWithin: false }];
  for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
    const { node, isWithin } = step;
    const span = isWithin || node.op === "and" || node.end === 0 ? step.span : node;
    for (const child of children(node)) waiting.push({ node: child, span, isWithin });
    if (node.op !== "formula" || formulas.has(node.formula)) continue;
    formulas.add(node.formula);
    const slice = own.get(node.formula);
    if (slice === undefined) waiting.push({ node: node.formula.root, span, isWithin: true });
    else report.reportWithin(path, "definition/filter-reads-slice", { slice, table }, span);
  }
}

/** Reports an initial value that is always the same and that the column's own options refuse. */
export function checkInitialValue(
  report: DefinitionReport,
  path: Path,
  column: ColumnDefinition,
  locale: string,
): void {
  for (const reason of refusalsOfConstant(column, column.initialValue, locale))
    report.report(path, "definition/initial-value", { reason });
}

/** Why the options of a column refuse a value that is always the same; nothing where it is taken, blank or another for each row. */
export function refusalsOfConstant(
  { columnType, options }: ColumnDefinition,
  expression: CheckedExpression | undefined,
  locale: string,
): readonly string[] {
  const root = expression && rewrite(expression).root;
  if (root?.op !== "constant" || root.value === null) return [];
  return columnType
    .check(root.value, { locale, options })
    .map(({ code, details }) => diagnose(code, details as never).message);
}

/** An expression of a definition whose value, or what depends on it, callers learn. */
interface Reader {
  readonly path: Path;
  /** In the words of a sentence. */
  readonly name: string;
  /** The table of its row, where it is about one. */
  readonly table: TableDefinition | undefined;
  readonly expression: CheckedExpression | undefined;
}

/**
 * Warns of what the definition says openly of columns that not everybody may read: formulas of columns without a `readIf` of
 * their own, filters, functions, decisions and conditions that read one. It is the author's right to reveal it.
 */
export function checkReveals(
  report: DefinitionReport,
  { functions = {} }: DefinitionShape,
  { tables, slices, scope, decisions }: Pick<AppDefinition, "tables" | "slices" | "scope" | "decisions">,
): void {
  const restricted = new Map([...tables.values()].map((table) => [table.name, restrictedIn(table)]));
  if ([...restricted.values()].every(({ size }) => size === 0)) return;
  const readers = [...tables.values()].flatMap(readersOf);
  for (const { name, table, filter } of slices.values())
    readers.push({
      path: ["slices", name, "filter"],
      name: `The slice "${name}"`,
      table,
      expression: filter,
    });
  for (const name of report.source.names(["functions"], functions)) {
    const expression = scope.functions.get(name.toUpperCase())?.body?.();
    readers.push({ path: ["functions", name], name: `The function ${name}`, table: undefined, expression });
  }
  for (const { name, body } of decisions.values())
    readers.push({
      path: ["decisions", name],
      name: `The decision "${name}"`,
      table: undefined,
      expression: body,
    });
  for (const { path, name, table, expression } of readers) {
    if (expression === undefined) continue;
    const reads = readsOf(expression);
    const ofRow = table === undefined ? [] : [[table.name, reads.row] as const];
    const found = [...ofRow, ...reads.tables].flatMap(([of, { cells }]) =>
      [...(restricted.get(of) ?? [])].flatMap(([index, column]) =>
        cells.has(index) ? [{ of, column }] : [],
      ),
    );
    const [first] = found;
    if (first !== undefined)
      report.report(path, "definition/reveals", { column: first.column, table: first.of, reader: name });
  }
}

/** The stored columns with a `readIf`, by their positions. */
function restrictedIn({ storedColumns }: TableDefinition): ReadonlyMap<number, string> {
  return new Map(
    storedColumns.flatMap(({ index, name, readIf }) =>
      readIf === undefined ? [] : [[index, name] as const],
    ),
  );
}

function readersOf(table: TableDefinition): Reader[] {
  const { name, columns, securityFilter } = table;
  const at = ["tables", name];
  const filter = {
    path: [...at, "securityFilter"],
    name: "The security filter",
    table,
    expression: securityFilter,
  };
  const readers: Reader[] = [filter];
  for (const { name: column, formula, readIf } of columns) {
    const path = [...at, "columns", column];
    const own = readIf === undefined ? formula : undefined;
    readers.push({ path: [...path, "formula"], name: `"${column}"`, table, expression: own });
    readers.push({ path: [...path, "readIf"], name: `The readIf of "${column}"`, table, expression: readIf });
  }
  return readers;
}
