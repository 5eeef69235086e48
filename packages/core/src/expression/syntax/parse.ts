import type { IRecognitionException, IToken } from "chevrotain";
import { diagnose, type Outcome } from "../../diagnostics/index.ts";
import { defaultLimits, type Limits } from "../runtime/limits.ts";
import type { Expression } from "./ast.ts";
import { ExpressionGrammar } from "./grammar.ts";
import { lex } from "./lex.ts";

/** Reads a source into its tree. `tableNames`, longest first, are the names a table column may begin with. */
export function parse(
  source: string,
  tableNames: readonly string[] = [],
  limits: Limits = defaultLimits,
): Outcome<Expression> {
  const { tokens, mistake } = lex(source, limits, tableNames);
  if (mistake !== undefined) return { output: undefined, diagnostics: [mistake] };
  grammar ??= new ExpressionGrammar();
  grammar.input = tokens;
  const output = grammar.expression();
  const [error] = grammar.errors;
  if (error === undefined) return { output, diagnostics: [] };
  return { output: undefined, diagnostics: [explain(error, source)] };
}

/** Built at the first parse: analysing the grammar takes longer than loading it. */
let grammar: ExpressionGrammar | undefined;

/** What the lexer lets through and the grammar does not: two values in a row. */
function explain(error: IRecognitionException, source: string) {
  const found: IToken = error.token;
  const start = Number.isNaN(found.startOffset) ? source.length : found.startOffset;
  const end = Number.isNaN(found.endOffset ?? Number.NaN) ? source.length : (found.endOffset ?? start) + 1;
  return diagnose("syntax/operator-wanted", { found: found.image }, { start, end });
}
