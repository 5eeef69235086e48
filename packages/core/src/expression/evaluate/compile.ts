/** Mutual recursion: a checked expression may read others, the formulas of computed columns, which are compiled like it. */
import { memo, type Value } from "../../values/index.ts";
import { negate } from "../operators/index.ts";
import { rewrite } from "../rewrite/rewrite.ts";
import { EvaluationError } from "../runtime/evaluation-error.ts";
import type { Invariant, RequestContext } from "../runtime/request-context.ts";
import type { CheckedExpression } from "../tree/checked-expression.ts";
import { callsHost, invariantOf, isNondeterministic, makesRows, NO_SLOT, readsRows } from "../tree/facts.ts";
import { keyOf } from "../tree/key.ts";
import {
  BEFORE,
  type ColumnNode,
  type ConvertNode,
  type DereferenceNode,
  type FormulaNode,
  type LetNode,
  type Node,
  type RowSlot,
} from "../tree/node.ts";
import { anyNodeOf, countNodes, nodesOf } from "../tree/walk.ts";
import { ComputedValues } from "./computed-values.ts";
import { fastPart } from "./fast-shapes.ts";
import {
  type Compile,
  deferring,
  type Evaluator,
  type Frame,
  listed,
  makeFrame,
  mapped,
  NO_ITEMS,
  NO_ROW,
  type Part,
  type Row,
  readParameter,
  rowFinder,
  settling,
  syncOf,
} from "./frame.ts";
import { compileListDereference } from "./scans/list-dereference.ts";
import { compileOrderBy } from "./scans/order-by.ts";
import { compileCount, compileExtremeRow, compileSelect } from "./scans/select.ts";
import { compileBinary } from "./values/binary.ts";
import { compileCall, compileInInvariant, isLongCall } from "./values/call.ts";
import { compileConditional, compileLogic, compileTry } from "./values/logic.ts";

/** A checked expression as one part over its innermost row. Compiled once and kept. */
export function partOf(expression: CheckedExpression): Part {
  return rewrite(expression).compiledBy(compileExpression).part();
}

/** As `partOf`, as a closure. */
export function evaluatorOf(expression: CheckedExpression): Evaluator {
  return rewrite(expression).compiledBy(compileExpression).closure();
}

function compileExpression({ checked, root }: ReturnType<typeof rewrite>) {
  const compileWith = (pauses: boolean) =>
    sharingComputed(checked, compilerFor(root, pauses)(root, checked.innermost));
  let part: Part | undefined;
  let closure: Evaluator | undefined;
  return {
    part() {
      part ??= compileWith(true);
      return part;
    },
    closure() {
      closure ??= this.part().sync ?? syncOf(compileWith(false));
      return closure;
    },
  };
}

/** The closure of a node; `innermost` is the slot of the row that it is given. */
export function compileNode(node: Node, innermost: RowSlot): Evaluator {
  return syncOf(compilerFor(node, false)(node, innermost));
}

/** Within one evaluation, a computed column that several parts of the expression read is computed once. */
function sharingComputed(expression: CheckedExpression, part: Part): Part {
  if (ComputedValues.for(expression) === undefined) return part;
  const shared = (frame: Frame) =>
    frame.computed === undefined ? { ...frame, computed: ComputedValues.for(expression) } : frame;
  const { sync, task } = part;
  return sync
    ? { sync: (row, frame) => sync(row, shared(frame)) }
    : { task: (row, frame) => task(row, shared(frame)) };
}

/**
 * Calls on texts and lists that one closure may make. Given a megabyte, most take 1 to 8 ms, SUBSTITUTE 30 and PROPER 46.
 * An expression with more of them pauses after each.
 */
const MOST_CALLS_WITHOUT_PAUSE = 16;

/** The compiler of a tree. Without pauses lists of items are scanned in closures. */
function compilerFor(root: Node, pauses: boolean): (node: Node, innermost: RowSlot) => Part {
  let longCalls = 0;
  let readsTables = false;
  for (const node of nodesOf(root)) {
    if (node.op === "call" && isLongCall(node)) longCalls += 1;
    readsTables ||= node.op === "formula" || makesRows(node);
  }
  const pausesAfterCalls = pauses && longCalls > MOST_CALLS_WITHOUT_PAUSE;
  const parts = new Map<Node, Map<RowSlot, Part>>();
  return compile;

  // Kept, as several forms of a node are tried, which would double the work at each level.
  function compile(node: Node, innermost: RowSlot): Part {
    const ofNode = parts.get(node) ?? new Map<RowSlot, Part>();
    const existing = ofNode.get(innermost);
    if (existing !== undefined) return existing;
    const invariant = readsTables ? invariantOf(node, innermost) : undefined;
    const part =
      invariant === undefined ? compileHere(node, innermost) : cached(invariant, compileHere(node, NO_SLOT));
    parts.set(node, ofNode.set(innermost, part));
    return part;
  }

  function compileHere(node: Node, innermost: RowSlot): Part {
    let defers = false;
    const below: Compile = (other, slot = innermost) => {
      const part = compile(other, slot);
      if (slot === innermost || !callsHost(other)) return part;
      defers = true;
      return deferring(part, other);
    };
    const part = fastPart(node, innermost, below) ?? compileNodeKind(node, innermost, below);
    return defers ? settling(part) : part;
  }

  function compileNodeKind(node: Node, innermost: RowSlot, below: Compile): Part {
    switch (node.op) {
      case "constant": {
        const { value } = node;
        return { sync: () => value };
      }
      case "column":
        return { sync: compileColumn(node, innermost) };
      case "computed-key": {
        const { slot, table } = node;
        return { sync: (row, frame) => keyOf(slot === innermost ? row : rowAt(slot, frame), table) };
      }
      case "formula":
        return compileFormula(node, innermost);
      case "parameter":
        return { sync: placing(node, (_, { context }) => readParameter(node, context)) };
      case "let":
        return compileLet(node, below);
      case "local": {
        const { local } = node;
        return { sync: (_, frame) => frame.locals[local] ?? null };
      }
      case "dereference":
        return compileDereference(node, below);
      case "list-dereference":
        return compileListDereference(node, below, pauses);
      case "binary":
        return compileBinary(node, below);
      case "negate":
        return mapped(below(node.operand), negate);
      case "and":
      case "or":
        return compileLogic(node, innermost, below);
      case "conditional":
        return compileConditional(node, below);
      case "try":
        return compileTry(node, below);
      case "list":
        return listed(node.items.map((item) => below(item)));
      case "call":
        return (
          compileCount(node, innermost, below) ??
          compileInInvariant(node, innermost, below) ??
          compileCall(node, below, pauses, pausesAfterCalls)
        );
      case "convert":
        return compileConvert(node, below);
      case "select":
        return compileSelect(node, below);
      case "extreme-row":
        return compileExtremeRow(node, below);
      case "order-by":
        return compileOrderBy(node, innermost, below);
    }
  }
}

/** A part whose value is the same for many rows: it is evaluated for the first of them. */
function cached(invariant: Invariant, { sync, task }: Part): Part {
  const find = ({ context }: Frame) => context.kept?.find(invariant, context) as Value | undefined;
  const keep = ({ context }: Frame, value: Value) => {
    context.kept?.keep(invariant, context, value);
    return value;
  };
  return sync
    ? { sync: (row, frame) => find(frame) ?? keep(frame, sync(row, frame)) }
    : {
        *task(row, frame) {
          return find(frame) ?? keep(frame, yield* task(row, frame));
        },
      };
}

function rowAt(slot: RowSlot, frame: Frame): Row {
  return slot === BEFORE ? frame.before : (frame.rows[slot] as Row);
}

function compileColumn({ slot, index, type }: ColumnNode, innermost: RowSlot): Evaluator {
  const blank = type.kind === "List" ? NO_ITEMS : null;
  if (slot === innermost) return (row) => row[index] ?? blank;
  if (slot === BEFORE) return (_, frame) => frame.before[index] ?? blank;
  return (_, frame) => frame.rows[slot]?.[index] ?? blank;
}

/** Another expression about one of the rows in view: it sees that row as its current one and nothing else. */
function compileFormula({ slot, formula }: FormulaNode, innermost: RowSlot): Part {
  const rowOf = (row: Row, frame: Frame) => (slot === innermost ? row : rowAt(slot, frame));
  const keep = ({ computed }: Frame, row: Row, value: Value) => {
    computed?.keep(formula, row, value);
    return value;
  };
  if (isTask(formula))
    return {
      *task(row, frame) {
        const own = rowOf(row, frame);
        const { context, computed } = frame;
        const existing = computed?.find(formula, own);
        if (existing !== undefined) return existing;
        context.meter.spend(1);
        const inner = makeFrame(own, context, NO_ROW, computed);
        const { sync, task } = partOf(formula);
        return keep(frame, own, sync ? sync(own, inner) : yield* task(own, inner));
      },
    };
  let evaluate: Evaluator | undefined;
  return {
    sync(row, frame) {
      evaluate ??= evaluatorOf(formula);
      const own = rowOf(row, frame);
      const { context, computed } = frame;
      const existing = computed?.find(formula, own);
      if (existing !== undefined) return existing;
      context.meter.spend(1);
      return keep(frame, own, evaluate(own, makeFrame(own, context, NO_ROW, computed)));
    },
  };
}

/** Whether an expression scans rows or calls a function that pauses, itself or in a formula that it reads. */
export const isTask = memo((expression: CheckedExpression): boolean => {
  let longCalls = 0;
  return anyNodeOf(rewrite(expression).root, (node) => {
    if (node.op === "formula") return isTask(node.formula);
    if (node.op === "call" && isLongCall(node)) longCalls += 1;
    if (longCalls > MOST_CALLS_WITHOUT_PAUSE) return true;
    return node.op === "call"
      ? node.evaluator.task !== undefined
      : node.op !== "dereference" && makesRows(node);
  });
});

/** A column of the row that a Ref names, or a field of an object; blank where there is no such row. */
function compileDereference({ ref, field, slot, table, type }: DereferenceNode, compile: Compile): Part {
  const key = compile(ref);
  const value = compile(field, slot);
  const finder = rowFinder(table);
  let cost: number | undefined;
  const blank = type.kind === "List" ? NO_ITEMS : null;
  const target = (name: Value, { context, rows }: Frame): Row | undefined => {
    if (name === null) return undefined;
    cost ??= field.op === "formula" && table.items !== undefined ? costOf(field.formula) : 1;
    context.meter.spend(cost);
    const row = finder(context)(name);
    if (row !== undefined) rows[slot] = row;
    return row;
  };
  if (key.sync && value.sync) {
    const [readKey, readField] = [key.sync, value.sync];
    return {
      sync(row, frame) {
        const found = target(readKey(row, frame), frame);
        return found === undefined ? blank : readField(found, frame);
      },
    };
  }
  return {
    *task(row, frame) {
      const found = target(key.sync ? key.sync(row, frame) : yield* key.task(row, frame), frame);
      if (found === undefined) return blank;
      return value.sync ? value.sync(found, frame) : yield* value.task(found, frame);
    },
  };
}

/** Steps of a call of a function with an expression for a body, which may hold the bodies of others that it calls. */
function costOf(body: CheckedExpression): number {
  return 1 + (countNodes(rewrite(body).root) >> 4);
}

function compileLet({ local, value, body }: LetNode, compile: Compile): Part {
  const bound = compile(value);
  const inner = compile(body);
  if (bound.sync && inner.sync) {
    const [evaluate, evaluateBody] = [bound.sync, inner.sync];
    return {
      sync(row, frame) {
        frame.locals[local] = evaluate(row, frame);
        return evaluateBody(row, frame);
      },
    };
  }
  return {
    *task(row, frame) {
      frame.locals[local] = bound.sync ? bound.sync(row, frame) : yield* bound.task(row, frame);
      return inner.sync ? inner.sync(row, frame) : yield* inner.task(row, frame);
    },
  };
}

function compileConvert(node: ConvertNode, compile: Compile): Part {
  const { convert } = node.conversion;
  return mapped(compile(node.operand), (value, { context }) => {
    try {
      return convert(value, context);
    } catch (error) {
      throw EvaluationError.withSpan(error, node);
    }
  });
}

/** Errors of the closure are located at the node. */
function placing(node: Node, evaluate: Evaluator): Evaluator {
  return (row, frame) => {
    try {
      return evaluate(row, frame);
    } catch (error) {
      throw EvaluationError.withSpan(error, node);
    }
  };
}

/**
 * The value of a node that is the same for every row, as the evaluator finds it: TODAY(), the caller, parameters.
 * `varies` where it depends on a row, on another table or on chance, `fails` where computing it is an error.
 */
export function findConstant(
  node: Node,
  context: RequestContext,
): { readonly value: Value } | "varies" | "fails" {
  if (node.op === "constant") return { value: node.value };
  if (varies(node)) return "varies";
  try {
    return { value: compileNode(node, 0)(NO_ROW, makeFrame(NO_ROW, context)) };
  } catch (error) {
    if (error instanceof EvaluationError) return "fails";
    throw error;
  }
}

function varies(node: Node): boolean {
  return anyNodeOf(node, (one) => readsRows(one) || isNondeterministic(one));
}
