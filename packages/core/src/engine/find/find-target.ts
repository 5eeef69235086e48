import { type Diagnostic, diagnose, type Outcome, suggest } from "../../diagnostics/index.ts";
import { findName } from "../../expression/parts.ts";
import type { AppDefinition, SliceDefinition, TableDefinition } from "../../schema/index.ts";
import type { Nameable } from "../calls/request.ts";

/** What the path of a call names: a table, or a slice and its table. */
export interface CallTarget {
  readonly table: TableDefinition;
  readonly slice: SliceDefinition | undefined;
}

/** The table or slice of a name; tables and slices share no names. An error suggests only what may be named. */
export function findTarget(
  { tables, slices }: AppDefinition,
  name: string,
  nameable?: Nameable,
): Outcome<CallTarget> {
  const exact = tables.get(name);
  if (exact !== undefined) return { output: { table: exact, slice: undefined }, diagnostics: [] };
  const { match } = findName([...tables.values(), ...slices.values()], name);
  const slice = slices.get(match?.name ?? "");
  const table = slice?.table ?? tables.get(match?.name ?? "");
  if (table !== undefined) return { output: { table, slice }, diagnostics: [] };
  const names = [...tables.keys(), ...slices.keys()].filter((one) => nameable?.table(one) ?? true);
  return { output: undefined, diagnostics: [notFound(names, name)] };
}

function notFound(names: readonly string[], name: string): Diagnostic {
  return diagnose("table/not-found", { name, suggestion: suggest(name, names) });
}
