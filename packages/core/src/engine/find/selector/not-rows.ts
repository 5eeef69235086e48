import { diagnose, type Outcome } from "../../../diagnostics/index.ts";
import { type CheckedExpression, typeName } from "../../../expression/parts.ts";
import { isNameable } from "../../access/is-nameable.ts";
import type { Call } from "../../calls/call.ts";
import { countedBy, isRefTo } from "./names-rows.ts";

/** What a Selector should have been: all of it, or the condition of the FILTER to write. */
export interface Instead {
  readonly filter?: string;
  readonly selector?: string;
}

/** A Selector that gives no list of rows of the call's table, and what to write. */
export function notRows(
  { slice, table }: Call,
  selector: string,
  type: string,
  { filter, selector: other }: Instead = {},
): Outcome<CheckedExpression> {
  const isShort = (text: string | undefined) => text !== undefined && text.length <= LONGEST_CONDITION;
  const details = {
    type,
    table: (slice ?? table).name,
    filter: isShort(filter) ? filter : undefined,
    selector: isShort(other) ? other : undefined,
  };
  return {
    output: undefined,
    diagnostics: [diagnose("selector/not-rows", details, { start: 0, end: selector.length })],
  };
}

/** Characters of a condition that is repeated in a hint. */
const LONGEST_CONDITION = 500;

/** The same of one that is sound and gives something else, such as rows of another table. */
export function otherThanRows(
  call: Call,
  selector: string,
  checked: CheckedExpression,
): Outcome<CheckedExpression> {
  const type = typeName(checked.type, (name) => isNameable(call, name));
  return notRows(call, selector, type, whatToWrite(call, selector, checked));
}

/** What was meant by a Selector that is sound and gives something else: the rows that were counted, or those that point at its rows. */
function whatToWrite(call: Call, selector: string, { type, root }: CheckedExpression): Instead {
  const written = selector.trim().replace(/^=\s*/, "");
  if (type.kind === "Yes/No") return { filter: written };
  const counted = countedBy(root);
  if (counted !== undefined)
    return isRefTo(call.table, counted.type) ? { selector: selector.slice(counted.start, counted.end) } : {};
  const item = type.kind === "List" ? type.item : type;
  if (item.kind !== "Ref" || !isNameable(call, item.table)) return {};
  const [pointer, second] = (call.slice ?? call.table).columns.filter(
    (column) => column.type.kind === "Ref" && column.type.table === item.table,
  );
  if (pointer === undefined || second !== undefined) return {};
  const name = `[${pointer.name}]`;
  return { filter: type.kind === "List" ? `IN(${name}, ${written})` : `${name} = ${written}` };
}
