import { DiagnosticList, diagnose, type Outcome } from "../../../diagnostics/index.ts";
import type { Call } from "../../calls/call.ts";
import type { EngineRequest } from "../../calls/request.ts";
import { after } from "../../properties/after.ts";
import { columns } from "../../properties/columns.ts";
import { count } from "../../properties/count.ts";
import { limit } from "../../properties/limit.ts";
import { namedColumnsOf } from "../../stages/reading/named-columns.ts";
import { readCursor } from "./cursor.ts";
import type { ShownColumns } from "./find-page.ts";

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
  const counts = take(count.read(properties.Count, call.app)) ?? false;
  const fingerprint = JSON.stringify([
    (call.slice ?? call.table).name,
    properties.Selector ?? "",
    ...(call.asOf === undefined ? [] : [call.asOf.text]),
    properties.Params ?? null,
    properties.Inputs ?? null,
    rows,
  ]);
  const end = cursor === undefined ? undefined : take(readCursor(cursor, fingerprint));
  const shown = names === undefined ? call.shown : take(readShown(call, names));
  if (errors.all.length > 0) return { output: undefined, diagnostics: errors.all };
  const page =
    most === undefined && end === undefined && !counts
      ? undefined
      : { limit: most ?? Number.POSITIVE_INFINITY, after: end, counts, fingerprint };
  return { output: { ...call, page, shown }, diagnostics: [] };
}

/** Without any of these a Find answers all rows with all columns. */
const ASKED = [limit, after, columns, count].map(({ name }) => name);

/** The columns by their names, each once, and whether row numbers and joined keys are among them. */
function readShown(call: Call, names: readonly string[]): Outcome<ShownColumns> {
  const errors = new DiagnosticList();
  const own = namedColumnsOf(call);
  const named = new Set<ShownColumns["columns"][number]>();
  let [rowNumber, computedKey] = [false, false];
  for (const name of names) {
    if (errors.isFull) break;
    const column = own.find(name);
    if (column !== undefined) named.add(column);
    else if (/^_rownumber$/i.test(name)) rowNumber = true;
    else if (/^_computedkey$/i.test(name)) computedKey = true;
    else {
      const table = (call.slice ?? call.table).name;
      errors.add(diagnose("column/unknown", { name, table, suggestion: errors.suggest(name, own.names) }));
    }
  }
  if (errors.all.length > 0) return { output: undefined, diagnostics: errors.all };
  return { output: { columns: [...named], rowNumber, computedKey }, diagnostics: [] };
}
