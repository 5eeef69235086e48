import { CheckedExpression, type References } from "./checked-expression.ts";
import { makesRows } from "./facts.ts";
import { BEFORE, type Node, type RowSlot } from "./node.ts";
import type { TableScope } from "./scope.ts";
import type { Type } from "./type.ts";
import { children } from "./walk.ts";

/** The positions of the cells that an expression can read; of the rows of other tables by the names of these. */
export interface Reads {
  readonly row: ReadonlySet<number>;
  readonly before: ReadonlySet<number>;
  readonly tables: ReadonlyMap<string, ReadonlySet<number>>;
}

/** Which rows stand in the slots around a node: sets that take the positions read of them. */
type Slots = ReadonlyMap<RowSlot, Set<number>>;

/** What evaluating an expression can read. Not recursive: chains of operators are thousands of nodes deep. */
export function readsOf(expression: CheckedExpression): Reads {
  const row = new Set<number>();
  const before = new Set<number>();
  const tables = new Map<string, Set<number>>();
  const waiting: { readonly node: Node; readonly slots: Slots }[] = [
    {
      node: expression.root,
      slots: new Map([
        [0, row],
        [BEFORE, before],
      ]),
    },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node } = next;
    const slots = makesRows(node)
      ? new Map([...next.slots, [node.slot, ofTable(tables, node.table)]])
      : next.slots;
    if (node.op === "column") slots.get(node.slot)?.add(node.index);
    if (node.op === "computed-key") for (const { index } of node.table.key) slots.get(node.slot)?.add(index);
    if (node.op === "formula") {
      const own = slots.get(node.slot);
      waiting.push({ node: node.formula.root, slots: own === undefined ? new Map() : new Map([[0, own]]) });
    }
    for (const child of children(node)) waiting.push({ node: child, slots });
  }
  return { row, before, tables };
}

/** Rows of a table are found by their keys, so these are always read. */
function ofTable(tables: Map<string, Set<number>>, { name, key }: TableScope): Set<number> {
  let positions = tables.get(name);
  if (positions === undefined) {
    positions = new Set(key.map(({ index }) => index));
    tables.set(name, positions);
  }
  return positions;
}

/** The inputs that a tree reads by INPUT, with the types that they are read as; those of the formulas it reads are not among them. */
export function inputsOf(root: Node): ReadonlyMap<string, Type> {
  const inputs = new Map<string, Type>();
  const waiting: Node[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.op === "call" && node.definition.name === "INPUT")
      inputs.set(nameIn(node.arguments[0]), node.type);
    for (const child of children(node)) waiting.push(child);
  }
  return inputs;
}

/** The checker takes nothing but a constant there. */
function nameIn(argument: unknown): string {
  return String((argument as Extract<Node, { readonly op: "constant" }>).value);
}

/** A part of a checked tree that reads the row in slot 0 as an expression of its own, with the source it was written in. */
export function partAboutRow(part: Node, source: string, row: TableScope | undefined): CheckedExpression {
  if (part.op === "formula" && part.slot === 0 && part.type.kind === part.formula.type.kind)
    return part.formula;
  return new CheckedExpression(source.slice(part.start, part.end), part, referencesOf(part), row);
}

function referencesOf(part: Node): References {
  const columns = new Set<string>();
  const tables = new Set<string>();
  const formulas: CheckedExpression[] = [];
  const waiting: Node[] = [part];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.op === "column" && node.slot === 0) columns.add(node.name);
    if (node.op === "computed-key" && node.slot === 0)
      for (const { name } of node.table.key) columns.add(name);
    if (node.op === "formula") {
      formulas.push(node.formula);
      for (const name of node.formula.references.tables) tables.add(name);
      if (node.slot === 0) for (const name of node.formula.references.columns) columns.add(name);
    }
    if (makesRows(node)) tables.add(node.table.name);
    for (const child of children(node)) waiting.push(child);
  }
  return { columns, tables, formulas };
}
