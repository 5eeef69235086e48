import {
  type Diagnostic,
  DiagnosticList,
  diagnose,
  noOutput,
  type Outcome,
} from "../../diagnostics/index.ts";
import type { ColumnDefinition } from "../../schema/index.ts";
import { hashText, type Value } from "../../values/index.ts";
import { isNameable } from "../access/nameable.ts";
import { type Call, type ExpandedColumn, onTable, type PageEnd, type ShownColumns } from "../calls/call.ts";
import type { EngineRequest } from "../calls/request.ts";
import {
  after,
  columns,
  countProperty,
  expand,
  limit,
  type SentExpansion,
} from "../properties/find-properties.ts";
import { type NamedColumns, namedColumnsOf } from "../stages/named-columns.ts";

/** The call with what its Find is asked to answer with: which part of the rows, and which columns. */
export function readPage(call: Call, { properties = {}, rows = [] }: EngineRequest): Outcome<Call> {
  if (ASKED.every((name) => properties[name] === undefined)) return { output: call, diagnostics: [] };
  const errors = new DiagnosticList();
  const take = <R>({ output, diagnostics }: Outcome<R>): R | undefined => {
    errors.addAll(diagnostics);
    return output;
  };
  const most = take(limit.read(properties.Limit, call.app));
  const cursor = take(after.read(properties.After, call.app));
  const names = take(columns.read(properties.Columns, call.app));
  const paths = take(expand.read(properties.Expand, call.app));
  const counts = take(countProperty.read(properties.Count, call.app)) ?? false;
  const fingerprint = JSON.stringify([
    (call.slice ?? call.table).name,
    properties.Selector ?? "",
    ...(call.read.asOf === undefined ? [] : [call.read.asOf.text]),
    properties.Params ?? null,
    properties.Inputs ?? null,
    rows,
  ]);
  const end = cursor === undefined ? undefined : take(readCursor(cursor, fingerprint));
  const shown = names === undefined ? call.answer.shown : take(readShown(call, names));
  const expanded = paths === undefined ? undefined : take(readExpanded(call, paths));
  if (errors.all.length > 0) return { output: undefined, diagnostics: errors.all };
  const page =
    most === undefined && end === undefined && !counts
      ? undefined
      : { limit: most ?? Number.POSITIVE_INFINITY, after: end, counts, fingerprint };
  return { output: { ...call, answer: { ...call.answer, page, shown, expanded } }, diagnostics: [] };
}

/** Without any of these a Find answers all rows with all columns. */
const ASKED = [limit, after, columns, expand, countProperty].map(({ name }) => name);

/**
 * The end of a part as text that a caller sends back: JSON in base64url, and a checksum over it and what it belongs to. The
 * checksum is against mistakes, not against malice: a cursor that is made up finds nothing that its caller could not find.
 */
export function writeCursor({ order, key }: PageEnd, fingerprint: string): string {
  const body = toBase64(inAscii(JSON.stringify([order ?? null, key])));
  return `${body}.${checksum(body + fingerprint)}`;
}

/** An error for a text that is no cursor of such a Find. */
function readCursor(text: string, fingerprint: string): Outcome<PageEnd> {
  const [body = "", sum, ...rest] = text.split(".", 3);
  const parsed = rest.length === 0 && sum === checksum(body + fingerprint) ? parse(body) : undefined;
  if (parsed !== undefined) return { output: parsed, diagnostics: [] };
  return { output: undefined, diagnostics: [diagnose("request/cursor", {})] };
}

function parse(body: string): PageEnd | undefined {
  try {
    const [order, key] = JSON.parse(atob(body.replaceAll("-", "+").replaceAll("_", "/"))) as [
      Value[] | null,
      Value[],
    ];
    return { order: order ?? undefined, key };
  } catch {
    return undefined;
  }
}

/** Every platform has them, though they are not of the language. */
declare const btoa: (text: string) => string;
declare const atob: (text: string) => string;

/** Text in ASCII as base64url. JSON may end with blanks, so it is never padded. */
function toBase64(text: string): string {
  const whole = text.padEnd(Math.ceil(text.length / 3) * 3);
  return btoa(whole).replaceAll("+", "-").replaceAll("/", "_");
}

function inAscii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function checksum(text: string): string {
  return hashText(text).toString(36);
}

/** The columns by their names, each once, and whether row numbers and joined keys are among them. */
function readShown(call: Call, names: readonly string[]): Outcome<ShownColumns> {
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
function readExpanded(call: Call, paths: readonly SentExpansion[]): Outcome<readonly ExpandedColumn[]> {
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
