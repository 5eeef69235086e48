import type { Value } from "../../../values/index.ts";
import type { Steps } from "../../runtime/steps.ts";
import type { Evaluator, Frame } from "../rows/frame.ts";

/** Evaluates a node with pauses; see `Evaluator`. */
export type Stepwise = (row: readonly Value[], frame: Frame) => Steps<Value>;

/**
 * A node as a part of an evaluation in steps: in a moment by a closure, where nothing in it takes long, else in steps.
 * `part.now ? part.now(row, frame) : yield* part.steps(row, frame)`
 */
export type StepPart =
  | { readonly now: Evaluator; readonly steps?: undefined }
  | { readonly now?: undefined; readonly steps: Stepwise };
