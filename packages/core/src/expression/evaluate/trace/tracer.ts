import type { JsonValue, Value } from "../../../values/index.ts";
import { EvaluationError, explainEvaluationError } from "../../runtime/evaluation-error.ts";
import type { Meter } from "../../runtime/meter.ts";
import type { RequestContext } from "../../runtime/request-context.ts";
import { depthBy, piecesOf } from "../../syntax/words.ts";
import type { CheckedExpression } from "../../tree/checked-expression.ts";
import { makesRows } from "../../tree/facts.ts";
import { keyOf } from "../../tree/key.ts";
import type { Node, RowSlot } from "../../tree/node.ts";
import { keyTypeOf, refTo, type TableScope } from "../../tree/scope.ts";
import { everyTable, typeName } from "../../tree/type.ts";
import { writeJson } from "../../tree/value-forms.ts";
import { children } from "../../tree/walk.ts";
import { type Observer, observeReference, type RowAccess } from "../evaluate-reference.ts";
import { NO_ROW } from "../frame.ts";
import { findBinding } from "../scans/select.ts";
import { type Trace, type TracedRows, type TraceNode, traceLimits } from "./trace.ts";

type Row = readonly Value[];

/** Builds the tree of a trace while the reference evaluator walks. A row that is looked at is a step of the budget. */
export class Tracer implements Observer {
  readonly #source: WrittenSource;
  readonly #meter: Meter;
  readonly #open: Open[] = [];
  readonly #roots: TraceNode[] = [];
  #nodes = 0;

  constructor(expression: CheckedExpression, meter: Meter) {
    this.#source = writtenSource(expression);
    this.#meter = meter;
  }

  enter(node: Node, rows: readonly Row[]): void {
    const parent = this.#open.at(-1)?.part;
    parent?.entered.add(node);
    const row = parent?.isOnRows(node) ? rows[(parent.node as { slot: RowSlot }).slot] : undefined;
    if (row !== undefined && parent?.look(row)) this.#meter.spend(1);
    const source = parent?.node.op === "formula" ? writtenSource(parent.node.formula) : parent?.source;
    const depth = (parent?.depth ?? 0) + 1;
    const into = this.#placeFor(parent, row, depth);
    if (into !== undefined) this.#nodes += 1;
    this.#open.push({ part: new OpenNode(node, source ?? this.#source, into, depth), row });
  }

  leave(value: Value): void {
    const { part, row } = this.#open.at(-1) as Open;
    this.#checkSize(part.node, value);
    this.#open.pop();
    if (row !== undefined) this.#open.at(-1)?.part.leavePart(part.node, row, value);
    part.into?.push(evaluated(part, value));
  }

  /** The innermost node of the expression itself that is being evaluated: where an error is. */
  get failing(): Node | undefined {
    return this.#open.findLast(({ part }) => part.source === this.#source)?.part.node;
  }

  place(): number {
    return this.#open.length;
  }

  /** The tree once the evaluation has ended. After an error the nodes from the root to the one that failed have no value. */
  finish(): TraceNode {
    this.fail(0);
    return this.#roots[0] as TraceNode;
  }

  fail(place: number): void {
    while (this.#open.length > place) {
      const { part, row } = this.#open.pop() as Open;
      const node: TraceNode = { ...about(part), state: "failed", ...partsOf(part) };
      if (part.into !== undefined) part.into.push(node);
      else this.#open.at(-1)?.part.addUnshown(node, row);
    }
  }

  /** The list that takes the trace of a part; undefined where it is not shown. */
  #placeFor(parent: OpenNode | undefined, row: Row | undefined, depth: number): TraceNode[] | undefined {
    if (parent === undefined) return this.#roots;
    if (parent.into === undefined) return undefined;
    const into = row === undefined ? parent.parts : parent.partsOn(row);
    if (into === undefined) return undefined;
    if (this.#nodes < traceLimits.nodes && depth <= traceLimits.depth) return into;
    parent.omitted += 1;
    return undefined;
  }

  /** The reference evaluator has no limits of its own on what operators and SELECT build. */
  #checkSize({ op }: Node, value: Value): void {
    if (op !== "binary" && op !== "select") return;
    const { textLength, listLength } = this.#meter.limits;
    if (typeof value === "string" && value.length > textLength) this.#meter.buildText(value.length);
    if (Array.isArray(value) && value.length > listLength) this.#meter.buildList(value.length);
  }
}

interface Open {
  readonly part: OpenNode;
  /** The row of the node around it that the part is evaluated on. */
  readonly row: Row | undefined;
}

function evaluated(part: OpenNode, value: Value): TraceNode {
  const { node } = part;
  const shown = shorten(writeJson(value, node.type));
  const [operand] = part.parts;
  if (node.op === "convert" && operand !== undefined) {
    const { cut: _, ...rest } = operand;
    const from = operand.value ?? null;
    const isSame = JSON.stringify(from) === JSON.stringify(shown.value);
    const conversions = [
      ...(operand.conversions ?? []),
      ...(isSame ? [] : [{ by: node.conversion.id, from }]),
    ];
    return {
      ...rest,
      type: typeName(node.type, everyTable),
      ...shown,
      ...(conversions.length > 0 ? { conversions } : {}),
    };
  }
  const read = node.op === "constant" && node.literal !== undefined && node.literal !== shown.value;
  return {
    ...about(part),
    state: "evaluated",
    ...shown,
    ...(read ? { conversions: [{ by: "literal", from: node.literal ?? null }] } : {}),
    ...partsOf(part),
  };
}

function about({ node, source }: Pick<OpenNode, "node" | "source">) {
  return { kind: node.op, ...writtenAs(source, node), type: typeName(node.type, everyTable) };
}

/** What is below a node: parts that were not entered were skipped. */
function partsOf(part: OpenNode): Pick<TraceNode, "rows" | "formula" | "parts" | "omitted"> {
  const { node, source, entered, parts, omitted, rows } = part;
  const skipped = children(node)
    .filter((child) => !entered.has(child) && !part.isOnRows(child))
    .map((child) => ({ ...about({ node: child, source }), state: "skipped", parts: [] }) as const);
  return {
    ...(rows === undefined ? {} : { rows }),
    ...(node.op === "formula" ? { formula: node.formula.source } : {}),
    parts: [...parts, ...skipped],
    ...(omitted > 0 ? { omitted } : {}),
  };
}

type ScanNode = Extract<Node, { readonly table: TableScope; readonly slot: RowSlot; readonly field?: Node }>;

/** A node that is being evaluated, and what is known of it so far. */
class OpenNode {
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

/** The source of an expression, in which its nodes have spans. */
interface WrittenSource {
  readonly text: string;
  /** Where it begins in the spans of its nodes: a part of an expression keeps the spans of the whole. */
  readonly offset: number;
}

function writtenSource({ source, root }: CheckedExpression): WrittenSource {
  const isPart = source.length === root.end - root.start;
  return { text: source, offset: isPart ? root.start : 0 };
}

/** The span of a node, and its text on one line. */
function writtenAs({ text, offset }: WrittenSource, node: Node) {
  const [first, end] = [node.start - offset, node.end - offset];
  const start = first + unclosedBrackets(text.slice(first, end));
  return { text: shortText(text.slice(start, end).replace(/\s+/gu, " ").trim()), start, end };
}

/** The brackets at the beginning that are closed outside of a span: the first operations of a chain in brackets have them. */
function unclosedBrackets(text: string): number {
  if (!text.startsWith("(")) return 0;
  let open = 0;
  for (const [piece] of piecesOf(text)) open += depthBy(piece);
  const leading = /^[(\s]*/u.exec(text)?.[0] ?? "";
  let skipped = 0;
  for (; open > 0 && skipped < leading.length; skipped++) if (leading[skipped] === "(") open -= 1;
  return skipped;
}

/** A value as a trace shows it, and its length where that is more than what is shown. */
function shorten(value: JsonValue): { readonly value: JsonValue; readonly cut?: number } {
  if (typeof value === "string" && value.length > traceLimits.text)
    return { value: shortText(value), cut: value.length };
  if (!Array.isArray(value)) return { value };
  const items = value.slice(0, traceLimits.items).map((item) => shorten(item).value);
  return value.length > items.length ? { value: items, cut: value.length } : { value: items };
}

/** The first characters of a text, whole ones. */
function shortText(text: string): string {
  if (text.length <= traceLimits.text) return text;
  return text.slice(0, traceLimits.text).replace(/[\uD800-\uDBFF]$/, "");
}

/** The values of computed columns that other traces of the same rows show: here they are values without parts. */
export type TracedColumns = Map<readonly Value[], Map<CheckedExpression, Value>>;

/** What evaluating an expression on a row does. It has the value or the error of `evaluateRow` with the same arguments. */
export function traceExpression(
  expression: CheckedExpression,
  row: readonly Value[],
  context: RequestContext,
  before: readonly Value[] = NO_ROW,
  computed: TracedColumns = new Map(),
): Trace {
  const { source, type } = expression;
  const tracer = new Tracer(expression, context.meter);
  const about = { source, type: typeName(type, everyTable) };
  try {
    const shared = { computed, access: indexedRows, observer: tracer };
    const value = observeReference(expression, row, context, before, shared);
    computed.set(row, (computed.get(row) ?? new Map()).set(expression, value));
    return { ...about, value: writeJson(value, type), root: tracer.finish() };
  } catch (thrown) {
    if (!(thrown instanceof EvaluationError)) throw thrown;
    const placed = tracer.failing;
    if (placed !== undefined) EvaluationError.withSpan(thrown, placed);
    return { ...about, error: explainEvaluationError(thrown), root: tracer.finish() };
  }
}

/** As evaluation does: a row by its key, and the rows of an equality by an index, so that a trace reads no more than it. */
const indexedRows: RowAccess = {
  rowOf: (context, table, key) => (key === null ? undefined : context.rowsOf(table.name).find(key)),
  candidates: (context, { table, slot, condition }, evaluate) => {
    const stored = context.rowsOf(table.name);
    const binding = condition && findBinding(condition, slot);
    if (binding === undefined) return stored.rows;
    let value: Value;
    try {
      value = evaluate(binding.value);
    } catch (error) {
      // The condition itself may never come as far as this part: it decides whether the error is met.
      if (error instanceof EvaluationError && error.code.startsWith("run/")) return stored.rows;
      throw error;
    }
    return stored.matching(binding.column, binding.family, value);
  },
};
