import type { IToken } from "chevrotain";
import { type Diagnostic, diagnoseExpression, type Outcome } from "../../diagnostics/index.ts";
import { defaultLimits, type Limits } from "../runtime/limits.ts";
import { runToEnd, type Task } from "../runtime/task.ts";
import type { Expression } from "./ast.ts";
import { checkTokens, spanOf } from "./check-tokens.ts";
import { ExpressionGrammar } from "./grammar.ts";
import { withHabit } from "./habits.ts";
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
  if (source.length > limits.expressionLength) {
    const span = { start: 0, end: source.length };
    return failed(diagnoseExpression("limit/expression-length", { limit: limits.expressionLength }, span));
  }
  const tokens = tokenise(source, tableNames);
  const error = checkTokens(source, tokens, limits);
  if (error !== undefined) return failed(withHabit(error, source));
  yield;
  grammar ??= new ExpressionGrammar();
  grammar.input = tokens;
  const output = grammar.expression();
  const [mismatch] = grammar.errors;
  if (mismatch === undefined) return { output, diagnostics: [] };
  return failed(withHabit(commaInParentheses(mismatch.token), source));
}

function failed(diagnostic: Diagnostic): Outcome<Expression> {
  return { output: undefined, diagnostics: [diagnostic] };
}

/** The one error that only the grammar sees: a comma in parentheses that hold no arguments. */
function commaInParentheses(comma: IToken): Diagnostic {
  return diagnoseExpression("syntax/operator-wanted", { actual: comma.image }, spanOf(comma));
}

/** Built at the first parse: analysing the grammar takes longer than loading it. */
let grammar: ExpressionGrammar | undefined;
