import { CheckState, type Probe, type RowInView } from "../check/check-state.ts";
import type { ExpressionScope } from "../check/expression-scope.ts";
import type { FunctionDefinition } from "../check/function-definition.ts";
import { tableNamesOf } from "../check/table-names-of.ts";
import type { Scope } from "../context/public-scope.ts";
import { readScopeWith } from "../context/read-scope-with.ts";
import type { FunctionsByName } from "../functions/functions-of.ts";
import type { Expression } from "../syntax/ast.ts";
import type { TableScope } from "../tree/scope.ts";
import { familyOf, isScalarKind, scalar, type Type, typeName } from "../tree/type.ts";
import { type CursorPlace, placeCursor } from "./cursor-place.ts";
import { describeDefinition } from "./describe-definition.ts";

export interface Completion {
  readonly label: string;
  readonly kind: "column" | "table" | "slice" | "function" | "constant";
  /** The type of a column, the syntax of a function, the columns of a table. */
  readonly detail: string;
  /** What replaces the source from `start` to `end` of the answer. */
  readonly insert: string;
}

export interface Completions {
  readonly start: number;
  readonly end: number;
  /** Those that fit the type expected here come first. */
  readonly completions: readonly Completion[];
}

/** What may be written at `offset` (UTF-16 units) of a source that need not be finished. Never throws for a bad source. */
export function completeWith(
  functions: FunctionsByName,
  source: string,
  offset: number,
  scope: Scope = {},
): Completions {
  return completeIn(readScopeWith(functions, scope), source, offset);
}

/** As `completeWith`, in a scope as the checker reads it. */
export function completeIn(read: ExpressionScope, source: string, offset: number): Completions {
  const place = placeCursor(source, offset, tableNamesOf(read), read.functions);
  const { row, expected } = look(place, read);
  const offered = offer(place, read, row);
  const typed = place.typed.toLowerCase();
  const matching = offered.filter(({ label }) => label.toLowerCase().includes(typed));
  const rank = (one: Offered) => (one.label.toLowerCase().startsWith(typed) ? 0 : 3) + misfit(one, expected);
  const ranked = matching.map((one) => ({ one, rank: rank(one) })).sort((a, b) => a.rank - b.rank);
  const completions = ranked.map(({ one: { label, kind, detail, insert } }) => ({
    label,
    kind,
    detail,
    insert,
  }));
  return { start: place.start, end: place.end, completions };
}

interface Offered extends Completion {
  readonly result: Type | undefined;
}

interface Seen {
  readonly row: RowInView | undefined;
  readonly expected: Type | undefined;
}

/** Checks the source up to the cursor and notes which row is in view there and which type its place wants. */
function look({ tree, sibling, parameterType }: CursorPlace, scope: ExpressionScope): Seen {
  let seen: Seen = {
    row: undefined,
    expected: isScalarKind(parameterType ?? "") ? scalar(parameterType as "Text") : undefined,
  };
  if (tree === undefined) return seen;
  const meet: Probe["meet"] = (state, row) => {
    seen = { row, expected: seen.expected ?? typeOf(state, sibling) };
    return undefined;
  };
  new CheckState(scope, { column: CURSOR, meet }).check(tree);
  return seen;
}

/** Stands in the source for what is to be completed; no column has this name. */
const CURSOR = "\u0001";

function typeOf(state: CheckState, sibling: Expression | undefined): Type | undefined {
  return sibling === undefined ? undefined : state.check(sibling)?.type;
}

function offer(place: CursorPlace, scope: ExpressionScope, row: RowInView | undefined): Offered[] {
  const columns = row === undefined ? [] : columnsOf(row.table, place.inBrackets);
  if (place.inBrackets) return [...columns, ...(place.isBare ? rowNames(scope) : [])];
  const tables = [...scope.tables.values()].map((table) =>
    offerTable("table", table.name, table, place.wantsName),
  );
  const slices = [...scope.slices.values()].map((slice) =>
    offerTable("slice", slice.name, slice.table, place.wantsName),
  );
  if (place.wantsName) return [...tables, ...slices];
  const constants = ["TRUE", "FALSE"].map((label) => constant(label));
  return [
    ...columns,
    ...[...scope.functions.values()].map(offerFunction),
    ...tables,
    ...slices,
    ...constants,
  ];
}

function columnsOf(table: TableScope, inBrackets: boolean): Offered[] {
  return table.columns.map(({ name, type }) => ({
    label: name,
    kind: "column",
    detail: typeName(type),
    insert: inBrackets ? `${name}]` : `[${name}]`,
    result: type,
  }));
}

function rowNames({ row, this: column, change }: ExpressionScope): Offered[] {
  const names = [...(row === undefined ? [] : ["_THISROW"]), ...(column === undefined ? [] : ["_THIS"])];
  const images = change && row !== undefined ? ["_THISROW_BEFORE", "_THISROW_AFTER"] : [];
  return [...names, ...images].map((label) => ({ ...constant(label), insert: `${label}]` }));
}

function constant(label: string): Offered {
  const result = label.startsWith("_") ? undefined : scalar("Yes/No");
  return { label, kind: "constant", detail: result === undefined ? "row" : "Yes/No", insert: label, result };
}

function offerTable(kind: "table" | "slice", label: string, table: TableScope, asName: boolean): Offered {
  const detail = table.columns.map(({ name }) => name).join(", ");
  return { label, kind, detail, insert: asName ? label : `${label}[`, result: undefined };
}

function offerFunction(definition: FunctionDefinition): Offered {
  const { name, result } = definition;
  const { syntax, summary } = describeDefinition(definition);
  const type = isScalarKind(result) ? scalar(result) : undefined;
  return {
    label: name,
    kind: "function",
    detail: `${syntax} · ${summary}`,
    insert: `${name}(`,
    result: type,
  };
}

/** 0 for what fits the expected type, 2 for what does not, 1 for what may. */
function misfit({ result, kind }: Offered, expected: Type | undefined): number {
  if (result === undefined) return kind === "constant" ? 2 : 1;
  return expected === undefined || familyOf(result) === familyOf(expected) ? 0 : 2;
}
