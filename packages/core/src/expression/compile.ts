import { type Diagnostic, hasErrors } from "../diagnostics/index.ts";
import type { JsonValue } from "../values/index.ts";
import { check } from "./check/check.ts";
import type { ExpressionScope } from "./check/expression-scope.ts";
import { bindContext } from "./context/bind-context.ts";
import { ExpressionError } from "./context/expression-error.ts";
import type { EvaluationContext, Scope } from "./context/public-scope.ts";
import { readScope } from "./context/read-scope.ts";
import { evaluateRow } from "./evaluate/rows/evaluate-row.ts";
import { explainFault, RunFault } from "./runtime/run-fault.ts";
import type { CheckedExpression } from "./tree/checked-expression.ts";
import { writeJson } from "./tree/json-value.ts";
import { typeName } from "./tree/type.ts";

/** An expression read and checked, ready to be evaluated as often as one likes. */
export interface CompiledExpression {
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** `Decimal`, `List of Text`, `Ref of Orders` …; empty when not ok. */
  readonly type: string;
  readonly references: { readonly columns: string[]; readonly tables: string[] };
  /**
   * The value in JSON form. Throws `ExpressionError` when the expression is not ok, when a limit is reached, or when a
   * value of the context does not have its type's form.
   */
  evaluate(context?: EvaluationContext): JsonValue;
}

/** Compiles a source against a scope. Never throws for a bad source: see `diagnostics`. */
export function compile(source: string, scope: Scope = {}): CompiledExpression {
  const read = scopeOf(scope);
  const { output, diagnostics } = check(source, read);
  return {
    ok: output !== undefined,
    diagnostics,
    type: output === undefined ? "" : typeName(output.type),
    references: {
      columns: [...(output?.references.columns ?? [])],
      tables: [...(output?.references.tables ?? [])],
    },
    evaluate: (context = {}) => {
      if (output === undefined) throw notRunnable(diagnostics, source);
      return run(output, read, context);
    },
  };
}

const scopes = new WeakMap<Scope, ExpressionScope>();

function scopeOf(scope: Scope): ExpressionScope {
  let read = scopes.get(scope);
  if (read === undefined) {
    read = readScope(scope);
    scopes.set(scope, read);
  }
  return read;
}

function run(expression: CheckedExpression, scope: ExpressionScope, context: EvaluationContext): JsonValue {
  try {
    const { row, before, request } = bindContext(scope, context);
    return writeJson(evaluateRow(expression, row, request, before), expression.type);
  } catch (thrown) {
    if (!(thrown instanceof RunFault)) throw thrown;
    const { code, message, start = 0, end = expression.source.length } = explainFault(thrown);
    throw new ExpressionError(code, message, start, end);
  }
}

function notRunnable(diagnostics: readonly Diagnostic[], source: string): ExpressionError {
  const first = diagnostics.find((one) => hasErrors([one])) as Diagnostic;
  return new ExpressionError(first.code, first.message, first.start ?? 0, first.end ?? source.length);
}
