import type { Value } from "../../values/index.ts";
import type { CellJson } from "./members.ts";
import type { Node } from "./node.ts";
import { type CellForms, NO_OBJECT } from "./value-forms.ts";
import { anyNodeOf, nodesOf } from "./walk.ts";

/** How the items of one column are read. */
export interface ItemSource {
  readonly makeRow: () => Value[];
  /** Throws for an item that does not have the form of its type. */
  readonly read: (item: CellJson, row: Value[], at: number, forms: CellForms) => void;
}

/**
 * Items of a list of objects as a program gave them, for a scan that looks at one after the other and holds none of them. All are
 * read into one row, so a sum over 20 lines takes a third of the time that it takes over rows: docs/performance.md has the figures.
 */
export class UnreadItems {
  readonly items: readonly CellJson[];
  readonly source: ItemSource;
  readonly #forms: CellForms;

  constructor(items: readonly CellJson[], source: ItemSource, forms: CellForms) {
    this.items = items;
    this.source = source;
    this.#forms = forms;
  }

  /** Reads the item at a place into a row that another one may have been read into. */
  read(at: number, row: Value[]): void {
    this.source.read(this.items[at] || NO_OBJECT, row, at, this.#forms);
  }
}

/**
 * The columns of the row, by position, that are lists of objects of which nothing is read but by scans that hold no item. None where
 * an error is caught or a formula is read, which has the whole row.
 */
export function scannedColumns(root: Node): ReadonlySet<number> {
  const scanned = new Set<number>();
  const scannedNodes = new Set<Node>();
  const others = new Set<number>();
  for (const node of nodesOf(root)) {
    if (node.op === "try" || node.op === "formula") return new Set();
    if (node.op === "list-dereference" && holdsNoItem(node)) {
      scanned.add(node.refs.index);
      scannedNodes.add(node.refs);
    }
    if (node.op === "column" && node.slot === 0 && !scannedNodes.has(node)) others.add(node.index);
  }
  return new Set([...scanned].filter((index) => !others.has(index)));
}

type Scan = Extract<Node, { readonly op: "list-dereference" }>;

function holdsNoItem(node: Scan): node is Scan & { readonly refs: Extract<Node, { readonly op: "column" }> } {
  const { refs, slot, table, condition, field } = node;
  if (refs.op !== "column" || refs.slot !== 0 || slot !== 1 || table.items !== "objects") return false;
  return [condition, field].every((part) => part === undefined || !anyNodeOf(part, needsItem));
}

/** Whether a part has an item itself for a value, or is a scan of its own, during which an item must stay what it is. */
function needsItem({ op }: Node): boolean {
  return ["computed-key", "list-dereference", "select", "extreme-row", "order-by"].includes(op);
}
