import type { RawText } from "../syntax/ast.ts";
import { findName, type TableScope } from "../tree/scope.ts";
import type { CheckState } from "./check-state.ts";

/**
 * Reports words without quotes that can only be meant as a name: `_THISROW`, `Customers.Name`, the column of a Ref with a
 * dot, or words in curly quotes. Answers whether it did.
 */
export function reportBareName(state: CheckState, part: RawText): boolean {
  const words = part.value;
  const [quote] = /^[\u2018\u2019\u201a\u201b]/.exec(words) ?? [];
  if (quote !== undefined) {
    state.report(
      "syntax/unknown-character",
      { character: quote },
      { start: part.start, end: part.start + 1 },
    );
    return true;
  }
  const hint = hintFor(state, words);
  if (hint !== undefined) state.report("name/without-brackets", { name: words, hint }, part);
  return hint !== undefined;
}

function hintFor(state: CheckState, words: string): string | undefined {
  const [first = "", ...others] = words.split(".");
  const [column] = others;
  if (others.length > 1) return undefined;
  const [, before, after] = RESERVED.exec(first) ?? [];
  if (before !== undefined) {
    const name = `[${before}${after === undefined ? "" : ` - ${after.trim()}`}]`;
    return column === undefined ? `Write ${name}.` : `Write ${name}.[${column}].`;
  }
  return column === undefined ? undefined : hintForMember(state, first, column);
}

const RESERVED =
  /^(_(?:this|thisrow|thisrow_before|thisrow_after|thisuser|param|rownumber|computedkey))(?:\s*-\s*(\d{1,3}))?$/i;

/** `Table.Column`, and `Ref.Column` of a Ref in view. */
function hintForMember(state: CheckState, first: string, name: string): string | undefined {
  const { tables, slices } = state.scope;
  const ref = findName(state.innermostRow?.table.columns ?? [], first).match;
  if (ref?.type.kind === "Ref") {
    const target = tables.get(ref.type.table);
    return target && hasColumn(state, target, name) ? `Write [${ref.name}].[${name}].` : undefined;
  }
  const source = findName([...tables.values(), ...slices.values()], first).match;
  if (source === undefined) return undefined;
  const table = "table" in source ? source.table : source;
  return hasColumn(state, table, name)
    ? `Write ${source.name}[${name}] for the values of all rows.`
    : undefined;
}

function hasColumn(state: CheckState, table: TableScope, name: string): boolean {
  return state.tells(table.name) && findName(table.columns, name).match !== undefined;
}
