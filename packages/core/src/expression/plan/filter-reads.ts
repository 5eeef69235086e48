import { memo } from "../runtime/memo.ts";
import type { Caller } from "../runtime/request-context.ts";
import type { CheckedExpression } from "../tree/checked-expression.ts";
import type { BinaryNode, Node, RowSlot } from "../tree/node.ts";
import { children } from "../tree/walk.ts";
import { isCallOf } from "./selection-of.ts";

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
