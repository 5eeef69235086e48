import {
  type Diagnostic,
  DiagnosticList,
  diagnose,
  noOutput,
  type Outcome,
} from "../../diagnostics/index.ts";
import type { ColumnDefinition } from "../../schema/index.ts";
import { isNameable } from "../access/nameable.ts";
import { type Call, onTable } from "../calls/call.ts";
import type { SentExpansion } from "../properties/expand.ts";
import { type NamedColumns, namedColumnsOf } from "../stages/named-columns.ts";
import type { ExpandedColumn, ShownColumns } from "./find-page.ts";

/** The columns by their names, each once, and whether row numbers and joined keys are among them. */
export function readShown(call: Call, names: readonly string[]): Outcome<ShownColumns> {
  const errors = new DiagnosticList();
  const own = namedColumnsOf(call);
  const named = new Set<ColumnDefinition>();
  let [rowNumber, computedKey] = [false, false];
  for (const name of names) {
    if (errors.isFull) break;
    const column = own.find(name);
    if (column !== undefined) named.add(column);
    else if (/^_rownumber$/i.test(name)) rowNumber = true;
    else if (/^_computedkey$/i.test(name)) computedKey = true;
    else errors.add(unknownColumn(call, own, name, errors));
  }
  if (errors.all.length > 0) return { output: undefined, diagnostics: errors.all };
  return { output: { columns: [...named], rowNumber, computedKey }, diagnostics: [] };
}

function unknownColumn(
  { table, slice }: Call,
  { names }: NamedColumns,
  name: string,
  errors: DiagnosticList,
): Diagnostic {
  const suggestion = errors.suggest(name, names);
  return diagnose("column/unknown", { name, table: (slice ?? table).name, suggestion });
}

/** A column on the way to being expanded. */
interface Expanding extends Omit<ExpandedColumn, "below"> {
  readonly below: Expanding[];
}

/** Resolves paths against what the caller may name; those that begin alike share their beginning. */
export function readExpanded(
  call: Call,
  paths: readonly SentExpansion[],
): Outcome<readonly ExpandedColumn[]> {
  const errors = new DiagnosticList();
  if (paths.length > MOST_PATHS)
    return noOutput([diagnose("limit/expand", { limit: MOST_PATHS, unit: "paths" })]);
  const output: Expanding[] = [];
  for (const path of paths) addPath(call, output, path.path, path, 1, errors);
  return errors.all.length > 0 ? { output: undefined, diagnostics: errors.all } : { output, diagnostics: [] };
}

function addPath(
  call: Call,
  beside: Expanding[],
  path: string,
  sent: SentExpansion,
  level: number,
  errors: DiagnosticList,
): void {
  const own = namedColumnsOf(call);
  const [column, rest] = firstOf(own, path);
  if (column === undefined) {
    errors.add(unknownColumn(call, own, path, errors));
    return;
  }
  const table = tableOf(call, column);
  if (table === undefined) {
    errors.add(diagnose("request/expand", { column: column.name, table: (call.slice ?? call.table).name }));
    return;
  }
  const below = { ...onTable(call, table), slice: undefined };
  const at = beside.findIndex((one) => one.column === column);
  const existing = beside[at];
  const one = existing ?? {
    column,
    table,
    isList: column.type.kind === "List",
    shown: undefined,
    limit: Number.POSITIVE_INFINITY,
    below: [],
  };
  if (existing === undefined) beside.push(one);
  if (rest !== undefined) {
    if (level < call.limits.expandLevels) addPath(below, one.below, rest, sent, level + 1, errors);
    else errors.add(diagnose("limit/expand", { limit: call.limits.expandLevels, unit: "levels" }));
    return;
  }
  const shown = sent.columns === undefined ? undefined : readShown(below, sent.columns);
  errors.addAll(shown?.diagnostics ?? []);
  beside[beside.indexOf(one)] = { ...one, shown: shown?.output, limit: sent.limit };
}

/** The column that a path begins with, and what comes after it; a name may have points itself, so the longest counts. */
function firstOf(
  own: NamedColumns,
  path: string,
): [column: ColumnDefinition | undefined, rest: string | undefined] {
  for (let end = path.length; end > 0; end = path.lastIndexOf(".", end - 1)) {
    const column = own.find(path.slice(0, end));
    if (column !== undefined) return [column, end === path.length ? undefined : path.slice(end + 1)];
  }
  return [undefined, undefined];
}

/** The table that a column's Refs point at, where the caller may name it. */
function tableOf({ app, caller }: Call, { type }: ColumnDefinition) {
  const single = type.kind === "List" ? type.item : type;
  if (single.kind !== "Ref" || !isNameable(caller, single.table)) return undefined;
  return app.tables.get(single.table);
}

/** Each is work for all rows of an answer. */
const MOST_PATHS = 20;
