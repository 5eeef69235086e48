import { type Diagnostic, hasErrors } from "../diagnostics/index.ts";
import type { JsonValue } from "../values/index.ts";
import { check } from "./check/check.ts";
import type { ExpressionScope } from "./check/check-state.ts";
import type { JsonRow } from "./context/cell-reader.ts";
import { ExpressionError } from "./context/expression-error.ts";
import { ObjectEvaluation } from "./context/object-evaluation.ts";
import type { EvaluationContext, Scope } from "./context/public-scope.ts";
import { readScopeWith } from "./context/read-scope-with.ts";
import type { FunctionsByName } from "./functions/functions-of.ts";
import { EvaluationError, explainEvaluationError } from "./runtime/evaluation-error.ts";
import type { CheckedExpression } from "./tree/checked-expression.ts";
import { scalar, typeName } from "./tree/type.ts";

/**
 * An expression read and checked, ready to be evaluated as often as one likes. All four ways give the same values and
 * throw `ExpressionError` when the expression is not ok, when a limit is reached, or when something that the expression
 * reads does not have its type's form. What an expression does not read is not looked at.
 */
export interface CompiledExpression {
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** `Decimal`, `List of Text`, `Ref of Orders` …; empty when not ok. */
  readonly type: string;
  readonly references: { readonly columns: string[]; readonly tables: string[] };
  /** The value in JSON form, for one row in one context. */
  evaluate(context?: EvaluationContext): JsonValue;
  /**
   * For one row after another: the function gives what `evaluate({ ...context, row, before })` gives, and each call has
   * the budget of an evaluation. Of the context each part is read when it is first needed and then kept, the tables
   * with their rows: bind again when they have changed.
   */
  bind(context?: SharedContext): (row?: object, before?: object) => JsonValue;
  /**
   * Those of the rows, in their order, for which the value is TRUE; an error where it is no Yes/No. The whole call is one
   * request: one instant, one budget, of which each row takes a step, and an error on any row ends it. Nothing is kept
   * of the rows, so they may change between calls.
   */
  filter<Row extends object>(rows: readonly Row[], context?: SharedContext): Row[];
  /** The value for each of the rows, in one request as with `filter`. */
  map(rows: readonly object[], context?: SharedContext): JsonValue[];
}

/** What rows that are evaluated one after the other have in common. */
export type SharedContext = Omit<EvaluationContext, "row" | "before">;

/** Compiles a source against a scope and the functions of an entrance. Never throws for a bad source: see `diagnostics`. */
export function compileWith(
  functions: FunctionsByName,
  source: string,
  scope: Scope = {},
): CompiledExpression {
  const read = scopeOf(functions, scope);
  const { output, diagnostics } = check(source, read);
  let evaluation: ObjectEvaluation | undefined;
  let condition: ObjectEvaluation | undefined;
  const onObjects = () => {
    evaluation ??= new ObjectEvaluation(runnable(output, diagnostics, source), read);
    return evaluation;
  };
  const asCondition = () => {
    condition ??= output?.type.kind === "Yes/No" ? onObjects() : conditionOf(source, read);
    return condition;
  };
  return {
    ok: output !== undefined,
    diagnostics,
    type: output === undefined ? "" : typeName(output.type),
    references: {
      columns: [...(output?.references.columns ?? [])],
      tables: [...(output?.references.tables ?? [])],
    },
    evaluate: (context = {}) => {
      try {
        return onObjects().evaluate(context);
      } catch (thrown) {
        throw located(thrown, source);
      }
    },
    bind: (context = {}) => {
      const evaluate = onObjects().bind(context);
      return (row, before) => {
        try {
          return evaluate(row as JsonRow, before as JsonRow);
        } catch (thrown) {
          throw located(thrown, source);
        }
      };
    },
    filter: (rows, context = {}) => {
      try {
        return asCondition().filter(rows as readonly JsonRow[], context) as (typeof rows)[number][];
      } catch (thrown) {
        throw located(thrown, source);
      }
    },
    map: (rows, context = {}) => {
      try {
        return onObjects().map(rows as readonly JsonRow[], context);
      } catch (thrown) {
        throw located(thrown, source);
      }
    },
  };
}

/** By the functions of an entrance, because one process may use two of them. */
const scopes = new WeakMap<FunctionsByName, WeakMap<Scope, ExpressionScope>>();

function scopeOf(functions: FunctionsByName, scope: Scope): ExpressionScope {
  const byScope = scopes.get(functions) ?? new WeakMap<Scope, ExpressionScope>();
  scopes.set(functions, byScope);
  let read = byScope.get(scope);
  if (read === undefined) {
    read = readScopeWith(functions, scope);
    byScope.set(scope, read);
  }
  return read;
}

/** As a condition, which a slice's filter is too: what is no Yes/No and does not become one is an error. */
function conditionOf(source: string, scope: ExpressionScope): ObjectEvaluation {
  const { output, diagnostics } = check(source, scope, scalar("Yes/No"));
  return new ObjectEvaluation(runnable(output, diagnostics, source), scope);
}

function runnable(
  output: CheckedExpression | undefined,
  diagnostics: readonly Diagnostic[],
  source: string,
): CheckedExpression {
  if (output !== undefined) return output;
  const first = diagnostics.find((one) => hasErrors([one])) as Diagnostic;
  throw new ExpressionError(first.code, first.message, first.start ?? 0, first.end ?? source.length);
}

/** An evaluation error as callers know it, with its place in the source. */
export function located(thrown: unknown, source: string): unknown {
  if (!(thrown instanceof EvaluationError)) return thrown;
  const { code, message, start = 0, end = source.length } = explainEvaluationError(thrown);
  return new ExpressionError(code, message, start, end);
}
