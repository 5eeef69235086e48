import type { Outcome } from "../../diagnostics/index.ts";
import type { JsonValue, Value } from "../../values/index.ts";
import type { ExpressionScope } from "../check/check-state.ts";
import { evaluatorOf } from "../evaluate/compile.ts";
import { type Evaluator, type Frame, makeFrame } from "../evaluate/frame.ts";
import { rewrite } from "../rewrite/rewrite.ts";
import { EvaluationError, explainEvaluationError } from "../runtime/evaluation-error.ts";
import type { RequestContext } from "../runtime/request-context.ts";
import type { CheckedExpression } from "../tree/checked-expression.ts";
import { type Reads, readsOf } from "../tree/reads.ts";
import { scannedColumns } from "../tree/unread-items.ts";
import { type JsonWriter, jsonWriterOf } from "../tree/value-forms.ts";
import { checkContext, type EvaluationContext, ROW_CONTEXT, SHARED_CONTEXT } from "./evaluation-context.ts";
import { type JsonRow, ObjectReader, unreadable } from "./object-reader.ts";
import { BoundRequest } from "./request.ts";

/**
 * Evaluates a checked expression on row objects of the public face. Only cells that the expression reads are read, and of
 * objects only their fields that it reads, all of them before it is evaluated; items of a list of objects when they are scanned.
 * Throws `EvaluationError`, and a TypeError for a context with a member that there is not.
 */
export class ObjectEvaluation {
  readonly expression: CheckedExpression;
  readonly #scope: ExpressionScope;
  readonly #reads: Reads;
  readonly #evaluate: Evaluator;
  readonly #row: ObjectReader | undefined;
  readonly #before: ObjectReader | undefined;
  readonly #write: JsonWriter;
  #idle: Run | undefined;

  constructor(expression: CheckedExpression, scope: ExpressionScope) {
    const { row } = scope;
    this.expression = expression;
    this.#scope = scope;
    this.#reads = readsOf(expression);
    this.#evaluate = evaluatorOf(expression);
    const { isStrict } = scope;
    const scanned = scannedColumns(rewrite(expression).root);
    this.#row = row && new ObjectReader(row, { reads: this.#reads.row, scanned, isStrict });
    this.#before =
      row && this.#reads.before.cells.size > 0
        ? new ObjectReader(row, { reads: this.#reads.before, isStrict })
        : undefined;
    this.#write = jsonWriterOf(expression.type);
  }

  evaluate(context: EvaluationContext): JsonValue {
    const run = this.#take(context);
    try {
      return this.#write(this.#on(run, context.row as JsonRow, context.before as JsonRow));
    } finally {
      run.request.begin(NO_CONTEXT);
      this.#idle = run;
    }
  }

  /** One request and its rows serve all calls; each call has a budget of its own. */
  bind(context: EvaluationContext): (row: JsonRow | undefined, before: JsonRow | undefined) => JsonValue {
    let idle: Run | undefined = this.#open(context, SHARED_CONTEXT);
    return (row, before) => {
      const run = idle ?? this.#open(context, SHARED_CONTEXT);
      idle = undefined;
      try {
        run.request.beginAnother();
        return this.#write(this.#on(run, row, before));
      } finally {
        idle = run;
      }
    };
  }

  /** The rows for which the value is TRUE, in one request with one budget, of which each row is a step. */
  filter(rows: readonly JsonRow[], context: EvaluationContext): JsonRow[] {
    const run = this.#open(context, SHARED_CONTEXT);
    const { meter } = run.request;
    const selected: JsonRow[] = [];
    for (const row of rows) {
      meter.spend(1);
      if (this.#on(run, row, undefined) === true) selected.push(row);
    }
    return selected;
  }

  /** The values on all rows, in one request with one budget, of which each row is a step. */
  map(rows: readonly JsonRow[], context: EvaluationContext): JsonValue[] {
    const run = this.#open(context, SHARED_CONTEXT);
    const { meter } = run.request;
    const values: JsonValue[] = [];
    for (const row of rows) {
      meter.spend(1);
      values.push(this.#write(this.#on(run, row, undefined)));
    }
    return values;
  }

  /** As `evaluate`, with the answers of asynchronous functions. */
  async evaluateLater(context: EvaluationContext): Promise<JsonValue> {
    const run = this.#open(context);
    return run.request.inRounds(() =>
      this.#write(this.#on(run, context.row as JsonRow, context.before as JsonRow)),
    );
  }

  /** The value on each row, in one request; asynchronous functions are asked once for each different argument list. */
  async mapLater<T>(
    rows: readonly JsonRow[],
    context: EvaluationContext,
    use: (value: Value, write: JsonWriter) => T,
  ): Promise<T[]> {
    const run = this.#open(context, SHARED_CONTEXT);
    const { request } = run;
    return request.inRounds(() => {
      const values: T[] = [];
      for (const row of rows) {
        request.meter.spend(1);
        try {
          values.push(use(this.#on(run, row, undefined), this.#write));
        } catch (thrown) {
          if (!request.host.defers(thrown)) throw thrown;
        }
      }
      return values;
    });
  }

  /** What the expression reads of a context, for other evaluators. */
  read(context: EvaluationContext): ReadContext {
    const run = this.#open(context);
    this.#readRows(run, context.row as JsonRow, context.before as JsonRow);
    const { row, before, request } = run;
    if (this.#scope.row !== undefined)
      new ObjectReader(this.#scope.row, { reads: this.#reads.row }).read(
        (context.row ?? NO_CELLS) as JsonRow,
        row,
        request.forms,
      );
    return { row, before: this.#before && before, request };
  }

  /** A run that is not at work: a function of the caller's own may evaluate what it is called by. */
  #take(context: EvaluationContext): Run {
    const run = this.#idle;
    if (run === undefined) return this.#open(context);
    checkContext(context, ROW_CONTEXT);
    this.#idle = undefined;
    run.request.begin(context);
    return run;
  }

  #open(context: EvaluationContext, known: Readonly<Record<string, unknown>> = ROW_CONTEXT): Run {
    checkContext(context, known);
    const request = new BoundRequest(this.#scope, context, { tables: this.#reads.tables });
    const row = this.#row?.makeRow() ?? [];
    const before = this.#before?.makeRow() ?? [];
    return { request, row, before, frame: makeFrame(row, request, before) };
  }

  #on(run: Run, row: JsonRow | undefined, before: JsonRow | undefined): Value {
    this.#readRows(run, row, before);
    return this.#evaluate(run.row, run.frame);
  }

  /** Columns that `before` does not name did not change. */
  #readRows(
    { request: { forms }, row, before }: Run,
    json: JsonRow | undefined,
    jsonBefore: JsonRow | undefined,
  ): void {
    this.#row?.read(json ?? NO_CELLS, row, forms);
    if (this.#before === undefined) return;
    if (typeof (jsonBefore ?? NO_CELLS) !== "object")
      throw unreadable("before", jsonBefore, "an object of cells");
    this.#before.read({ ...json, ...jsonBefore }, before, forms);
  }
}

/** The value of a checked expression, which may call asynchronous functions, or what went wrong. */
export async function answerLater(
  expression: CheckedExpression,
  scope: ExpressionScope,
  context: EvaluationContext,
): Promise<Outcome<JsonValue>> {
  try {
    const output = await new ObjectEvaluation(expression, scope).evaluateLater(context);
    return { output, diagnostics: [] };
  } catch (thrown) {
    if (!(thrown instanceof EvaluationError)) throw thrown;
    return { output: undefined, diagnostics: [explainEvaluationError(thrown)] };
  }
}

/** The parts of a context that an expression reads; `before` is undefined where it reads no row before a change. */
export interface ReadContext {
  readonly row: readonly Value[];
  readonly before: readonly Value[] | undefined;
  readonly request: RequestContext;
}

/** What one evaluation after the other works in. */
interface Run {
  readonly request: BoundRequest;
  readonly row: Value[];
  readonly before: Value[];
  readonly frame: Frame;
}

const NO_CELLS: JsonRow = {};
const NO_CONTEXT: EvaluationContext = {};
