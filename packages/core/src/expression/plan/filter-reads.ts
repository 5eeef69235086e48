import { memo } from "../../values/index.ts";
import { findConstant } from "../evaluate/compile.ts";
import type { RowOrder } from "../evaluate/sort-rows.ts";
import type { LanguageFunction } from "../extract/all-functions.ts";
import { smallFunctions } from "../functions/index.ts";
import { rewrite } from "../rewrite/rewrite.ts";
import type { Caller, RequestContext } from "../runtime/request-context.ts";
import type { CheckedExpression } from "../tree/checked-expression.ts";
import { hostFunctionOf, isNondeterministic } from "../tree/facts.ts";
import { isKeyOf } from "../tree/key.ts";
import {
  type BinaryNode,
  type CallNode,
  isRepeated,
  type Node,
  type OrderByNode,
  type RowSlot,
  type SelectNode,
} from "../tree/node.ts";
import { partAboutRow } from "../tree/reads.ts";
import type { TableScope } from "../tree/scope.ts";
import { anyNode, children, mapTree } from "../tree/walk.ts";

/** The stored columns, by their positions, whose values decide whether a security filter shows a row. */
export interface FilterReads {
  /** Of the row itself, also by way of virtual columns. */
  readonly own: ReadonlyMap<number, string>;
  /**
   * Of other tables, by their names: those of which a blank in place of a value may show more rows. Where a blank only fails a
   * comparison that lets rows through, as in `[Region].[Level] > 3` or, of a caller with an email, `[Person] = USEREMAIL()`, it
   * grants nothing. It is equal to another blank, which the value of a row may be.
   */
  readonly others: ReadonlyMap<string, ReadonlyMap<number, StrictRead>>;
}

/** A column of another table of which a blank in place of a value may show more rows. */
export interface StrictRead {
  readonly name: string;
  /** Whether a row may be shown because one with such a blank is missing; else only because the blank is equal to another. */
  readonly byMissing: boolean;
}

/** What a security filter reads for a caller. A row of which one of these cannot be read is hidden. */
export function filterReads(filter: CheckedExpression, { email }: Pick<Caller, "email">): FilterReads {
  return readsOf(filter)[email === null ? "unnamed" : "named"];
}

/** For a caller with an email, and for one without. */
const readsOf = memo((filter: CheckedExpression) => ({
  named: readsIn(filter, true),
  unnamed: readsIn(filter, false),
}));

/** A node, the tables of the rows in view, and when it may show a row that a value in place of a blank would not. */
interface Place {
  readonly node: Node;
  readonly tables: ReadonlyMap<RowSlot, string>;
  readonly shows: Shows;
}

type Shows = "never" | "as equal" | "any time";

function readsIn(filter: CheckedExpression, isNamed: boolean): FilterReads {
  const own = new Map<number, string>();
  const others = new Map<string, Map<number, StrictRead>>();
  const entered = new Map<CheckedExpression, Set<string>>();
  const waiting: Place[] = [{ node: filter.root, tables: new Map([[0, OWN]]), shows: "never" }];
  // Not recursive: chains of operators are thousands of nodes deep.
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { node, tables, shows } = place;
    if (node.op === "column") {
      const table = tables.get(node.slot);
      if (table === OWN) own.set(node.index, node.name);
      else if (table !== undefined && shows !== "never") {
        const columns = others.get(table) ?? new Map<number, StrictRead>();
        const byMissing = shows === "any time" || columns.get(node.index)?.byMissing === true;
        others.set(table, columns.set(node.index, { name: node.name, byMissing }));
      }
    } else if (node.op === "formula") {
      const table = tables.get(node.slot) ?? OWN;
      const places = entered.get(node.formula) ?? new Set<string>();
      if (places.has(`${shows} ${table}`)) continue;
      entered.set(node.formula, places.add(`${shows} ${table}`));
      waiting.push({ node: node.formula.root, tables: new Map([[0, table]]), shows });
    } else for (const part of partsOf(place, isNamed)) waiting.push(part);
  }
  return { own, others };
}

/** The name given to the table of the filter; no table has it. */
const OWN = "";

function partsOf({ node, tables, shows }: Place, isNamed: boolean): readonly Place[] {
  const inView = "slot" in node && "table" in node ? new Map(tables).set(node.slot, node.table.name) : tables;
  return children(node).map((part) => {
    const ofPart = shows === "any time" ? shows : showsBy(node, part, isNamed);
    return { node: part, tables: inView, shows: ofPart === "never" ? shows : ofPart };
  });
}

/** When a part that is blank or FALSE, or a row less in it, may make the whole TRUE. */
function showsBy(whole: Node, part: Node, isNamed: boolean): Shows {
  if (isCallOf(part, "COUNT")) return whole.op === "binary" && keepsCount(whole, part) ? "never" : "any time";
  switch (whole.op) {
    case "and":
    case "or":
    case "dereference":
    case "list-dereference":
    case "select":
    case "convert":
      return "never";
    case "binary":
      return whole.rule.id === "comparison" ? showsByComparison(whole, part, isNamed) : "any time";
    case "call": {
      const others = whole.arguments.flat().filter((one) => one !== part);
      if (isCallOf(whole, "IN")) return others.every((one) => isGiven(one, isNamed)) ? "never" : "as equal";
      return isCallOf(whole, "ISNOTBLANK") || isCallOf(whole, "COUNT") ? "never" : "any time";
    }
    default:
      return "any time";
  }
}

/** A blank is neither less nor more than anything, and equal to another blank. */
function showsByComparison(
  { rule: { operator }, left, right }: BinaryNode,
  part: Node,
  isNamed: boolean,
): Shows {
  if (operator === "<" || operator === ">") return "never";
  if (operator === "<>") return "any time";
  return isGiven(part === left ? right : left, isNamed) ? "never" : "as equal";
}

/** Whether a value is never blank, nor a list with a blank in it. */
function isGiven(node: Node | undefined, isNamed: boolean): boolean {
  if (node?.op === "list") return node.items.every((item) => isGiven(item, isNamed));
  if (node?.op === "convert") return isGiven(node.operand, isNamed);
  if (node !== undefined && isCallOf(node, "USEREMAIL")) return isNamed;
  return node?.op === "constant" && node.value !== null && node.value !== "" && !Array.isArray(node.value);
}

/** A count of fewer rows is less. */
function keepsCount({ rule: { operator }, left }: BinaryNode, part: Node): boolean {
  return part === left ? operator === ">" || operator === ">=" : operator === "<" || operator === "<=";
}

/** The rows of one table that satisfy all conditions, in an order, cut off: what can be found without a list of keys. */
export interface Selection {
  readonly kind: "selection";
  readonly table: TableScope;
  /** Each about a row of the table; tried in this order, no further than the first that is not TRUE. */
  readonly conditions: readonly CheckedExpression[];
  /** Table order decides between rows that are equal in all of these. */
  readonly order: readonly RowOrder[];
  /** Counts about no row; the smallest decides, a blank one counts as 0. */
  readonly limits: readonly CheckedExpression[];
}

/** An expression that has to be evaluated to a list, and why. */
interface OtherList {
  readonly kind: "other";
  readonly reason: string;
}

/**
 * Reads `FILTER`, `SELECT` of a key, `T[key]`, `ORDERBY` and `TOP` around one another as one selection. It gives the rows
 * whose keys the expression gives, in that order, wherever evaluating both ends without an error.
 */
export const selectionOf = memo((expression: CheckedExpression): Selection | OtherList => {
  const hostFunction = hostFunctionOf(expression);
  if (hostFunction !== undefined) return other(`it calls ${hostFunction}, whose code is of the program`);
  return anyNode(expression, isNondeterministic)
    ? other("it asks for a random value")
    : read(rewrite(expression).root, expression.source);
});

function other(reason: string): OtherList {
  return { kind: "other", reason };
}

function read(node: Node, source: string): Selection | OtherList {
  if (node.op === "select") return readSelect(node, source);
  if (node.op === "order-by") return readOrderBy(node, source);
  if (isCallOf(node, "TOP")) return readTop(node, source);
  return other("only FILTER, SELECT, ORDERBY and TOP over one table are planned");
}

function readSelect({ table, condition, field, distinct, first }: SelectNode, source: string) {
  if (first) return other("LOOKUP reads one value");
  if (!isKeyOf(shiftSlots(field), 0, table)) return other("it selects a column other than the key");
  if (distinct) return other("keys without duplicates are compared as texts are");
  const conditions = condition === undefined ? [] : conjunctsAboutRow(shiftSlots(condition), source, table);
  return { kind: "selection", table, conditions, order: [], limits: [] } as const;
}

/** The outer order wins, the inner one decides between equal rows, because sorting keeps their order. */
function readOrderBy({ rows, table, keys, limit }: OrderByNode, source: string): Selection | OtherList {
  const sorted = read(rows, source);
  if (sorted.kind === "other") return sorted;
  if (sorted.limits.length > 0) return other("ORDERBY sorts rows that TOP has cut off");
  const order = keys.map(({ by, descending }) => ({
    expression: partAboutRow(shiftSlots(by), source, table),
    descending,
  }));
  const ordered = { ...sorted, order: [...order, ...sorted.order] };
  return limit === undefined ? ordered : limited(ordered, limit, source);
}

function readTop({ arguments: [list, count] }: CallNode, source: string): Selection | OtherList {
  if (list === undefined || isRepeated(list) || count === undefined || isRepeated(count))
    return other("TOP wants a list and a count");
  const cut = read(list, source);
  return cut.kind === "other" ? cut : limited(cut, count, source);
}

/** A count that reads tables would have to be evaluated before the rows are found. */
function limited(selection: Selection, count: Node, source: string): Selection | OtherList {
  const limit = partAboutRow(count, source, undefined);
  if (limit.references.tables.size > 0) return other("the count of TOP reads a table");
  return { ...selection, limits: [...selection.limits, limit] };
}

/**
 * The conditions about a row that must all be TRUE for this one to be, in the order in which AND tries them, each computed
 * column once.
 */
export const conjunctsOf = memo((condition: CheckedExpression): readonly CheckedExpression[] => {
  const { source, row } = condition;
  const { root } = rewrite(condition);
  return root.op === "and" ? conjunctsAboutRow(root, source, row) : [condition];
});

/** The same of a rewritten part in which the row is in slot 0, without a plain TRUE. */
function conjunctsAboutRow(
  part: Node,
  source: string,
  row: CheckedExpression["row"],
): readonly CheckedExpression[] {
  const conditions = part.op === "and" ? part.conditions : [part];
  const others = conditions.filter((node) => node.op !== "constant" || node.value !== true);
  return [...new Set(others.flatMap((node) => splitPart(node, source, row)))];
}

/** A part about the row in slot 0; the filter of a slice falls into the filter's own parts. */
function splitPart(node: Node, source: string, row: CheckedExpression["row"]): readonly CheckedExpression[] {
  const part = partAboutRow(node, source, row);
  return node.op === "formula" ? conjunctsOf(part) : [part];
}

/** The tree with all rows in view one slot further out: what stood in a scan of nothing else is the current row. */
function shiftSlots(root: Node): Node {
  // The row before the change is in no scan.
  return mapTree(root, (node) => ("slot" in node && node.slot > 0 ? { ...node, slot: node.slot - 1 } : node));
}

/**
 * Whether a Yes/No expression is TRUE on every row for this caller, because it is, or begins with, something that no row has
 * a say in: `OR(USERROLE() = "Admin", …)` for an Admin. OR evaluates nothing after a TRUE condition, so that cannot fail either.
 */
export function isAlwaysTrue(expression: CheckedExpression, context: RequestContext): boolean {
  const { root } = rewrite(expression);
  for (const part of root.op === "or" ? root.conditions : [root]) {
    const constant = findConstant(part, context);
    if (typeof constant === "string") return false;
    if (constant.value === true) return true;
  }
  return false;
}

/** Whether a node calls the function of this name, which every entrance to the language has. */
export function isCallOf(node: Node, name: LanguageFunction): node is CallNode {
  return node.op === "call" && node.definition === smallFunctions.get(name);
}
