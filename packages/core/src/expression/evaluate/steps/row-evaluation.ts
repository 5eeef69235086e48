import type { Value } from "../../../values/index.ts";
import { INTERRUPTED } from "../../runtime/interrupted.ts";
import type { RequestContext } from "../../runtime/request-context.ts";
import type { Steps } from "../../runtime/steps.ts";
import type { CheckedExpression } from "../../tree/checked-expression.ts";
import type { ComputedValues } from "../rows/computed-values.ts";
import { rowEvaluatorOf } from "../rows/evaluate-row.ts";
import { type Evaluator, type Frame, makeFrame, NO_ROW } from "../rows/frame.ts";
import { isVolatile } from "./is-volatile.ts";
import type { Stepwise } from "./step-part.ts";
import { stepsOf } from "./steps-of.ts";

/** What an attempt answers that was interrupted; no value is a symbol. */
export const UNFINISHED = Symbol("unfinished");

/**
 * An expression on one row after another of a request that shares the processor. Almost every evaluation is over in a
 * moment, so each is attempted at a stretch, and what is interrupted is done in steps from its beginning:
 * `const value = evaluation.attempt(row); if (value === UNFINISHED) value = yield* evaluation.inSteps(row);`
 */
export class RowEvaluation {
  readonly #expression: CheckedExpression;
  readonly #context: RequestContext;
  readonly #evaluate: Evaluator;
  /** For attempts alone: what is done in steps may still be under way when another row is attempted. */
  readonly #frame: Frame;
  #steps: Stepwise | undefined;
  /** Whether attempts are worth their while: draws by chance must not be made twice, and long rows follow long rows. */
  #isAttempted: boolean;
  /** The row of the last attempt, where that was interrupted, which befalls one short row in each turn. */
  #interrupted: readonly Value[] | undefined;

  constructor(expression: CheckedExpression, context: RequestContext) {
    this.#expression = expression;
    this.#context = context;
    const plan = planOf(expression);
    this.#evaluate = plan.evaluate;
    this.#frame = makeFrame(NO_ROW, context);
    this.#isAttempted = !context.meter.isShared || !plan.isVolatile;
  }

  /** The value on a row, or `UNFINISHED`. Throws `EvaluationError` as `evaluateRow` does. */
  attempt(
    row: readonly Value[],
    before: readonly Value[] = NO_ROW,
    computed?: ComputedValues,
  ): Value | typeof UNFINISHED {
    const { meter } = this.#context;
    const frame =
      before === NO_ROW && computed === undefined
        ? this.#frame
        : makeFrame(row, this.#context, before, computed);
    frame.rows[0] = row;
    if (!meter.isShared) return this.#evaluate(row, frame);
    if (!this.#isAttempted || row === this.#interrupted) return UNFINISHED;
    meter.beginAttempt();
    try {
      const value = this.#evaluate(row, frame);
      this.#interrupted = undefined;
      return value;
    } catch (thrown) {
      if (thrown !== INTERRUPTED) throw thrown;
      if (meter.giveUpAttempt() >= LONG || this.#interrupted !== undefined) this.#isAttempted = false;
      this.#interrupted = row;
      return UNFINISHED;
    } finally {
      meter.endAttempt();
    }
  }

  /** The same value, with pauses wherever they are due. */
  inSteps(row: readonly Value[], before: readonly Value[] = NO_ROW, computed?: ComputedValues): Steps<Value> {
    this.#steps ??= stepsOf(this.#expression);
    return this.#steps(row, makeFrame(row, this.#context, before, computed));
  }
}

/** Steps of an attempt that are too many to be taken in vain once more. */
const LONG = 1_024;

/** What holds of an expression in every request, found once. */
interface RowPlan {
  readonly evaluate: Evaluator;
  readonly isVolatile: boolean;
}

function planOf(expression: CheckedExpression): RowPlan {
  let plan = plans.get(expression);
  if (plan === undefined) {
    plan = { evaluate: rowEvaluatorOf(expression), isVolatile: isVolatile(expression) };
    plans.set(expression, plan);
  }
  return plan;
}

const plans = new WeakMap<CheckedExpression, RowPlan>();

/**
 * The value of an expression on one row of a request, or `UNFINISHED`: then `evaluateInSteps` has to be asked, which
 * makes a generator and is slower. Throws `EvaluationError` as it does.
 */
export function attemptRow(
  expression: CheckedExpression,
  row: readonly Value[],
  context: RequestContext,
  before?: readonly Value[],
  computed?: ComputedValues,
): Value | typeof UNFINISHED {
  const existing = computed?.find(expression, row);
  if (existing !== undefined) return existing;
  const value = evaluationIn(context, expression).attempt(row, before, computed);
  if (value !== UNFINISHED) computed?.keep(expression, row, value);
  return value;
}

/**
 * The value of an expression on one row, with pauses wherever they are due; throws `EvaluationError` as `evaluateRow` does, with
 * which it has the other arguments in common.
 */
export function* evaluateInSteps(
  expression: CheckedExpression,
  row: readonly Value[],
  context: RequestContext,
  before?: readonly Value[],
  computed?: ComputedValues,
): Steps<Value> {
  const attempted = attemptRow(expression, row, context, before, computed);
  if (attempted !== UNFINISHED) return attempted;
  const value = yield* evaluationIn(context, expression).inSteps(row, before, computed);
  computed?.keep(expression, row, value);
  return value;
}

/** One for all rows of a request, so that what one row has shown of an expression counts for the next. */
function evaluationIn(context: RequestContext, expression: CheckedExpression): RowEvaluation {
  let own = evaluations.get(context);
  if (own === undefined) {
    own = new Map<CheckedExpression, RowEvaluation>();
    evaluations.set(context, own);
  }
  let evaluation = own.get(expression);
  if (evaluation === undefined) {
    evaluation = new RowEvaluation(expression, context);
    own.set(expression, evaluation);
  }
  return evaluation;
}

const evaluations = new WeakMap<RequestContext, Map<CheckedExpression, RowEvaluation>>();
