import type { JsonValue, Value } from "../../../values/index.ts";
import { makesRows } from "../../tree/facts.ts";
import { keyOf } from "../../tree/key.ts";
import type { Node, RowSlot } from "../../tree/node.ts";
import { keyTypeOf, refTo, type TableScope } from "../../tree/scope.ts";
import { writeJson } from "../../tree/value-forms.ts";
import { type TracedRows, type TraceNode, traceLimits } from "./trace.ts";
import type { WrittenSource } from "./written-source.ts";

type Row = readonly Value[];
type ScanNode = Extract<Node, { readonly table: TableScope; readonly slot: RowSlot; readonly field?: Node }>;

/** A node that is being evaluated, and what is known of it so far. */
export class OpenNode {
  readonly node: Node;
  /** The text that the node's span is of. */
  readonly source: WrittenSource;
  /** Where its trace goes; undefined where it is not shown. */
  readonly into: TraceNode[] | undefined;
  readonly depth: number;
  readonly parts: TraceNode[] = [];
  readonly entered = new Set<Node>();
  omitted = 0;
  readonly #scan: ScanNode | undefined;
  readonly #looked = new Map<Row, TraceNode[] | undefined>();
  readonly #first: { key: JsonValue; parts: TraceNode[] }[] = [];
  readonly #keys: JsonValue[] = [];
  #met = 0;

  constructor(node: Node, source: WrittenSource, into: TraceNode[] | undefined, depth: number) {
    this.node = node;
    this.source = source;
    this.into = into;
    this.depth = depth;
    this.#scan = makesRows(node) ? node : undefined;
  }

  /** Whether a part is evaluated on rows that this node brings into view. */
  isOnRows(part: Node): boolean {
    const scan = this.#scan;
    if (scan === undefined) return false;
    return !("ref" in scan && scan.ref === part) && !isListOf(scan, part);
  }

  /** Whether a row has not been looked at before. */
  look(row: Row): boolean {
    if (this.#looked.has(row)) return false;
    const key = this.#keyOf(row);
    const parts = this.into !== undefined && this.#first.length < traceLimits.rows ? [] : undefined;
    this.#looked.set(row, parts);
    if (parts !== undefined) this.#first.push({ key, parts });
    if (this.#condition === undefined) this.#meet(row);
    return true;
  }

  partsOn(row: Row): TraceNode[] | undefined {
    return this.#looked.get(row);
  }

  /** A part has been evaluated on a row. */
  leavePart(part: Node, row: Row, value: Value): void {
    if (part === this.#condition && value === true) this.#meet(row);
  }

  /** A part that failed where no part was to be shown: it always is. */
  addUnshown(part: TraceNode, row: Row | undefined): void {
    if (row === undefined) this.parts.push(part);
    else this.#first.push({ key: this.#keyOf(row), parts: [part] });
  }

  get rows(): TracedRows | undefined {
    const scan = this.#scan;
    if (scan === undefined) return undefined;
    const { name: table } = scan.table;
    return { table, looked: this.#looked.size, met: this.#met, keys: this.#keys, first: this.#first };
  }

  get #condition(): Node | undefined {
    const scan = this.#scan;
    return scan !== undefined && "condition" in scan ? scan.condition : undefined;
  }

  #meet(row: Row): void {
    this.#met += 1;
    if (this.#keys.length < traceLimits.keys) this.#keys.push(this.#keyOf(row));
  }

  #keyOf(row: Row): JsonValue {
    const { table } = this.#scan as ScanNode;
    return writeJson(keyOf(row, table), table.items === undefined ? keyTypeOf(table) : refTo(table));
  }
}

/** Whether a part gives the keys of the rows, or how many of them are kept. */
function isListOf(scan: ScanNode, part: Node): boolean {
  if ("refs" in scan && scan.refs === part) return true;
  return scan.op === "order-by" && (scan.rows === part || scan.limit === part);
}
