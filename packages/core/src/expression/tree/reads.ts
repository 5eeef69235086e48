import { CheckedExpression, type References } from "./checked-expression.ts";
import { makesRows } from "./facts.ts";
import { BEFORE, type Node, type RowSlot } from "./node.ts";
import type { TableScope } from "./scope.ts";
import type { Type } from "./type.ts";
import { children, nodesOf } from "./walk.ts";

/** The positions of the cells that an expression can read; of the rows of other tables by the names of these. */
export interface Reads {
  readonly row: ReadonlySet<number>;
  readonly before: ReadonlySet<number>;
  readonly tables: ReadonlyMap<string, ReadonlySet<number>>;
}

/** Which rows are in the slots around a node: sets that take the positions read of them. */
type Slots = ReadonlyMap<RowSlot, Set<number>>;

/** What evaluating an expression can read. */
export function readsOf(expression: CheckedExpression): Reads {
  const row = new Set<number>();
  const before = new Set<number>();
  const tables = new Map<string, Set<number>>();
  // A part that brings rows into view is read as a tree of its own, with one slot more.
  const around: Slots = new Map([
    [0, row],
    [BEFORE, before],
  ]);
  const trees: { readonly root: Node; readonly slots: Slots }[] = [{ root: expression.root, slots: around }];
  const ofItems = new Set<number>();
  const read = new Map<CheckedExpression, Set<Set<number> | undefined>>();
  for (const { root, slots } of trees) {
    for (const node of nodesOf(root, (one) => !makesRows(one))) {
      if (node.op === "column") slots.get(node.slot)?.add(node.index);
      if (node.op === "computed-key")
        for (const { index } of node.table.key) slots.get(node.slot)?.add(index);
      if (node.op === "formula") {
        const own = slots.get(node.slot);
        const rows = read.get(node.formula) ?? new Set();
        read.set(node.formula, rows);
        if (rows.has(own)) continue; // functions may call others very many times
        rows.add(own);
        trees.push({ root: node.formula.root, slots: own === undefined ? new Map() : new Map([[0, own]]) });
      }
      if (!makesRows(node)) continue;
      const inner = new Map([
        ...slots,
        [node.slot, node.table.items === undefined ? ofTable(tables, node.table) : ofItems] as const,
      ]);
      for (const child of children(node)) trees.push({ root: child, slots: inner });
    }
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
  return [...nodesOf(root)].flatMap((node) => (node.op === "formula" ? [node.formula] : []));
}
