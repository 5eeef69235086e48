import { diagnose, type Outcome, suggest } from "../../diagnostics/index.ts";
import { findName } from "../../expression/parts.ts";
import type { AppDefinition, SliceDefinition, TableDefinition } from "../../schema/index.ts";
import { isNameable } from "../access/nameable.ts";
import type { Nameable } from "../calls/request.ts";

/** What the path of a call names: a table, or a slice and its table. */
export interface CallTarget {
  readonly table: TableDefinition;
  readonly slice: SliceDefinition | undefined;
}

/**
 * The table or slice of a name; tables and slices share no names. One that the caller may not name is answered exactly as one that
 * there is not.
 */
export function findTarget(
  { tables, slices }: AppDefinition,
  name: string,
  nameable?: Nameable,
): Outcome<CallTarget> {
  const exact = tables.get(name);
  if (exact !== undefined && isNameable({ nameable }, name))
    return { output: { table: exact, slice: undefined }, diagnostics: [] };
  const own = [...tables.values(), ...slices.values()].filter((one) => isNameable({ nameable }, one.name));
  const { match } = findName(own, name);
  const slice = slices.get(match?.name ?? "");
  const table = slice?.table ?? tables.get(match?.name ?? "");
  if (table !== undefined) return { output: { table, slice }, diagnostics: [] };
  const names = own.map((one) => one.name);
  const error = diagnose("table/not-found", { name, suggestion: suggest(name, names) });
  return { output: undefined, diagnostics: [error] };
}
