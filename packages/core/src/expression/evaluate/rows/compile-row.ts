/** Mutual recursion: a node becomes a closure over the closures of the nodes below it, whatever kind they are. */

import type { Value } from "../../../values/index.ts";
import { negate } from "../../operators/index.ts";
import { EvaluationError } from "../../runtime/evaluation-error.ts";
import { keyOf } from "../../tree/computed-key.ts";
import { keptPartOf, NO_SLOT } from "../../tree/kept-part.ts";
import {
  BEFORE,
  type ConvertNode,
  type DereferenceNode,
  type FormulaNode,
  type LetNode,
  type Node,
  type RowSlot,
} from "../../tree/node.ts";
import { readParameter } from "../../tree/read-parameter.ts";
import { compileBinary } from "./compile-binary.ts";
import { compileCall } from "./compile-call.ts";
import { compileExtremeRow } from "./compile-extreme-row.ts";
import { compileListDereference } from "./compile-list-dereference.ts";
import { compileConditional, compileLogic } from "./compile-logic.ts";
import { compileOrderBy } from "./compile-order-by.ts";
import { compileSelect } from "./compile-select.ts";
import { rowEvaluatorOf } from "./evaluate-row.ts";
import { type Evaluator, makeFrame, NO_ITEMS, NO_ROW } from "./frame.ts";
import { keepValue } from "./keep-value.ts";
import { specialise } from "./specialise/specialise.ts";

/** Turns a node into a closure once, so that evaluating a row looks nothing up. `innermost` is the slot of `row`. */
export function compileRow(node: Node, innermost: RowSlot): Evaluator {
  const part = keptPartOf(node, innermost);
  return part === undefined ? compileAt(node, innermost) : keepValue(part, compileAt(node, NO_SLOT));
}

function compileAt(node: Node, innermost: RowSlot): Evaluator {
  return specialise(node, innermost) ?? compilePlain(node, innermost);
}

/** The closure that needs no special shape and defines what every specialised one must answer. */
export function compilePlain(node: Node, innermost: RowSlot): Evaluator {
  switch (node.op) {
    case "constant": {
      const { value } = node;
      return () => value;
    }
    case "column":
      return compileColumn(node.slot, node.index, node.type.kind === "List", innermost);
    case "computed-key": {
      const { slot, table } = node;
      return (row, frame) => keyOf(slot === innermost ? row : rowAt(slot, frame), table);
    }
    case "formula":
      return compileFormula(node, innermost);
    case "parameter":
      return (_, { context }) => {
        try {
          return readParameter(node, context);
        } catch (error) {
          throw EvaluationError.placed(error, node);
        }
      };
    case "dereference":
      return compileDereference(node, innermost);
    case "list-dereference":
      return compileListDereference(node, innermost);
    case "binary":
      return compileBinary(node, innermost);
    case "negate": {
      const operand = compileRow(node.operand, innermost);
      return (row, frame) => negate(operand(row, frame));
    }
    case "convert":
      return compileConvert(node, innermost);
    case "and":
    case "or":
      return compileLogic(node, innermost);
    case "conditional":
      return compileConditional(node, innermost);
    case "let":
      return compileLet(node, innermost);
    case "local": {
      const { local } = node;
      return (_, frame) => frame.locals[local] ?? null;
    }
    case "list": {
      const items = node.items.map((item) => compileRow(item, innermost));
      return (row, frame) => items.map((item) => item(row, frame));
    }
    case "call":
      return compileCall(node, innermost);
    case "select":
      return compileSelect(node, innermost);
    case "extreme-row":
      return compileExtremeRow(node, innermost);
    case "order-by":
      return compileOrderBy(node, innermost);
  }
}

export function rowAt(slot: RowSlot, frame: Parameters<Evaluator>[1]): readonly Value[] {
  return slot === BEFORE ? frame.before : (frame.rows[slot] as readonly Value[]);
}

function compileColumn(slot: RowSlot, index: number, isList: boolean, innermost: RowSlot): Evaluator {
  const blank = isList ? NO_ITEMS : null;
  if (slot === innermost) return (row) => row[index] ?? blank;
  if (slot === BEFORE) return (_, frame) => frame.before[index] ?? blank;
  return (_, frame) => frame.rows[slot]?.[index] ?? blank;
}

/** Another expression about one of the rows in view: it sees that row as its current one and nothing else. */
function compileFormula({ slot, formula }: FormulaNode, innermost: RowSlot): Evaluator {
  let evaluate: Evaluator | undefined;
  return (row, frame) => {
    evaluate ??= rowEvaluatorOf(formula);
    const own = slot === innermost ? row : rowAt(slot, frame);
    const { context, computed } = frame;
    const existing = computed?.find(formula, own);
    if (existing !== undefined) return existing;
    context.meter.spend(1);
    const value = evaluate(own, makeFrame(own, context, NO_ROW, computed));
    computed?.keep(formula, own, value);
    return value;
  };
}

function compileDereference(node: DereferenceNode, innermost: RowSlot): Evaluator {
  const ref = compileRow(node.ref, innermost);
  const field = compileRow(node.field, node.slot);
  const { slot, type } = node;
  const { name } = node.table;
  const blank = type.kind === "List" ? NO_ITEMS : null;
  return (row, frame) => {
    const key = ref(row, frame);
    if (key === null) return blank;
    frame.context.meter.spend(1);
    const target = frame.context.rowsOf(name).find(key);
    if (target === undefined) return blank;
    frame.rows[slot] = target;
    return field(target, frame);
  };
}

function compileLet(node: LetNode, innermost: RowSlot): Evaluator {
  const value = compileRow(node.value, innermost);
  const body = compileRow(node.body, innermost);
  const { local } = node;
  return (row, frame) => {
    frame.locals[local] = value(row, frame);
    return body(row, frame);
  };
}

function compileConvert(node: ConvertNode, innermost: RowSlot): Evaluator {
  const value = compileRow(node.operand, innermost);
  const { convert } = node.conversion;
  return (row, frame) => {
    const from = value(row, frame);
    try {
      return convert(from, frame.context);
    } catch (error) {
      throw EvaluationError.placed(error, node);
    }
  };
}
