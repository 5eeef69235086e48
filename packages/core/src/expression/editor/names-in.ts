import type { Span } from "../../diagnostics/index.ts";
import type { RowInView } from "../check/check-state.ts";
import type { Call, ColumnReference, Dereference, Expression } from "../syntax/ast.ts";
import { partsWithin } from "../syntax/ast.ts";
import { type DeclarationPath, findName, type TableScope } from "../tree/scope.ts";
import { everyTable, typeName } from "../tree/type.ts";
import type { SeenPart, SourceAnalysis } from "./analyse-source.ts";

/**
 * A name in a source and what it means: a table, a slice, a column, a field of an object, or a function that is not of the language.
 * The span is that of the name only.
 */
export interface NameUse extends Span {
  readonly kind: "table" | "slice" | "column" | "field" | "function";
  /** As it is declared; of a function in capitals. */
  readonly name: string;
  /** Of a column its table, of a slice the table that it shows; empty for a row of no named table, and for a field. */
  readonly table: string;
  /** Of a field its type, as messages name it. */
  readonly type?: string;
  /** The members that lead to its declaration, of a field, a parameter, a fact and an output. */
  readonly declaredAt?: DeclarationPath;
  /** How it is written: `[Name]`, `"Name"`, or words. */
  readonly form: "brackets" | "quotes" | "words";
}

/** The names of tables, slices, columns and functions in a source, in its order; a name that means nothing is not among them. */
export function namesIn(analysis: SourceAnalysis): readonly NameUse[] {
  const { tree } = analysis;
  if (tree === undefined) return [];
  const names: NameUse[] = [];
  const reading = { analysis, names };
  for (const part of partsWithin(tree)) readPart(reading, part, analysis.seen.get(part) ?? NOTHING);
  return names.sort((a, b) => a.start - b.start);
}

const NOTHING: SeenPart = { node: undefined, rows: [] };

interface Reading {
  readonly analysis: SourceAnalysis;
  readonly names: NameUse[];
}

function readPart(reading: Reading, part: Expression, { node, rows }: SeenPart): void {
  if (part.kind === "column") addColumn(reading, rows.at(-1)?.table, part.name, part, "brackets");
  else if (part.kind === "call") {
    addFunction(reading, part);
    readNameArguments(reading, part);
  } else if (part.kind === "dereference") {
    addColumn(reading, tableOf(reading, part, rows), part.column, part.columnSpan, "brackets");
  } else if (part.kind === "table-column") {
    const isNamed = node?.op === "list-dereference" || node?.op === "dereference";
    // `x[price]`, where LET names x.
    const table =
      addSource(reading, part.table, part.tableSpan, "words") ?? (isNamed ? node.table : undefined);
    addColumn(reading, table, part.column, part.columnSpan, "brackets");
  }
}

/** The table of the row, or of the rows, that a dereference reads. */
function tableOf(
  { analysis: { seen, scope } }: Reading,
  { target }: Dereference,
  rows: readonly RowInView[],
): TableScope | undefined {
  if (target.kind === "column") {
    const named = rowNamed(target, rows);
    if (named !== undefined) return named.table;
  }
  const type = seen.get(target)?.node?.type;
  const ref = type?.kind === "List" ? type.item : type;
  if (ref?.kind === "Object") return ref.shape;
  return ref?.kind === "Ref" ? scope.tables.get(ref.table) : undefined;
}

/** The row in view that `[_THISROW]` or one of its kin names. */
export function rowNamed({ name }: ColumnReference, rows: readonly RowInView[]): RowInView | undefined {
  const [whole, outward] = /^_thisrow(?:_before|_after|\s*-\s*(\d{1,3}))?$/i.exec(name) ?? [];
  if (whole === undefined) return undefined;
  return outward === undefined
    ? rows.find(({ slot }) => slot === 0)
    : rows[rows.length - 1 - Number(outward)];
}

/** A call of a function that is not of the language. */
function addFunction(reading: Reading, { name, nameSpan }: Call): void {
  const definition = reading.analysis.scope.functions.get(name.toUpperCase());
  if (definition?.category === "own")
    addName(reading, { kind: "function", name: definition.name, table: "", form: "words" }, nameSpan);
}

/** The constant words of a call that name a table or slice, or a column of it. */
function readNameArguments(reading: Reading, call: Call): void {
  const definition = reading.analysis.scope.functions.get(call.name.toUpperCase());
  let table: TableScope | undefined;
  for (const [index, { names, type }] of (definition?.parameters ?? []).entries()) {
    const argument = call.arguments[index];
    if (names === "table" && argument !== undefined) table = itemsOf(reading, argument);
    if (type !== "Name" || (argument?.kind !== "text" && argument?.kind !== "raw-text")) continue;
    const form = argument.kind === "text" ? "quotes" : "words";
    if (names === "table") table = addSource(reading, argument.value, argument, form);
    else if (names === "column") addColumn(reading, table, argument.value, argument, form);
  }
}

/** The items of a list of objects, which stands where a table may. */
function itemsOf({ analysis: { seen } }: Reading, argument: Expression): TableScope | undefined {
  const type = seen.get(argument)?.node?.type;
  return type?.kind === "List" && type.item.kind === "Object" ? type.item.shape : undefined;
}

/** The table that a name means, itself or through a slice; its use is noted. */
function addSource(
  reading: Reading,
  name: string,
  span: Span,
  form: NameUse["form"],
): TableScope | undefined {
  const { tables, slices } = reading.analysis.scope;
  const { match } = findName([...tables.values(), ...slices.values()], name);
  if (match === undefined) return undefined;
  const isSlice = "table" in match;
  const table = isSlice ? match.table : match;
  const kind = isSlice ? "slice" : "table";
  addName(reading, { kind, name: match.name, table: table.name, form }, span);
  return table;
}

function addColumn(
  reading: Reading,
  table: TableScope | undefined,
  name: string,
  span: Span,
  form: NameUse["form"],
): void {
  const { match } = findName(table?.columns ?? [], name);
  if (match === undefined) return;
  const { type } = match;
  const declaredAt = match.isVirtual ? undefined : match.declaredAt;
  const meant = { name: match.name, form, ...(declaredAt && { declaredAt }) };
  if (table?.items === undefined)
    addName(reading, { ...meant, kind: "column", table: table?.name ?? "" }, span);
  else addName(reading, { ...meant, kind: "field", table: "", type: typeName(type, everyTable) }, span);
}

function addName(
  { analysis: { source }, names }: Reading,
  meant: Omit<NameUse, keyof Span>,
  span: Span,
): void {
  const isEnclosed = meant.form !== "words";
  const isClosed = isEnclosed && /["'\]]/.test(source.charAt(span.end - 1));
  let start = span.start + (isEnclosed ? 1 : 0);
  let end = span.end - (isClosed ? 1 : 0);
  if (meant.form === "brackets") {
    while (start < end && /\s/.test(source.charAt(start))) start++;
    while (end > start && /\s/.test(source.charAt(end - 1))) end--;
  }
  names.push({ ...meant, start, end });
}
