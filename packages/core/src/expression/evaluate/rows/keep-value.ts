import type { Value } from "../../../values/index.ts";
import type { KeptPart } from "../../runtime/kept-values.ts";
import type { Evaluator } from "./frame.ts";

/** The closure of a part whose value is the same for many rows: it is evaluated for the first of them. */
export function keepValue(part: KeptPart, evaluate: Evaluator): Evaluator {
  return (row, frame) => {
    const { context } = frame;
    let value = context.kept?.find(part, context) as Value | undefined;
    if (value === undefined) {
      value = evaluate(row, frame);
      context.kept?.keep(part, context, value);
    }
    return value;
  };
}
