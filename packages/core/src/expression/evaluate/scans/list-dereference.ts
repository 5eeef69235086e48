import type { Value } from "../../../values/index.ts";
import { itemsOf } from "../../operators/index.ts";
import { EvaluationError } from "../../runtime/evaluation-error.ts";
import { distinctAsTask } from "../../runtime/many-items.ts";
import { isPauseDueAt } from "../../runtime/task.ts";
import type { ListDereferenceNode, RowSlot } from "../../tree/node.ts";
import { valueFamilyOf } from "../../tree/type.ts";
import { type Compile, type Frame, type Part, type Row, rowFinder } from "../frame.ts";

/** The values of a column on the rows that a list of Refs names, or that the items of a list are. */
export function compileListDereference(node: ListDereferenceNode, compile: Compile): Part {
  const { slot, table } = node;
  const finder = rowFinder(table);
  const refs = compile(node.refs);
  const condition = node.condition && compile(node.condition, slot);
  const field = compile(node.field, slot);
  const family = valueFamilyOf(node.field.type);
  const scanSome = scanAtOnce(slot, condition, field);
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
            scanSome(items, start, find, frame, values);
          }
        } else
          for (const [at, item] of items.entries()) {
            if (isPauseDueAt(at, meter)) yield;
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
  return (items, start, find, frame, values) => {
    const end = Math.min(start + AT_ONCE, items.length);
    for (let at = start; at < end; at++) {
      const target = find(items[at] as Value);
      if (target === undefined) continue;
      frame.rows[slot] = target;
      if (test(target, frame) === true) values.push(read(target, frame));
    }
  };
}

const isTrue = () => true;
const TRUE: Part = { sync: isTrue };
