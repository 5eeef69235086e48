import {
  type AppDefinition,
  type ColumnDefinition,
  catalogue,
  type Path,
  type SliceDefinition,
  suggest,
  type TableDefinition,
} from "@tablewright/core";
import { type DefinitionReport, findColumn, findTable } from "@tablewright/core/definition";
import { hasMembers } from "../expected/compare-value.ts";
import type { ExpectedListShape, ExpectedShape } from "./rule-test-shape.ts";

/**
 * Reports every name in expectations that the definition does not have: a misspelt column would make what is expected not
 * to be there hold for ever.
 */
export function checkExpected(
  report: DefinitionReport,
  path: Path,
  expected: ExpectedShape,
  app: AppDefinition,
  target: TableDefinition | SliceDefinition | undefined,
): void {
  const { rows, errors, warnings, tables = {}, events, rules } = expected;
  if (rows !== undefined && target !== undefined) checkRowNames(report, [...path, "rows"], rows, target);
  for (const [at, list] of [["errors", errors] as const, ["warnings", warnings] as const])
    for (const [where, { code }] of expectedItems([...path, at], list))
      if (code !== undefined)
        checkTextValue(report, [...where, "code"], code, CODES, "a code of docs/errors.md");
  for (const [name, list] of Object.entries(tables)) {
    const table = findTable(report, [...path, "tables", name], app.tables.values(), name);
    if (table !== undefined) checkRowNames(report, [...path, "tables", name], list, table);
  }
  const ruleNames = [...app.rules.keys()];
  const tableNames = [...app.tables.values()].map(({ name }) => name);
  for (const [where, { rule, table }] of expectedItems([...path, "events"], events)) {
    if (rule !== undefined) checkTextValue(report, [...where, "rule"], rule, ruleNames, "the name of a rule");
    if (table !== undefined)
      checkTextValue(report, [...where, "table"], table, tableNames, "the name of a table");
  }
  for (const [where, rule] of expectedItems([...path, "rules"], rules))
    checkTextValue(report, where, rule, ruleNames, "the name of a rule");
}

const CODES = Object.keys(catalogue);

function checkRowNames(
  report: DefinitionReport,
  path: Path,
  rows: ExpectedListShape<Readonly<Record<string, unknown>>>,
  target: TableDefinition | SliceDefinition,
): void {
  for (const [where, row] of expectedItems(path, rows))
    for (const [name, cell] of Object.entries(row)) {
      const column = OF_EVERY_ROW.has(name)
        ? undefined
        : findColumn(report, [...where, name], target, name, "name");
      if (column === undefined || !hasObjects(column))
        checkMatcher(report, [...where, name], cell, ["contains", "not"]);
    }
}

/** Whether an object is a value of a column, as JSON is and a link with its text. */
function hasObjects({ columnType, type }: ColumnDefinition): boolean {
  const { kind } = type.kind === "List" ? type.item : type;
  return OBJECT_KINDS.has(kind) || columnType.name === "Url";
}

const OBJECT_KINDS: ReadonlySet<string> = new Set(["Object", "Json"]);

/** Reports members of an object that is no value and says neither what one contains nor what it is not. */
function checkMatcher(report: DefinitionReport, path: Path, cell: unknown, members: readonly string[]): void {
  if (!hasMembers(cell)) return;
  for (const [name, part] of Object.entries(cell))
    if (!members.includes(name)) {
      const details = { name, members, suggestion: suggest(name, members) };
      report.report([...path, name], "definition/unknown-member", details, "name");
    } else if (name === "not") checkMatcher(report, [...path, name], part, ["contains"]);
}

const OF_EVERY_ROW: ReadonlySet<string> = new Set(["_RowNumber", "_ComputedKey"]);

/** Reports a word that is none of those there are. */
export function checkTextValue(
  report: DefinitionReport,
  path: Path,
  actual: string,
  words: readonly string[],
  expected: string,
): void {
  if (words.includes(actual)) return;
  const suggestion = suggest(actual, words);
  report.report(path, "definition/wrong-value", { actual: JSON.stringify(actual), expected, suggestion });
}

/** Every item that an expected list names, with its path. */
export function expectedItems<T>(
  path: Path,
  list: ExpectedListShape<T> | undefined,
): readonly (readonly [path: Path, item: T])[] {
  if (list === undefined) return [];
  if (isList(list)) return list.map((item, at) => [[...path, at], item] as const);
  const { contains = [], not } = list;
  return [...expectedItems([...path, "contains"], contains), ...expectedItems([...path, "not"], not)];
}

function isList<T>(list: ExpectedListShape<T>): list is readonly T[] {
  return Array.isArray(list);
}
