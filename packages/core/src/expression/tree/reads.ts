import { CheckedExpression, type References } from "./checked-expression.ts";
import { makesRows } from "./facts.ts";
import { BEFORE, type Node, type RowSlot } from "./node.ts";
import type { TableScope } from "./scope.ts";
import { listOf, type Type } from "./type.ts";
import { children, nodesOf } from "./walk.ts";

/** What an expression can read of the rows in view and, by their names, of the rows of other tables. */
export interface Reads {
  readonly row: CellReads;
  readonly before: CellReads;
  readonly tables: ReadonlyMap<string, CellReads>;
}

/** What is read of a row, or of an object and of the items of a list of objects: cells, by their positions, and what of these. */
export interface CellReads {
  readonly cells: ReadonlyMap<number, CellReads>;
  /** Whether an object is read as a value of its own, with all that it holds. */
  readonly isWhole: boolean;
}

class CollectedReads implements CellReads {
  readonly cells = new Map<number, CollectedReads>();
  isWhole = false;

  at(index: number): CollectedReads {
    let cell = this.cells.get(index);
    if (cell === undefined) {
      cell = new CollectedReads();
      this.cells.set(index, cell);
    }
    return cell;
  }
}

/** Which rows are in the slots around a node: what has been read of them. */
type Slots = ReadonlyMap<RowSlot, CollectedReads>;

/** What evaluating an expression can read. */
export function readsOf(expression: CheckedExpression): Reads {
  const row = new CollectedReads();
  const before = new CollectedReads();
  const tables = new Map<string, CollectedReads>();
  const around: Slots = new Map([
    [0, row],
    [BEFORE, before],
  ]);
  // A part that brings rows into view is read as a tree of its own, with one slot more.
  const trees: { readonly root: Node; readonly slots: Slots }[] = [{ root: expression.root, slots: around }];
  const read = new Map<CheckedExpression, Set<CollectedReads | undefined>>();
  for (const { root, slots } of trees) {
    for (const node of nodesOf(root, (one) => !makesRows(one))) {
      if (node.op === "column") readWhole(slots.get(node.slot)?.at(node.index));
      if (node.op === "computed-key") {
        const own = slots.get(node.slot);
        if (node.table.items !== undefined) readWhole(own);
        for (const { index } of node.table.key) own?.at(index);
      }
      if (node.op === "formula") {
        const own = slots.get(node.slot);
        const rows = read.get(node.formula) ?? new Set();
        read.set(node.formula, rows);
        if (rows.has(own)) continue; // functions may call others very many times
        rows.add(own);
        trees.push({ root: node.formula.root, slots: own === undefined ? new Map() : new Map([[0, own]]) });
      }
      if (makesRows(node)) readWhole(visitRows(node, slots));
    }
  }
  return { row, before, tables };

  /** Reads the parts of a node that brings rows into view. What its value is a part of, where it is a cell or an item itself. */
  function visitRows(node: RowsNode, slots: Slots): CollectedReads | undefined {
    const source = sourceOf(node);
    // Of an object that is made, as the arguments of a function, nothing is read of elsewhere.
    const rows =
      node.table.items === undefined ? ofTable(tables, node.table) : source && originOf(source, slots);
    if (source !== undefined && node.table.items === undefined) trees.push({ root: source, slots });
    const inner = new Map(slots);
    if (rows === undefined) inner.delete(node.slot);
    else inner.set(node.slot, rows);
    if (node.op === "order-by") {
      for (const { by } of node.keys) trees.push({ root: by, slots: inner });
      if (node.limit !== undefined) trees.push({ root: node.limit, slots });
      return node.table.items === undefined ? undefined : rows;
    }
    for (const child of children(node))
      if (child !== source && child !== node.field) trees.push({ root: child, slots: inner });
    const origin = originOf(node.field, inner);
    if ("distinct" in node && node.distinct) readWhole(origin);
    return origin;
  }

  /** What the value of a node is a part of; undefined where it is none, and then it has been read. */
  function originOf(node: Node, slots: Slots): CollectedReads | undefined {
    if (node.op === "column") return slots.get(node.slot)?.at(node.index);
    if (node.op === "computed-key" && node.table.items !== undefined) return slots.get(node.slot);
    if (makesRows(node)) return visitRows(node, slots);
    trees.push({ root: node, slots });
    return undefined;
  }
}

type RowsNode = Extract<
  Node,
  { readonly op: "dereference" | "list-dereference" | "select" | "extreme-row" | "order-by" }
>;

/** A type whose objects have only the fields that are read of them. */
export function readPartOf(type: Type, reads: CellReads): Type {
  if (type.kind === "List") {
    const item = readPartOf(type.item, reads);
    return item === type.item ? type : listOf(item);
  }
  if (type.kind !== "Object" || reads.isWhole) return type;
  const columns = type.shape.columns.flatMap((column) => {
    const own = reads.cells.get(column.isVirtual ? -1 : column.index);
    return own === undefined ? [] : [{ ...column, type: readPartOf(column.type, own) }];
  });
  return { kind: "Object", shape: { ...type.shape, columns } };
}

/** The part of a node that names the rows which it brings into view; without one they are all rows of a table. */
function sourceOf(node: RowsNode): Node | undefined {
  switch (node.op) {
    case "dereference":
      return node.ref;
    case "list-dereference":
    case "extreme-row":
      return node.refs;
    case "order-by":
      return node.rows;
    case "select":
      return undefined;
  }
}

function readWhole(reads: CollectedReads | undefined): void {
  if (reads !== undefined) reads.isWhole = true;
}

/** Rows of a table are found by their keys, so these are always read. */
function ofTable(tables: Map<string, CollectedReads>, { name, key }: TableScope): CollectedReads {
  let reads = tables.get(name);
  if (reads === undefined) {
    reads = new CollectedReads();
    for (const { index } of key) reads.at(index);
    tables.set(name, reads);
  }
  return reads;
}

/** The inputs that a tree reads by INPUT and the types they are read as, without those of the formulas that it reads. */
export function inputsOf(root: Node): ReadonlyMap<string, Type> {
  const inputs = new Map<string, Type>();
  for (const node of nodesOf(root))
    if (node.op === "call" && node.definition.name === "INPUT")
      inputs.set(nameIn(node.arguments[0]), node.type);
  return inputs;
}

/** The checker accepts only a constant. */
function nameIn(argument: unknown): string {
  return String((argument as Extract<Node, { readonly op: "constant" }>).value);
}

/** A part of a checked tree that reads the row in slot 0 as an expression of its own, with the source it was written in. */
export function partAboutRow(part: Node, source: string, row: TableScope | undefined): CheckedExpression {
  if (part.op === "formula" && part.slot === 0 && part.type.kind === part.formula.type.kind)
    return part.formula;
  return new CheckedExpression(source.slice(part.start, part.end), part, referencesOf(part), row);
}

/** What a tree reads of the row in slot 0, of tables and of formulas. */
function referencesOf(root: Node): References {
  const columns = new Set<string>();
  const tables = new Set<string>();
  const functions = new Set<string>();
  const parameters = new Set<string>();
  for (const node of nodesOf(root)) {
    if (node.op === "call") functions.add(node.definition.name);
    if (node.op === "parameter" && node.from === "parameters") parameters.add(node.name);
    if (node.op === "column" && node.slot === 0) columns.add(node.name);
    if (node.op === "computed-key" && node.slot === 0)
      for (const { name } of node.table.key) columns.add(name);
    if (node.op === "formula") {
      for (const name of node.formula.references.tables) tables.add(name);
      if (node.slot === 0) for (const name of node.formula.references.columns) columns.add(name);
    }
    if (makesRows(node)) tables.add(node.table.name);
  }
  return { columns, tables, functions, parameters, formulas: formulasIn(root) };
}

/** The formulas that a tree reads directly, each as often as it is in the tree. */
export function formulasIn(root: Node): readonly CheckedExpression[] {
  const formulas: CheckedExpression[] = [];
  for (const node of nodesOf(root)) if (node.op === "formula") formulas.push(node.formula);
  return formulas;
}
