import { type Diagnostic, DiagnosticList, diagnose, type Outcome } from "../../diagnostics/index.ts";
import {
  type CheckedExpression,
  checkAsTask,
  children,
  type ExpressionScope,
  findName,
  isKeyOf,
  type Node,
  pausedWhenOver,
  type Task,
  type Type,
  typeName,
  valueFamilyOf,
} from "../../expression/parts.ts";
import type { TableDefinition } from "../../schema/index.ts";
import { callersScope, isNameable } from "../access/nameable.ts";
import type { Call } from "../calls/call.ts";

/** Reads a Selector: an expression without a current row that gives rows of the call's table. */
export function* checkSelector(call: Call, selector: string): Task<Outcome<CheckedExpression>> {
  const scope = callersScope(call);
  const bare = bareName(call, selector, scope);
  if (bare !== undefined) return notRows(call, selector, "the name of a table", bare);
  const { timeSlice } = call.read.context.meter;
  const checked = yield* pausedWhenOver(checkAsTask(selector, scope), timeSlice);
  if (timeSlice.isOver) yield;
  if (checked.output === undefined)
    return (yield* isCondition(call, selector, scope))
      ? notRows(call, selector, "Yes/No", { filter: selector.trim() })
      : checked;
  const missing = missingParameters(call, checked.output);
  if (missing.length > 0) return { output: undefined, diagnostics: missing };
  if (namesRows(call, checked.output)) return checked;
  return otherThanRows(call, selector, checked.output);
}

/** A bare name of a table would be taken as the text of a key: what was meant instead, undefined for anything else. */
function bareName(
  { slice, table }: Call,
  selector: string,
  { tables, slices }: ExpressionScope,
): Instead | undefined {
  const name = selector.trim().replace(/^=\s*/, "");
  if (findName([slice ?? table], name).match !== undefined) return { filter: "TRUE" };
  const isOther = findName([...tables.values(), ...slices.values()], name).match !== undefined;
  return isOther ? {} : undefined;
}

/** Whether the source is a condition on a row of the call's table: all of it is in scope there. */
function* isCondition(call: Call, selector: string, scope: ExpressionScope): Task<boolean> {
  const row = scope.tables.get(call.table.name) ?? scope.slices.get(call.slice?.name ?? "")?.table;
  if (row === undefined) return false;
  const checked = checkAsTask(selector, { ...scope, row }, { kind: "Yes/No" });
  return (yield* pausedWhenOver(checked, call.read.context.meter.timeSlice)).output !== undefined;
}

/** An error for each `[_PARAM].[name]` of a Selector that the call gives no value: blank would find something else. */
function missingParameters({ read: { context } }: Call, { root }: CheckedExpression): readonly Diagnostic[] {
  const missing: Diagnostic[] = [];
  const waiting = [root]; // not recursive: chains of operators are thousands of nodes deep
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.op === "parameter" && node.from === "parameters" && !context.parameters.has(node.name)) {
      const { name, start, end } = node;
      missing.push(diagnose("run/missing-value", { name }, { start, end }));
    }
    for (const child of children(node)) waiting.push(child);
  }
  return new DiagnosticList(missing.sort((a, b) => (a.start ?? 0) - (b.start ?? 0))).all;
}

/**
 * Whether the values can be keys of the call's table: Refs to it, or values of its key's family, such as those of a column of
 * another table. Rows of another table are no keys of this one, although they may look alike, and neither is a count.
 */
function namesRows(call: Call, { type, root }: CheckedExpression): boolean {
  const { table } = call;
  if (isRefTo(table, type)) return true;
  const item = type.kind === "List" ? type.item : type;
  if (item.kind === "List" || countedBy(root) !== undefined || namesRowsOfAnother(call, root)) return false;
  const [key, second] = table.key;
  const family = second === undefined && key !== undefined ? valueFamilyOf(key.type) : "text";
  return valueFamilyOf(item) === family;
}

/** Whether the value is, or may be, rows that were looked for in another table; a key that is itself a Ref to the call's table is one on purpose. */
function namesRowsOfAnother(call: Call, whole: Node): boolean {
  let node = whole; // what is added to a list or taken from it has the type of the list
  while (node.op === "binary") node = node.left;
  if (node.op === "select" || node.op === "extreme-row") {
    const { table, slot, field } = node;
    const [key, second] = call.app.tables.get(table.name)?.key ?? [];
    const isOnPurpose = key !== undefined && second === undefined && isRefTo(call.table, key.type);
    return isKeyOf(field, slot, table) && table.name !== call.table.name && !isOnPurpose;
  }
  if (node.op === "order-by") return namesRowsOfAnother(call, node.rows);
  if (node.op === "dereference" || node.op === "list-dereference") return false;
  return children(node).some((child) => isRef(child.type) && namesRowsOfAnother(call, child));
}

function isRef(type: Type): boolean {
  return (type.kind === "List" ? type.item : type).kind === "Ref";
}

export function isRefTo({ name }: TableDefinition, type: Type): boolean {
  const item = type.kind === "List" ? type.item : type;
  return item.kind === "Ref" && item.table === name;
}

/** The list of a COUNT that is all of an expression. */
export function countedBy(root: Node): Node | undefined {
  if (root.op !== "call" || root.definition.name !== "COUNT") return undefined;
  return root.arguments.flat()[0];
}

/** What a Selector should have been: all of it, or the condition of the FILTER to write. */
interface Instead {
  readonly filter?: string;
  readonly selector?: string;
}

/** A Selector that gives no list of rows of the call's table, and what to write. */
function notRows(
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
function otherThanRows(call: Call, selector: string, checked: CheckedExpression): Outcome<CheckedExpression> {
  const type = typeName(checked.type, (name) => isNameable(call.caller, name));
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
  if (item.kind !== "Ref" || !isNameable(call.caller, item.table)) return {};
  const [pointer, second] = (call.slice ?? call.table).columns.filter(
    (column) => column.type.kind === "Ref" && column.type.table === item.table,
  );
  if (pointer === undefined || second !== undefined) return {};
  const name = `[${pointer.name}]`;
  return { filter: type.kind === "List" ? `IN(${name}, ${written})` : `${name} = ${written}` };
}
