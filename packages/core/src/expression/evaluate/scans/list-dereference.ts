import type { Value } from "../../../values/index.ts";
import { itemsOf } from "../../operators/index.ts";
import { EvaluationError } from "../../runtime/evaluation-error.ts";
import { distinctAsTask } from "../../runtime/many-items.ts";
import { runToEnd } from "../../runtime/time-slice.ts";
import type { ListDereferenceNode, RowSlot } from "../../tree/node.ts";
import { valueFamilyOf } from "../../tree/type.ts";
import { UnreadItems } from "../../tree/unread-items.ts";
import { type Compile, type Evaluator, type Frame, type Part, type Row, rowFinder } from "../frame.ts";

/** The values of a column on the rows that a list of Refs names, or that the items of a list are. */
export function compileListDereference(node: ListDereferenceNode, compile: Compile, pauses: boolean): Part {
  const { slot, table } = node;
  const finder = rowFinder(table);
  const refs = compile(node.refs);
  const condition = node.condition && compile(node.condition, slot);
  const field = compile(node.field, slot);
  const family = valueFamilyOf(node.field.type);
  const scanSome = scanAtOnce(slot, condition, field);
  if (!pauses && scanSome !== undefined && refs.sync !== undefined) {
    const { sync: list } = refs;
    const scanUnread = unreadScan(slot, condition?.sync, field.sync as Evaluator);
    return {
      sync(row, frame) {
        const { meter } = frame.context;
        const values: Value[] = [];
        const listed = list(row, frame) as Value | UnreadItems;
        try {
          if (listed instanceof UnreadItems) scanUnread(listed, frame, values);
          else {
            const items = itemsOf(listed);
            meter.spend(items.length);
            scanSome(items, 0, items.length, finder(frame.context), frame, values);
          }
        } catch (error) {
          throw EvaluationError.withSpan(error, node);
        }
        return node.distinct ? runToEnd(distinctAsTask(values, family, meter)) : values;
      },
    };
  }
  return {
    *task(row, frame) {
      const { meter } = frame.context;
      const values: Value[] = [];
      const find = finder(frame.context);
      const items = itemsOf(refs.sync ? refs.sync(row, frame) : yield* refs.task(row, frame));
      try {
        meter.spend(items.length);
        if (scanSome !== undefined) {
          for (let start = 0; start < items.length; start += AT_ONCE) {
            if (start > 0 && meter.isPauseDue) yield;
            scanSome(items, start, Math.min(start + AT_ONCE, items.length), find, frame, values);
          }
        } else
          for (const item of items) {
            if (meter.isPauseDue) yield;
            const target = find(item);
            if (target === undefined) continue;
            frame.rows[slot] = target;
            if (condition !== undefined) {
              const holds = condition.sync
                ? condition.sync(target, frame)
                : yield* condition.task(target, frame);
              if (holds !== true) continue;
            }
            values.push(field.sync ? field.sync(target, frame) : yield* field.task(target, frame));
          }
      } catch (error) {
        throw EvaluationError.withSpan(error, node);
      }
      return node.distinct ? yield* distinctAsTask(values, family, meter) : values;
    },
  };
}

/** Items that are looked at without a pause, where condition and field are closures. */
const AT_ONCE = 256;

type ScanSome = (
  items: readonly Value[],
  start: number,
  end: number,
  find: (key: Value) => Row | undefined,
  frame: Frame,
  values: Value[],
) => void;

/** The loop over some items, where no part of it pauses: a sum over 20 lines takes half the time. */
function scanAtOnce(
  slot: RowSlot,
  { sync: test = isTrue, task }: Part | undefined = TRUE,
  field: Part,
): ScanSome | undefined {
  const { sync: read } = field;
  if (read === undefined || task !== undefined) return undefined;
  return (items, start, end, find, frame, values) => {
    for (let at = start; at < end; at++) {
      const target = find(items[at] as Value);
      if (target === undefined) continue;
      frame.rows[slot] = target;
      if (test(target, frame) === true) values.push(read(target, frame));
    }
  };
}

/** The scan of items that are read one after the other into one row. */
function unreadScan(slot: RowSlot, test: Evaluator = isTrue, read: Evaluator) {
  return (list: UnreadItems, frame: Frame, values: Value[]) => {
    const { length } = list.items;
    frame.context.meter.spend(length);
    const row = list.source.makeRow();
    frame.rows[slot] = row;
    for (let at = 0; at < length; at++) {
      list.read(at, row);
      if (test(row, frame) === true) values.push(read(row, frame));
    }
  };
}

const isTrue = () => true;
const TRUE: Part = { sync: isTrue };
