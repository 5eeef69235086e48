import {
  checkList,
  checkText,
  type Diagnostic,
  type DiagnosticCode,
  detailsOf,
  type ExpressionDiagnostic,
  hasErrors,
  type Span,
} from "../diagnostics/index.ts";
import { type JsonValue, memo } from "../values/index.ts";
import { check } from "./check/check.ts";
import type { ExpressionScope } from "./check/check-state.ts";
import type { FunctionsByName } from "./check/function-definition.ts";
import {
  describeDefinition,
  type FunctionDefinition,
  type FunctionDescription,
} from "./check/function-definition.ts";
import type { JsonOf } from "./context/declared-functions.ts";
import type { TypedRows } from "./context/declared-values.ts";
import type { EvaluationContext } from "./context/evaluation-context.ts";
import { ObjectEvaluation } from "./context/object-evaluation.ts";
import type { JsonRow } from "./context/object-reader.ts";
import { readScope, type Scope } from "./context/scope.ts";
import { type Completions, completeIn } from "./editor/complete-in.ts";
import { EvaluationError, explainEvaluationError } from "./runtime/evaluation-error.ts";
import type { RequestContext } from "./runtime/request-context.ts";
import type { CheckedExpression } from "./tree/checked-expression.ts";
import { asyncFunctionOf } from "./tree/facts.ts";
import { everyTable, isScalarKind, scalar, type Type, typeName } from "./tree/type.ts";
import { nodesOf } from "./tree/walk.ts";

/** What an entrance offers of the language. */
export interface Language<Compiled> {
  /** Every function that expressions may call. */
  readonly functions: readonly FunctionDefinition[];
  compile<Row extends object = object, const Result extends string = string>(
    this: void,
    source: string,
    scope?: Scope & TypedRows<Row> & { readonly result?: Result },
  ): Typed<Compiled, Row, Result>;
  complete(this: void, source: string, offset: number, scope?: Scope): Completions;
  describe(this: void, name: string): FunctionDescription | undefined;
  /** A scope as the checker reads it; one object is read once. */
  scopeOf(this: void, scope?: Scope): ExpressionScope;
}

/**
 * An expression read and checked, ready to be evaluated any number of times. All four ways give the same values and
 * throw `ExpressionError` when the expression is not ok, when a limit is reached, or when something that the expression
 * reads does not have its type's form. They throw a TypeError for rows that are no list and for a context with a member that
 * there is not; `evaluate` looks for such a member in its first context, and in later ones that have no row. Cells that the
 * expression does not read are ignored.
 */
export interface CompiledExpression {
  readonly ok: boolean;
  readonly diagnostics: readonly ExpressionDiagnostic[];
  /** `Decimal`, `List of Text`, `Ref of Orders` …; empty when not ok. */
  readonly type: string;
  /** What it reads; its functions and parameters, as the scope has their names. */
  readonly references: {
    readonly columns: string[];
    readonly tables: string[];
    readonly functions: string[];
    readonly parameters: string[];
  };
  /** The value in JSON form, for one row in one context. */
  evaluate(context?: EvaluationContext): JsonValue;
  /**
   * For one row after another: the function gives what `evaluate({ ...context, row, before })` gives, and each call has
   * the budget of an evaluation. Each part of the context, also each table with its rows, is read when
   * it is first needed, and only then: bind again when they have changed.
   */
  bind(context?: SharedContext): (row?: object, before?: object) => JsonValue;
  /**
   * Those of the rows, in their order, for which the value is TRUE; an error where it is no Yes/No. The whole call is one
   * request: one instant, one budget, of which each row takes a step, and an error on any row ends it. No row is
   * remembered, so they may change between calls.
   */
  filter<Row extends object>(rows: readonly Row[], context?: SharedContext): Row[];
  /** The value for each of the rows, in one request as with `filter`. */
  map(rows: readonly object[], context?: SharedContext): JsonValue[];
  /** Whether it calls an asynchronous function. Then the four ways above throw, and those below answer. */
  readonly isAsync: boolean;
  /** As `evaluate`, with the answers of asynchronous functions. Rejects with what `evaluate` throws. */
  evaluateAsync(context?: EvaluationContext): Promise<JsonValue>;
  /** As `filter`. An asynchronous function is asked once for each different argument list on all rows, 8 at a time. */
  filterAsync<Row extends object>(rows: readonly Row[], context?: SharedContext): Promise<Row[]>;
  /** As `map`; see `filterAsync`. */
  mapAsync(rows: readonly object[], context?: SharedContext): Promise<JsonValue[]>;
}

/** A compiled expression for rows of a type, whose `result` the scope names. */
export type Typed<Compiled, Row extends object, Result extends string> = [object, string] extends [
  Row,
  Result,
]
  ? Compiled
  : Omit<Compiled, keyof TypedEvaluation<Row, Result>> & TypedEvaluation<Row, Result>;

/** The ways of `CompiledExpression`, with the types of rows and of values. */
export interface TypedEvaluation<Row extends object, Result extends string> {
  evaluate(context?: SharedContext & { readonly row?: Row; readonly before?: Partial<Row> }): JsonOf<Result>;
  bind(context?: SharedContext): (row?: Row, before?: Partial<Row>) => JsonOf<Result>;
  filter<One extends Row>(rows: readonly One[], context?: SharedContext): One[];
  map(rows: readonly Row[], context?: SharedContext): JsonOf<Result>[];
  evaluateAsync(
    context?: SharedContext & { readonly row?: Row; readonly before?: Partial<Row> },
  ): Promise<JsonOf<Result>>;
  filterAsync<One extends Row>(rows: readonly One[], context?: SharedContext): Promise<One[]>;
  mapAsync(rows: readonly Row[], context?: SharedContext): Promise<JsonOf<Result>[]>;
}

/** What all rows of one call have in common. */
export type SharedContext = Omit<EvaluationContext, "row" | "before">;

/** What an entrance makes further members of a compiled expression of. */
export interface CompiledParts {
  /** Undefined where the expression is not ok. */
  readonly checked: CheckedExpression | undefined;
  /** Throws `ExpressionError` where the expression is not ok. */
  onObjects(): ObjectEvaluation;
  /** The work with errors of the evaluation thrown as `ExpressionError`, at their place in the source. */
  located<Work extends (a: never, b: never) => unknown>(work: Work): Work;
}

/**
 * The language with the functions of an entrance. `extend` makes what its compiled expressions have beyond those of every
 * entrance.
 */
export function languageOf<More extends object = object>(
  functions: FunctionsByName,
  extend?: (parts: CompiledParts) => More,
): Language<CompiledExpression & More> {
  const scopeRead = memo((scope: Scope) => readScope(functions, scope));
  const scopeOf = (scope: Scope = NO_SCOPE) => scopeRead(scope);
  return {
    functions: [...functions.values()],
    compile: (source, scope) => {
      checkText("compile", "an expression", source);
      const read = scopeOf(scope);
      const { compiled, parts } = compile(source, read, resultOf(scope));
      const whole = withMembers(compiled, extend?.(parts));
      origins.set(whole, { source, scope: read });
      return whole as never; // its types are those of the declaration
    },
    complete: (source, offset, scope) => {
      checkText("complete", "an expression", source);
      return completeIn(scopeOf(scope), source, offset);
    },
    describe: (name) => {
      checkText("describe", "the name of a function", name);
      const definition = functions.get(name.toUpperCase());
      return definition && describeDefinition(definition);
    },
    scopeOf,
  };
}

/** The expression itself with further members, of which one may be computed when it is read. */
function withMembers<More extends object>(compiled: CompiledExpression, more: More | undefined) {
  return Object.defineProperties(
    compiled,
    more === undefined ? {} : Object.getOwnPropertyDescriptors(more),
  ) as CompiledExpression & More;
}

const NO_SCOPE: Scope = {};

/** The type that a scope asks for. Throws a TypeError for a name that is none. */
function resultOf({ result }: Scope = NO_SCOPE): Type | undefined {
  if (result === undefined) return undefined;
  if (isScalarKind(result)) return scalar(result);
  throw new TypeError(`"${result}" is no type of a single value.`);
}

/** What an expression was compiled of. */
export interface Origin {
  readonly source: string;
  readonly scope: ExpressionScope;
}

const origins = new WeakMap<CompiledExpression, Origin>();

/** What a compiled expression of any entrance was compiled of; undefined for what no entrance has made. */
export function originOf(compiled: CompiledExpression): Origin | undefined {
  return origins.get(compiled);
}

function compile(
  source: string,
  scope: ExpressionScope,
  expected: Type | undefined,
): { readonly compiled: CompiledExpression; readonly parts: CompiledParts } {
  const { output, diagnostics } = check(source, scope, expected);
  let evaluation: ObjectEvaluation | undefined;
  let condition: ObjectEvaluation | undefined;
  const asynchronous = output && asyncFunctionOf(output);
  const later = () => {
    evaluation ??= new ObjectEvaluation(runnable(output, diagnostics, source), scope);
    return evaluation;
  };
  const onObjects = () => {
    if (asynchronous !== undefined) throw new EvaluationError("run/asynchronous", { name: asynchronous });
    return later();
  };
  const asCondition = () => {
    condition ??=
      output?.type.kind === "Yes/No"
        ? later()
        : new ObjectEvaluation(checkedCondition({ source, scope }), scope);
    return condition;
  };
  const located: CompiledParts["located"] = (work) => {
    const guarded = (a: never, b: never) => {
      try {
        return work(a, b);
      } catch (thrown) {
        throw asExpressionError(thrown, source);
      }
    };
    return guarded as typeof work;
  };
  const locatedLater = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (thrown) {
      throw asExpressionError(thrown, source);
    }
  };
  const bind = located((context: SharedContext = {}) => onObjects().bind(context));
  const compiled: CompiledExpression = {
    ok: output !== undefined,
    diagnostics: diagnostics.map(withDetails),
    type: output === undefined ? "" : typeName(output.type, everyTable),
    references: {
      columns: [...(output?.references.columns ?? [])],
      tables: [...(output?.references.tables ?? [])],
      functions: [...(output?.references.functions ?? [])],
      parameters: [...(output?.references.parameters ?? [])],
    },
    // Not by `located`, which makes the shortest evaluations take 1.1 times as long (2026-11-26).
    evaluate: (context: EvaluationContext = {}) => {
      try {
        return onObjects().evaluate(context);
      } catch (thrown) {
        throw asExpressionError(thrown, source);
      }
    },
    bind: (context) => located(bind(context)) as (row?: object, before?: object) => JsonValue,
    filter: located((rows: readonly JsonRow[], context: SharedContext = {}) => {
      checkList("filter", "rows", rows);
      if (asynchronous !== undefined) onObjects();
      return asCondition().filter(rows, context);
    }) as CompiledExpression["filter"],
    map: located((rows: readonly JsonRow[], context: SharedContext = {}) => {
      checkList("map", "rows", rows);
      return onObjects().map(rows, context);
    }) as CompiledExpression["map"],
    isAsync: asynchronous !== undefined,
    evaluateAsync: (context = {}) => locatedLater(() => later().evaluateLater(context)),
    filterAsync: (rows, context = {}) =>
      locatedLater(async () => {
        checkList("filterAsync", "rows", rows);
        const isMatch = await asCondition().mapLater(rows as never, context, (value) => value === true);
        return rows.filter((_, at) => isMatch[at]);
      }),
    mapAsync: (rows, context = {}) =>
      locatedLater(async () => {
        checkList("mapAsync", "rows", rows);
        return later().mapLater(rows as never, context, (value, write) => write(value));
      }),
  };
  return { compiled, parts: { checked: output, onObjects, located } };
}

function withDetails(diagnostic: Diagnostic): ExpressionDiagnostic {
  return { ...diagnostic, details: detailsOf(diagnostic) } as ExpressionDiagnostic;
}

/** As a condition, which a slice's filter is too. Throws `ExpressionError` for what is no Yes/No and does not become one. */
export function checkedCondition({ source, scope }: Origin): CheckedExpression {
  const { output, diagnostics } = check(source, scope, scalar("Yes/No"));
  return runnable(output, diagnostics, source);
}

/** Throws `ExpressionError` for a parameter of a strict scope that the context does not bind. */
export function checkParameters(
  { source, scope }: Origin,
  { root }: CheckedExpression,
  { parameters }: RequestContext,
): void {
  if (scope.isStrict !== true) return;
  for (const node of nodesOf(root)) {
    if (node.op !== "parameter" || node.from !== "parameters" || parameters.has(node.name)) continue;
    const error = new EvaluationError("run/missing-value", { name: node.name });
    throw asExpressionError(EvaluationError.withSpan(error, node), source);
  }
}

function runnable(
  output: CheckedExpression | undefined,
  diagnostics: readonly Diagnostic[],
  source: string,
): CheckedExpression {
  if (output !== undefined) return output;
  const first = diagnostics.find((one) => hasErrors([one])) as Diagnostic;
  const { code, message, start = 0, end = source.length } = first;
  throw new ExpressionError(code, message, { start, end, details: detailsOf(first) });
}

/** An error of the evaluation as callers know it, at its place in the source. */
export function asExpressionError(thrown: unknown, source: string): unknown {
  if (!(thrown instanceof EvaluationError)) return thrown;
  const { code, message, start = 0, end = source.length } = explainEvaluationError(thrown);
  return new ExpressionError(code, message, { start, end, details: thrown.details }, thrown.cause);
}

/** An evaluation that could not finish; offsets as in `Diagnostic`. */
export class ExpressionError extends Error {
  readonly code: DiagnosticCode;
  readonly start: number;
  readonly end: number;
  /** What the message was worded of, as in `ExpressionDiagnostic`. */
  readonly details: object;

  /** `cause` is what a function of the program around threw. */
  constructor(
    code: DiagnosticCode,
    message: string,
    { start, end, details }: Span & { readonly details: object },
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "ExpressionError";
    this.code = code;
    this.start = start;
    this.end = end;
    this.details = details;
  }
}
