import type { Value } from "../../values/index.ts";
import { EvaluationError, PendingAnswer } from "../runtime/evaluation-error.ts";
import type { Node } from "../tree/node.ts";
import { type Frame, NO_ITEMS, type Part } from "./frame.ts";

/** A part about each row of a scan: where an answer of the program is pending the scan goes on, so that all are asked for together. */
export function deferring({ sync, task }: Part, { type }: Node): Part {
  const blank = type.kind === "List" ? NO_ITEMS : null;
  const orBlank = (thrown: unknown, { context }: Frame): Value => {
    if (context.host?.defers(thrown)) return blank;
    throw thrown;
  };
  return sync
    ? {
        sync(row, frame) {
          try {
            return sync(row, frame);
          } catch (thrown) {
            return orBlank(thrown, frame);
          }
        },
      }
    : {
        *task(row, frame) {
          try {
            return yield* task(row, frame);
          } catch (thrown) {
            return orBlank(thrown, frame);
          }
        },
      };
}

/** A scan whose value counts only if no row of it was deferred. */
export function settling(part: Part): Part {
  return {
    *task(row, frame) {
      const { host } = frame.context;
      const before = host?.deferred;
      let value: Value = null;
      try {
        value = part.sync ? part.sync(row, frame) : yield* part.task(row, frame);
      } catch (thrown) {
        if (host?.deferred === before || !EvaluationError.isOfValue(thrown)) throw thrown;
      }
      if (host?.deferred !== before) throw new PendingAnswer("");
      return value;
    },
  };
}
