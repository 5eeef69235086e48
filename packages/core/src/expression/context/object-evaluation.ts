import type { JsonValue, Value } from "../../values/index.ts";
import type { ExpressionScope } from "../check/check-state.ts";
import { evaluatorOf } from "../evaluate/compile.ts";
import { type Evaluator, type Frame, makeFrame } from "../evaluate/frame.ts";
import type { CheckedExpression } from "../tree/checked-expression.ts";
import { type Reads, readsOf } from "../tree/reads.ts";
import { type JsonWriter, jsonWriterOf } from "../tree/value-forms.ts";
import { rowBefore } from "./bind-context.ts";
import { BoundRequest } from "./bound-request.ts";
import type { JsonRow } from "./cell-reader.ts";
import type { EvaluationContext } from "./public-scope.ts";
import { RowReader, unreadable } from "./row-reader.ts";

/**
 * Evaluates a checked expression on row objects of the public face. Only cells that the expression reads are read, all
 * of them before it is evaluated. Throws `EvaluationError`.
 */
export class ObjectEvaluation {
  readonly #scope: ExpressionScope;
  readonly #reads: Reads;
  readonly #evaluate: Evaluator;
  readonly #row: RowReader | undefined;
  readonly #before: RowReader | undefined;
  readonly #write: JsonWriter;
  #idle: Run | undefined;

  constructor(expression: CheckedExpression, scope: ExpressionScope) {
    const { row } = scope;
    this.#scope = scope;
    this.#reads = readsOf(expression);
    this.#evaluate = evaluatorOf(expression);
    this.#row = row && new RowReader(row, this.#reads.row);
    this.#before = row && this.#reads.before.size > 0 ? new RowReader(row, this.#reads.before) : undefined;
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
    let idle: Run | undefined = this.#open(context);
    return (row, before) => {
      const run = idle ?? this.#open(context);
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
    const run = this.#open(context);
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
    const run = this.#open(context);
    const { meter } = run.request;
    const values: JsonValue[] = [];
    for (const row of rows) {
      meter.spend(1);
      values.push(this.#write(this.#on(run, row, undefined)));
    }
    return values;
  }

  /** A run that is not at work: a function of the caller's own may evaluate what it is called by. */
  #take(context: EvaluationContext): Run {
    const run = this.#idle;
    if (run === undefined) return this.#open(context);
    this.#idle = undefined;
    run.request.begin(context);
    return run;
  }

  #open(context: EvaluationContext): Run {
    const request = new BoundRequest(this.#scope, context, this.#reads.tables);
    const row = this.#row?.makeRow() ?? [];
    const before = this.#before?.makeRow() ?? [];
    return { request, row, before, frame: makeFrame(row, request, before) };
  }

  #on(
    { request: { forms }, row, before, frame }: Run,
    json: JsonRow | undefined,
    jsonBefore: JsonRow | undefined,
  ): Value {
    this.#row?.read(json ?? NO_CELLS, row, forms);
    if (this.#before !== undefined) {
      if (typeof (jsonBefore ?? NO_CELLS) !== "object")
        throw unreadable("before", jsonBefore, "an object of cells");
      this.#before.read(rowBefore({ row: json ?? NO_CELLS, before: jsonBefore ?? NO_CELLS }), before, forms);
    }
    return this.#evaluate(row, frame);
  }
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
