import { type Diagnostic, diagnoseExpression, type Outcome } from "../../diagnostics/index.ts";
import { defaultLimits, type Limits } from "../runtime/meter.ts";
import { runToEnd, type Task } from "../runtime/time-slice.ts";
import type { Expression } from "./ast.ts";
import { exceededLimit, mendTokens, needsMending } from "./check-tokens.ts";
import { ExpressionGrammar } from "./grammar.ts";
import { withHabit } from "./habits.ts";
import { withoutConsequences } from "./syntax-errors.ts";
import { tokenise } from "./tokens.ts";

/** Reads a source into its tree. `tableNames`, longest first, are the names a table column may begin with. */
export function parse(
  source: string,
  tableNames: readonly string[] = [],
  limits: Limits = defaultLimits,
): Outcome<Expression> {
  return runToEnd(parseAsTask(source, tableNames, limits));
}

/** As `parse`, with a place to pause between the tokens and the tree. */
export function* parseAsTask(
  source: string,
  tableNames: readonly string[] = [],
  limits: Limits = defaultLimits,
): Task<Outcome<Expression>> {
  const { output, diagnostics } = yield* recoverAsTask(source, tableNames, limits);
  return { output: diagnostics.length === 0 ? output : undefined, diagnostics };
}

/** As `parse`, but a source with syntax errors has a tree too, with placeholders; beyond a limit it has none. */
export function recover(source: string, tableNames: readonly string[] = []): Outcome<Expression> {
  return runToEnd(recoverAsTask(source, tableNames, defaultLimits));
}

function* recoverAsTask(
  source: string,
  tableNames: readonly string[],
  limits: Limits,
): Task<Outcome<Expression>> {
  if (source.length > limits.expressionLength) {
    const span = { start: 0, end: source.length };
    return failed(diagnoseExpression("limit/expression-length", { limit: limits.expressionLength }, span));
  }
  const tokens = tokenise(source, tableNames);
  const limit = exceededLimit(source, tokens, limits);
  if (limit !== undefined) return failed(limit);
  yield;
  grammar ??= new ExpressionGrammar();
  const mended = needsMending(source, tokens)
    ? mendTokens(source, tokens, tableNames)
    : { tokens, errors: [] };
  const { tree, errors } = grammar.read(source, mended.tokens);
  if (errors.length === 0 && mended.errors.length === 0) return { output: tree, diagnostics: [] };
  const found = withoutConsequences([...mended.errors, ...errors], tokens);
  return { output: tree, diagnostics: found.map((error) => withHabit(error, source)) };
}

function failed(diagnostic: Diagnostic): Outcome<Expression> {
  return { output: undefined, diagnostics: [diagnostic] };
}

/** Built at the first parse: analysing the grammar takes longer than loading it. */
let grammar: ExpressionGrammar | undefined;
