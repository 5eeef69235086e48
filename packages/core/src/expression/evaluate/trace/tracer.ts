import type { Value } from "../../../values/index.ts";
import type { Meter } from "../../runtime/meter.ts";
import type { CheckedExpression } from "../../tree/checked-expression.ts";
import type { Node, RowSlot } from "../../tree/node.ts";
import { everyTable, typeName } from "../../tree/type.ts";
import { writeJson } from "../../tree/value-forms.ts";
import { children } from "../../tree/walk.ts";
import type { Observer } from "../evaluate-reference.ts";
import { OpenNode } from "./open-node.ts";
import { type TraceNode, traceLimits } from "./trace.ts";
import { shorten, type WrittenSource, writtenAs, writtenSource } from "./written-source.ts";

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
