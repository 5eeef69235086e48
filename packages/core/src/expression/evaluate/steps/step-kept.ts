import type { Value } from "../../../values/index.ts";
import type { KeptPart } from "../../runtime/kept-values.ts";
import type { StepPart, Stepwise } from "./step-part.ts";

/** As `keepValue`, in steps. */
export function stepKept(kept: KeptPart, part: StepPart): Stepwise {
  return function* (row, frame) {
    const { context } = frame;
    const existing = context.kept?.find(kept, context) as Value | undefined;
    if (existing !== undefined) return existing;
    const value = part.now ? part.now(row, frame) : yield* part.steps(row, frame);
    context.kept?.keep(kept, context, value);
    return value;
  };
}
